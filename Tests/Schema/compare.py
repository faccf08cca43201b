#!/usr/bin/env python3
"""Compares the exported JSON Schema with the cases of Tests/Cases/samples.

    assay catalog export --as json-schema --catalog Tests/Cases/samples/catalog > schema.json
    python3 Tests/Schema/compare.py schema.json

A case without errors must be accepted. A case with an error that JSON Schema can say must be refused. What it cannot
say is listed below with the reason, and counted. Prints the disagreements and exits with 1 when there are any.
Needs the package jsonschema.
"""

import collections
import json
import pathlib
import re
import sys

import jsonschema

# The codes that are no errors by default; a case says so itself where its severity is another.
MILD = {
    "field-unknown", "type-deprecated", "value-implausible", "time-in-future", "time-precision", "metadata-unknown",
    "member-outside", "unit-alias", "time-zone-assumed", "duplicate", "time-outside", "file-missing",
    "duration-implausible", "rate-impossible", "metadata-kind", "metadata-not-in-enum",
}

# The codes whose every case must be refused, but for the exceptions of `excuse`.
SAID = {
    "string-too-long", "object-too-large", "field-missing", "field-kind", "type-unknown", "type-kind", "unit-missing",
    "unit-not-allowed", "value-not-a-number", "value-not-in-enum", "value-not-allowed", "value-not-an-integer",
    "time-invalid", "time-no-offset", "metadata-missing", "metadata-kind", "metadata-not-in-enum", "member-missing",
    "member-too-many", "member-not-allowed", "uuid-invalid", "list-too-long", "list-too-short", "points-too-many",
}

# The codes that JSON Schema cannot say, and why.
UNSAID = {
    "json-syntax": "the text is no JSON value",
    "json-duplicate-key": "a parsed object has each key once",
    "nesting": "a schema does not count depth",
    "encoding": "the text is no JSON value",
    "unit-unknown": "the grammar of units is open",
    "unit-incompatible": "the grammar of units is open",
    "value-precision": "parsed numbers have no digits",
    "end-before-start": "two fields are compared",
    "duration-too-long": "two fields are compared",
    "duration-too-short": "two fields are compared",
    "uuid-conflict": "several fields are compared",
    "list-not-unique": "groups are compared",
    "points-length": "columns are compared",
    "points-order": "numbers are compared",
    "digest-mismatch": "a schema computes no digest",
    "rule-broken": "a condition is no schema",
}


class Case:
    """One line of a case file."""

    def __init__(self, family, line):
        data = json.loads(line)
        self.name = f"{family}: {data['name']}"
        self.options = data.get("options", {})
        levels = data.get("levels") or [("mild" if code in MILD else "error") for code in data["codes"]]
        self.errors = [
            (code, pointer)
            for code, pointer, level in zip(data["codes"], data["at"], levels, strict=True)
            if level == "error"
        ]
        text = data["raw"] if "raw" in data else json.dumps(data["sample"], ensure_ascii=False)
        if "repeat" in data:
            text = text.replace("@@", data["repeat"]["text"] * data["repeat"]["count"])
        self.text = text

    def sample(self):
        """The parsed sample; raises ValueError when the text is no JSON."""

        def refuse(word):
            raise ValueError(f"{word} is no JSON")

        return json.loads(self.text, parse_constant=refuse)


def parts(pointer):
    """The steps of a JSON Pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def value_at(sample, steps):
    """What stands at a place of a sample; None when nothing does."""
    for step in steps:
        if isinstance(sample, list) and step.isdigit() and int(step) < len(sample):
            sample = sample[int(step)]
        elif isinstance(sample, dict) and step in sample:
            sample = sample[step]
        else:
            return None
    return sample


class Schema:
    """The exported schema."""

    def __init__(self, path):
        self.document = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(self.document)
        self.validator = jsonschema.Draft202012Validator(self.document)

    def definition(self, name):
        """The definition that a type's name leads to."""
        for rule in self.document["allOf"]:
            test = rule["if"]["properties"]["type"]
            if name == test.get("const") or name in test.get("enum", []):
                return self.document["$defs"][rule["then"]["$ref"].rsplit("/", 1)[1]]
        return {}

    def judges_values_in(self, unit, type_name):
        """Whether the bounds of a type are stated for a unit."""
        return self.is_stated(unit, self.definition(type_name))

    def judges_part(self, sample, steps):
        """Whether the bounds of a part of a structured sample are stated for its unit."""
        properties = self.definition(sample["type"])["properties"]
        if steps[0] == "points" and steps[1] != "rate":
            unit = sample["points"].get("units", {}).get(steps[1])
            rules = properties["points"].get("allOf", [])
            tests = [rule["if"]["properties"].get("units", {}).get("properties", {}).get(steps[1]) for rule in rules]
            return unit is None or any(test and self.allows(unit, test) for test in tests)
        node = properties[steps[0]]
        for step in steps[1:]:
            node = node["items"] if step.isdigit() else node["properties"][step]
            node = node.get("anyOf", [node])[0]
        value = value_at(sample, steps)
        return not isinstance(value, dict) or self.is_stated(value["unit"], node)

    def is_stated(self, unit, node):
        """Whether a quantity's schema has bounds for a unit."""
        return self.allows(unit, node.get("if", {}).get("properties", {}).get("unit", {}))

    @staticmethod
    def allows(unit, test):
        """Whether a unit is one of those that a test takes."""
        return unit == test.get("const") or unit in test.get("enum", [])


