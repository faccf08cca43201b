"""Runs one program and writes what it took to a descriptor: wall and processor seconds, peak memory in KiB, status.

A process of its own: the peak that the system tells of a child begins with the peak of the process that started it, so
that process has to be small.
"""
import os
import sys
import time


def main() -> None:
    answer = int(sys.argv[1])
    os.set_inheritable(answer, False)
    begun = time.perf_counter()
    child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - begun
    peak = usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss
    processor = usage.ru_utime + usage.ru_stime
    os.write(answer, f"{wall:.6f} {processor:.6f} {peak} {os.waitstatus_to_exitcode(status)}\n".encode())


main()
