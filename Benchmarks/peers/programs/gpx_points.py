"""What one writes with gpxpy: the points of all routes in a folder. Argument: FOLDER. Prints how many they are."""
import sys
from pathlib import Path

import gpxpy


def main() -> None:
    count = 0
    for path in sorted(Path(sys.argv[1]).glob("**/*.gpx")):
        with path.open() as file:
            for track in gpxpy.parse(file).tracks:
                for segment in track.segments:
                    count += len(segment.points)
    print(count)


main()
