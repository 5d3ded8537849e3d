"""What several files share."""

import signal

import pytest

import steelwheel as sw

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # started in the background: children would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=sw.kernels())
def kernel(request):
    """The test runs once with each kernel of this machine; the kernel in use before is put back."""
    before = sw.kernel()
    sw.use_kernel(request.param)
    yield request.param
    sw.use_kernel(before)
