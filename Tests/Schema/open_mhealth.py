#!/usr/bin/env python3
"""Validates data points, one a line, against the published schemas in a folder: openmhealth/schemas, IEEE 1752.1.

    python3 Tests/Schema/open_mhealth.py SCHEMAS FILE

SCHEMAS has files such as `heart-rate-2.0.json` at any depth. A point whose schema is not there is counted and not
checked. Prints how many were checked and how many not, and the first errors; exits with 1 when there are any. Needs the
package jsonschema.
"""

import json
import pathlib
import sys

import jsonschema
import referencing.jsonschema


def schemas(folder):
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        if isinstance(content, dict) and ("$schema" in content or "properties" in content or "definitions" in content):
            found[path.resolve()] = content
    return found


def main(folder, points):
    known = schemas(folder)
    by_name = {}
    for path in known:
        space = "granola" if "granola" in path.parts else "ieee" if "ieee" in path.parts else "omh"
        by_name.setdefault((space, path.stem), path)

    def retrieve(uri):
        name = uri.split("#")[0].rsplit("/", 1)[-1].removesuffix(".json")
        for path in known:
            if path.stem == name or path.stem.rsplit("-", 1)[0] == name:
                return referencing.Resource.from_contents(
                    known[path], default_specification=referencing.jsonschema.DRAFT4)
        raise referencing.exceptions.NoSuchResource(ref=uri)

    registry = referencing.Registry(retrieve=retrieve)
    checked, unchecked, errors = 0, 0, []
    with open(points, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            point = json.loads(line)
            schema_id = point["header"]["schema_id"]
            name = f"{schema_id['name']}-{schema_id['version']}"
            path = by_name.get((schema_id["namespace"], name))
            if path is None:
                unchecked += 1
                continue
            schema = dict(known[path])
            schema.setdefault("$id", path.as_uri())
            checker = jsonschema.Draft4Validator(schema, registry=registry)
            checked += 1
            for error in checker.iter_errors(point["body"]):
                errors.append(f"{number}: {name}: {error.message[:200]}")
    print(checked, unchecked)
    for error in errors[:5]:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":

    sys.exit(main(*sys.argv[1:]))