def excuse(code, pointer, sample, schema):
    """Why an error is beyond JSON Schema, or None when it is not."""
    if code in UNSAID:
        return UNSAID[code]
    steps = parts(pointer)
    value = value_at(sample, steps)
    if code in ("value-not-allowed", "value-not-an-integer"):
        owner = value_at(sample, steps[:-1])
        if steps[0] in ("fields", "lists", "points"):
            is_stated = schema.judges_part(sample, steps)
        else:
            is_stated = schema.judges_values_in(owner["unit"], owner["type"])
        if not is_stated:
            return "bounds are stated in the canonical unit"
    if code == "value-not-a-number" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return "parsed numbers have no digits"
    if code == "time-invalid" and isinstance(value, str):
        if ":60" in value:
            return "the list of leap seconds"
        if value.startswith("0001-01-01"):
            return "the instant is before the first"
    if code == "metadata-kind":
        is_object = isinstance(value, dict) and value.keys() == {"value", "unit"} and isinstance(value["unit"], str)
        is_text = isinstance(value, str) and re.match(r"-?[0-9.]+ ", value)
        if is_text or (is_object and isinstance(value["value"], (int, float))):
            return "the grammar of units is open"
    return None


class Comparison:
    """What comparing has found so far."""

    def __init__(self, schema):
        self.schema = schema
        self.accepted = 0
        self.refused = 0
        self.beyond = collections.Counter()
        self.disagreements = []

    def add(self, case):
        """Compares one case."""
        unknown = {code for code, _ in case.errors} - SAID - UNSAID.keys()
        if unknown:
            self.disagree(case, f"neither said nor unsaid: {', '.join(sorted(unknown))}")
        elif case.options:
            self.beyond["(the options of a run)"] += 1
        elif not case.errors:
            self.accepted += 1
            error = next(self.schema.validator.iter_errors(case.sample()), None)
            if error is not None:
                self.disagree(case, f"has no error, and the schema refuses it: {error.message[:200]}")
        else:
            self.add_faulty(case)

    def add_faulty(self, case):
        """Compares a case that has errors."""
        try:
            sample = case.sample()
        except ValueError:
            sample = None
        reasons = [(code, excuse(code, pointer, sample, self.schema)) for code, pointer in case.errors]
        said = [code for code, reason in reasons if reason is None]
        if said:
            self.refused += 1
            if self.schema.validator.is_valid(sample):
                self.disagree(case, f"{', '.join(said)}, and the schema accepts it")
        else:
            for code, reason in reasons:
                self.beyond[f"{code}: {reason}"] += 1

    def disagree(self, case, text):
        """Notes a disagreement."""
        self.disagreements.append(f"{case.name}: {text}")


def main(arguments):
    """Compares, prints, and says with what status to exit."""
    if len(arguments) not in (1, 2):
        print(__doc__.strip(), file=sys.stderr)
        return 64
    comparison = Comparison(Schema(arguments[0]))
    cases = pathlib.Path(__file__).resolve().parent.parent / "Cases" / "samples"
    folder = pathlib.Path(arguments[1]) if len(arguments) == 2 else cases
    for path in sorted(folder.glob("*.ndjson")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line:
                comparison.add(Case(path.stem, line))
    for line in comparison.disagreements:
        print(line)
    print(f"{comparison.accepted} cases without error, {comparison.refused} with errors that JSON Schema can say")
    print(f"{sum(comparison.beyond.values())} findings beyond JSON Schema:")
    for reason, count in sorted(comparison.beyond.items()):
        print(f"  {count:4} {reason}")
    print(f"{len(comparison.disagreements)} disagreements")
    # Where nothing is compared, nothing disagrees.
    has_compared = comparison.accepted > 0 and comparison.refused > 0
    return 0 if has_compared and not comparison.disagreements else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
