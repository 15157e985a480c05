"""The CPU and memory of processes, including their running descendants."""

import os
import pathlib
import re
import time

TICKS = os.sysconf("SC_CLK_TCK")


def family(process):
    """A process and all its descendants."""
    found = [process]
    for member in found:
        for listed in pathlib.Path(f"/proc/{member}/task").glob("*/children"):
            try:
                found += [int(child) for child in listed.read_text().split()]
            except OSError:
                pass
    return found


def cpu_seconds(process):
    """The CPU of the family so far. Ended processes count only if their parents have waited for them."""
    return sum(_cpu_seconds(member) for member in family(process))


def cpu_seconds_of_hashing(process):
    """The CPU of the server's hashing threads, which are those with a lower priority."""
    return sum(
        _seconds(fields) for fields in map(_fields, pathlib.Path(f"/proc/{process}/task").glob("*/stat")) if fields and int(fields[16]) > 0)


def _cpu_seconds(process):
    """To the nanosecond, from the process's own clock (clock_getcpuclockid(3)): the ticks of its file are a hundredth of a second."""
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0


def _fields(stat):
    """The fields after the name, which may contain spaces; empty for an ended process."""
    try:
        return stat.read_text().rsplit(")", 1)[1].split()
    except OSError:
        return []


def _seconds(fields):
    return (int(fields[11]) + int(fields[12])) / TICKS


def proportional_mib(process):
    """Proportional set size of the family in MiB: pages that several processes share count once."""
    total = 0
    for member in family(process):
        try:
            rollup = pathlib.Path(f"/proc/{member}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M).group(1))
    return total / 1024
