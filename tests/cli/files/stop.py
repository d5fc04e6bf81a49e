# SPDX-License-Identifier: MIT
"""stop.py SECONDS SIGNAL COMMAND... runs a command, sends it a signal when it has used so many seconds of a processor, and
ends as it does. stop.py SECONDS PROCESS waits until that process has used so many. A busy machine only makes this longer,
where a time by the clock might come before the command had begun."""
import os
import signal
import subprocess
import sys
import time


def used(process):
    """Return the seconds of a processor that a process has used, or None if it is gone."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            state, *fields = file.read().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if state == "Z" else (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK")


def wait_for(process, seconds):
    while (now := used(process)) is not None and now < seconds:
        time.sleep(0.005)


def main(seconds, what, *command):
    if not command:
        wait_for(int(what), float(seconds))
        return
    child = subprocess.Popen(command)
    wait_for(child.pid, float(seconds))
    child.send_signal(getattr(signal, f"SIG{what}"))
    status = child.wait()
    sys.exit(status if status >= 0 else 128 - status)


main(*sys.argv[1:])
