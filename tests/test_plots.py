"""Plots: every picture is drawn and is a picture; nothing is drawn without matplotlib, and it is said why."""

import struct
import subprocess
import sys
import zlib

import pytest

import steelwheel as sw
from steelwheel import plots

RANGES = ["TT+, AQs+:0.5, AKo", "22+, A2s+, KTs+"]


def png_size(path):
    """Width and height of a PNG whose pieces are all there and whole."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, kinds = 8, []
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        body = data[place + 4 : place + 8 + length]
        assert struct.unpack(">I", data[place + 8 + length : place + 12 + length])[0] == zlib.crc32(body)
        kinds.append(body[:4])
        place += 12 + length
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    return struct.unpack(">II", data[16:24])


def texts(figure):
    """All that is written in a figure's panels, but for their scales."""
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_a_range_is_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    path = tmp_path / "range.png"
    figure = plots.plot_range(RANGES[0], path)
    width, height = png_size(path)
    assert width > 600 < height
    assert len(texts(figure)) == 169
    assert "AKs\n50" in texts(figure)
    assert "TT" in texts(figure)
    assert figure.axes[0].get_title(loc="left") == "46 of 1,326 combos, 3.5 %"  # 30, half of 8, and 12


def test_the_equity_per_combo_is_drawn_for_every_player(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    path = tmp_path / "combos.png"
    result = sw.equity(["TT+, AKs", "22+"], board="Ks 7h 2d")
    figure = plots.plot_per_combo(result, path)
    png_size(path)
    kings = result.per_combo[0][sw.Range("KK").weights > 0]
    (wanted,) = {round(100 * share) for share in kings[kings == kings]}
    assert f"KK\n{wanted}" in texts(figure)
    assert "QJs" in texts(figure)
    assert len(texts(figure)) == 2 * 169
    png_size_of_three = plots.plot_per_combo(sw.equity(["AA", "KK", "QQ"]), tmp_path / "three.png")
    assert len(texts(png_size_of_three)) == 3 * 169


def test_a_starting_hand_has_the_mean_of_its_combos():
    result = sw.equity(["AKs", "QQ"], board="2s 7s 9s")
    grid = plots._grid_of(result.per_combo[0], result.per_combo_deals[0])
    assert grid[0, 1] == pytest.approx(result.equity[0], abs=1e-12)


def test_next_cards_are_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    path = tmp_path / "next.png"
    result = sw.runout_equity(RANGES, "Ks 7h 2d")
    figure = plots.plot_next_card(result, path)
    png_size(path)
    assert f"{100 * result.equity[51, 0]:.1f}" in texts(figure)
    assert texts(figure).count("") == 2 * 3  # the board


def test_a_figure_is_returned_and_other_endings_are_other_formats(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'steelwheel[plot]'")
    assert plots.plot_range("AA", title="mine").get_suptitle() == "mine"
    plots.plot_range("AA", tmp_path / "range.svg")
    assert "<svg" in (tmp_path / "range.svg").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="nonsense"):
        plots.plot_range("AA", tmp_path / "range.nonsense")


def test_what_was_sampled_has_no_equity_per_combo_to_draw():
    with pytest.raises(ValueError, match="no equities per combo"):
        plots.plot_per_combo(sw.equity(["AA", "KK"], samples=100, seed=1))


def test_without_matplotlib_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"steelwheel\[plot\]"):
        plots.plot_range("AA")


def test_importing_the_package_and_the_plots_does_not_import_matplotlib():
    command = "import sys, steelwheel.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], timeout=60, check=False).returncode == 0
