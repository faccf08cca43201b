#!/usr/bin/env python3
"""Reads observations, one a line, with the models of the package fhir.resources (R4B, whose Observation is that of R4).

    python3 Tests/Schema/fhir.py FILE [KIND]

KIND is Observation (default) or Bundle, whose file is one document. Prints the number of resources that are valid, and
the first errors; exits with 1 when there are any.
"""

import json
import sys


def model(kind):
    if kind == "Bundle":
        from fhir.resources.R4B.bundle import Bundle

        return Bundle
    from fhir.resources.R4B.observation import Observation

    return Observation


def main(path, kind="Observation"):
    resource = model(kind)
    valid, errors = 0, []
    with open(path, encoding="utf-8") as file:
        texts = [file.read()] if kind == "Bundle" else file
        for number, text in enumerate(texts, 1):
            try:
                resource.parse_obj(json.loads(text))
                valid += 1
            except Exception as error:  # Of pydantic, and of the classes themselves.
                errors.append(f"{number}: {error}")
    print(valid)
    for error in errors[:5]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
