"""What one reads FHIR with in Python: the models of fhir.resources, a resource a line. Argument: FILE.

Prints how many observations were read.
"""
import sys

from fhir.resources.R4B.observation import Observation


def main() -> None:
    count = 0
    with open(sys.argv[1], "rb") as lines:
        for line in lines:
            Observation.parse_raw(line)
            count += 1
    print(count)


main()
