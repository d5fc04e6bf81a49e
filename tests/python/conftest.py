# SPDX-License-Identifier: MIT
"""What all tests of the Python package share."""
import os
import pathlib

import pytest

top = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def examples() -> pathlib.Path:
    """The folder with the example documents and scenes."""
    return top / "examples"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Let a skipped test fail in CI, where all that tests need must be installed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", [])
    if os.environ.get("CI") and skipped:
        for report in skipped:
            reporter.write_line(f"\nnot run, but CI must run it (./dev python installs what it needs): {report.nodeid}: {report.longrepr}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
