"""What several files share."""

import pytest

import steelwheel as sw


@pytest.fixture(params=sw.kernels())
def kernel(request):
    """The test runs once with each kernel of this machine; the kernel in use before is put back."""
    before = sw.kernel()
    sw.use_kernel(request.param)
    yield request.param
    sw.use_kernel(before)
