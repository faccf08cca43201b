"""What one writes by hand in Python, without packages: the rules over NDJSON. Arguments: INPUT RULES [OUT].

Prints how many lines are bad, and writes their numbers to OUT.
"""
import json
import sys
from datetime import datetime


def is_bad(sample: dict, rules: dict) -> bool:
    rule = rules[sample["type"]]
    value = sample["value"]
    if rule["kind"] == "quantity":
        if type(value) not in (int, float):
            return True
        low, high = rule["range"]
        if not low <= value * rule["units"][sample["unit"]] <= high:
            return True
    elif type(value) is not int or value not in rule["values"] or "unit" in sample:
        return True
    begun = datetime.fromisoformat(sample["start"])
    ended = datetime.fromisoformat(sample["end"])
    if not 0 <= (ended - begun).total_seconds() <= rule["max_duration_s"]:
        return True
    sample["source"]["name"], sample["uuid"]
    return any(key not in sample.get("metadata", ()) for key in rule.get("required_metadata", ()))


def main() -> None:
    with open(sys.argv[2]) as file:
        rules = json.load(file)
    bad: list[int] = []
    with open(sys.argv[1], "rb", buffering=1 << 20) as lines:
        for number, line in enumerate(lines, 1):
            try:
                if is_bad(json.loads(line), rules):
                    bad.append(number)
            except (KeyError, TypeError, ValueError):
                bad.append(number)
    if len(sys.argv) > 3:
        with open(sys.argv[3], "w") as out:
            out.writelines(f"{number}\n" for number in bad)
    print(len(bad))


main()
