"""What one writes by hand in Python: the voltages of all electrocardiograms in a folder. Argument: FOLDER.

Prints how many they are.
"""
import csv
import sys
from pathlib import Path


def main() -> None:
    count = 0
    for path in sorted(Path(sys.argv[1]).glob("**/electrocardiograms/*.csv")):
        voltages = []
        with path.open(newline="") as file:
            for row in csv.reader(file):
                # The lines before the voltages have a name and a value.
                if len(row) == 1:
                    try:
                        voltages.append(float(row[0]))
                    except ValueError:
                        continue
        count += len(voltages)
    print(count)


main()
