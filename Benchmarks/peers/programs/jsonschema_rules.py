"""jsonschema-rs: a schema with an if/then for each type, over NDJSON read by orjson. Arguments: INPUT RULES [OUT].

Prints how many lines are bad, and writes their numbers to OUT. JSON Schema cannot compare start and end, nor convert
units: it has a range for each unit.
"""
import json
import sys

import jsonschema_rs
from orjson import JSONDecodeError, loads


def sample_schema(name: str, rule: dict) -> dict:
    properties: dict = {"type": {"const": name}}
    required = ["type", "value"]
    schema: dict = {"properties": properties}
    if rule["kind"] == "quantity":
        required.append("unit")
        low, high = rule["range"]
        properties["value"] = {"type": "number"}
        properties["unit"] = {"enum": list(rule["units"])}
        schema["anyOf"] = [
            {"properties": {"unit": {"const": unit}, "value": {"minimum": low / factor, "maximum": high / factor}}}
            for unit, factor in rule["units"].items()]
        if len(rule["units"]) == 1:
            properties["unit"] = {"const": next(iter(rule["units"]))}
            properties["value"] = {"type": "number", "minimum": low, "maximum": high}
            del schema["anyOf"]
    else:
        properties["value"] = {"enum": rule["values"]}
        properties["unit"] = False
    for key in rule.get("required_metadata", []):
        properties["metadata"] = {"type": "object", "required": [key]}
        required.append("metadata")
    schema["required"] = required
    return schema


def line_schema(rules: dict) -> dict:
    text = {"type": "string"}
    source = {
        "type": "object", "required": ["name", "bundle"], "additionalProperties": False,
        "properties": {"name": text, "bundle": text, "version": text}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["uuid", "type", "value", "start", "end", "source"],
        "additionalProperties": False,
        "properties": {
            "uuid": {"type": "string", "format": "uuid"}, "type": {"enum": list(rules)}, "value": True, "unit": text,
            "start": {"type": "string", "format": "date-time"}, "end": {"type": "string", "format": "date-time"},
            "source": source, "device": {"type": "object", "additionalProperties": text},
            "metadata": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}}},
        "allOf": [
            {"if": {"properties": {"type": {"const": name}}, "required": ["type"]}, "then": sample_schema(name, rule)}
            for name, rule in rules.items()]}


def main() -> None:
    with open(sys.argv[2]) as file:
        schema = line_schema(json.load(file))
    is_valid = jsonschema_rs.validator_for(schema, validate_formats=True).is_valid
    bad: list[int] = []
    with open(sys.argv[1], "rb", buffering=1 << 20) as lines:
        for number, line in enumerate(lines, 1):
            try:
                sample = loads(line)
            except JSONDecodeError:
                bad.append(number)
                continue
            if not is_valid(sample):
                bad.append(number)
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w") as out:
            out.writelines(f"{number}\n" for number in bad)
    print(len(bad))


main()
