"""Runs one program, or copies of it beside each other, and writes what that took to a descriptor: wall and processor
seconds, the greatest peak memory in KiB, status.

A process of its own: the peak that the system tells of a child begins with the peak of the process that started it, so
that process has to be small.
"""
import os
import sys
import time


def main() -> None:
    answer, copies, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    os.set_inheritable(answer, False)
    begun = time.perf_counter()
    children = [os.posix_spawnp(command[0], command, os.environ) for _ in range(copies)]
    processor, peak, status = 0.0, 0, 0
    for child in children:
        _, ended, usage = os.wait4(child, 0)
        processor += usage.ru_utime + usage.ru_stime
        peak = max(peak, usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss)
        status = status or os.waitstatus_to_exitcode(ended)
    wall = time.perf_counter() - begun
    os.write(answer, f"{wall:.6f} {processor:.6f} {peak} {status}\n".encode())


main()
