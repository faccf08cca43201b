"""Reads a JUnit file with an XML parser, and checks that its counts are those of what it holds.

Usage: junit.py FILE. Prints what is wrong and exits 1, or prints the numbers of test cases and failures.
"""

import sys
import xml.etree.ElementTree as tree


def main() -> int:
    root = tree.parse(sys.argv[1]).getroot()
    if root.tag != "testsuites":
        print("the root is", root.tag)
        return 1
    tests = failures = 0
    for suite in root:
        cases = suite.findall("testcase")
        failed = [case for case in cases if case.find("failure") is not None]
        if int(suite.get("tests")) != len(cases) or int(suite.get("failures")) != len(failed):
            print("wrong counts in", suite.get("name"))
            return 1
        tests += len(cases)
        failures += len(failed)
    print(tests, failures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
