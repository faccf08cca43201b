"""Holds a SARIF file against a model that was generated from the published schema of SARIF 2.1.0.

Usage: sarif.py FILE. Prints what is wrong and exits 1, or prints the number of results.
"""

import json
import sys

from pydantic_sarif import model


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    log = model.StaticAnalysisResultsFormatSarifVersion210JsonSchema.model_validate_json(text)
    run = log.runs[0]
    rules = {rule.id for rule in run.tool.driver.rules}
    fingerprints = set()
    for result in json.loads(text)["runs"][0]["results"]:
        # A rule may be below the one that describes it: `not-checked/plugin-exited`.
        if result["ruleId"] not in rules and result["ruleId"].split("/")[0] not in rules:
            print("a result of no rule:", result["ruleId"])
            return 1
        if result["level"] not in ("error", "warning", "note"):
            print("a result without a level")
            return 1
        fingerprint = tuple(sorted(result["partialFingerprints"].items()))
        if not fingerprint or fingerprint in fingerprints:
            print("a fingerprint that is missing or not its own:", fingerprint)
            return 1
        fingerprints.add(fingerprint)
    print(len(run.results or []))
    return 0


if __name__ == "__main__":
    sys.exit(main())
