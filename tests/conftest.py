"""What every test gets: a closed environment, the Hypothesis profile, the golden frames, a terminal check."""

import gc
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("support")
# Thousands of screens come and go: looking for cycles as often as Python does by itself is a quarter of the time.
gc.set_threshold(200_000, 50, 100)

GOLDENS = Path(__file__).parent / "tui" / "goldens"
# Whatever the person running the tests has set up must not reach them: places, zone, colours.
FOREIGN_VARIABLES = (
    "COLORTERM",
    "DSH_HOME",
    "FORCE_COLOR",
    "NO_COLOR",
    "WORKBENCH_HOME",
    "WORKBENCH_ROOT",
    "WORKBENCH_ZONE",
)

_COMMON = {
    "deadline": None,  # a shared machine is slow now and then; targets are the benchmarks' business
    "suppress_health_check": [HealthCheck.too_slow],  # for the same reason
    "print_blob": True,
}
settings.register_profile("ci", derandomize=True, max_examples=100, **_COMMON)
settings.register_profile("explore", max_examples=int(os.environ.get("WORKBENCH_EXAMPLES", "2000")), **_COMMON)
settings.load_profile(os.environ.get("WORKBENCH_HYPOTHESIS", "ci"))


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens", action="store_true", help="write the text frames that the tests see as the new goldens"
    )


def pytest_configure():
    """Close the environment before any test module is imported: Textual reads its part of it then."""
    for name in FOREIGN_VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")


@pytest.fixture(autouse=True, scope="session")
def empty_data_folder(tmp_path_factory):
    """Point the data folder at one that must stay empty: a test that writes there names a folder of its own."""
    home = tmp_path_factory.mktemp("nobody") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBENCH_HOME", str(home))
        yield
    assert not home.exists(), f"a test wrote to the default data folder: {sorted(home.rglob('*'))}"


@pytest.fixture
def golden(request):
    """Compare the running app's screen with a stored text frame: ``golden(app, "main")``."""
    from support.frames import Golden

    return Golden(GOLDENS, update=request.config.getoption("--update-goldens"))


def pytest_runtest_setup(item):
    if item.get_closest_marker("tty") and not shutil.which("tmux"):
        pytest.skip("needs tmux to give the program a real terminal")
