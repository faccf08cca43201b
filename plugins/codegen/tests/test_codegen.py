"""Identifiers, literals and comments, and templates of a team: `python3 -m unittest` in the folder of the plugin."""

import io
import json
import pathlib
import random
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from assay_codegen import __main__ as codegen

SEED = random.randrange(2**32)
PARTS = ["*/", "/*", "*", "/", '"', '"""', "'", "\\", "\\(", "$", "${x}", "#", "//", "\n", "\r", "\t", "\0", "`",
         "\u2028", "\u2029", "\u202e", "\ufeff", "/\u0301", "*\u0301", "\U0001f600", "\U000e0041", "é", "type: ignore", "@x"]
CATALOG = {
    "units": {"grip": {"usual": ["kg", "g"], "only": False}},
    "enums": {"side": {"identifier": "Side", "cases": [{"name": "left", "raw": 0}, {"name": "right", "raw": 1}]}},
    "metadata": [{"key": "HKHand", "kind": "enum", "enum": "side"}, {"key": "Tool", "kind": "enum", "cases": [{"name": "a"}]}],
    "types": [
        {"type": "test", "kind": "correlation", "title": "Test", "members": [{"type": "grip", "min": 1}]},
        {"type": "grip", "kind": "quantity", "title": "Grip", "summary": "Strength", "deprecated": "2", "replacement": "g"},
        {"type": "hand", "kind": "category", "title": "Hand", "enum": "side", "values": {"left": 0, "right": 1}},
        {"type": "foot", "kind": "category", "title": "Foot", "enum": "foot", "values": {"left": 0, "right": 1}},
        {"type": "walk", "kind": "composite", "title": "Walk", "lists": [
            {"name": "stops", "min": 0, "max": 9, "fields": [
                {"name": "at", "kind": "enum", "enum": "walk", "values": {"left": 7}, "required": True}]}]},
    ],
}


def texts():
    chance = random.Random(SEED)
    return ["".join(chance.choices(PARTS, k=chance.randrange(9))) for _ in range(2000)]


def run(template, *words, document=CATALOG):
    """The status and both outputs of the program with a template of the text."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "own.j2").write_text(template, encoding="utf-8")
        (pathlib.Path(folder) / "catalog.json").write_text(json.dumps(document), encoding="utf-8")
        output, errors = io.TextIOWrapper(io.BytesIO()), io.StringIO()
        arguments = ["assay-codegen", f"{folder}/own.j2", f"{folder}/catalog.json", *words]
        with mock.patch.object(sys, "argv", arguments), redirect_stdout(output), redirect_stderr(errors):
            try:
                codegen.main()
                status = None
            except SystemExit as end:
                status = end.code
        return status, output.buffer.getvalue().decode()


class IdentifierTests(unittest.TestCase):
    def test_words_are_cut_where_letters_change_their_case(self):
        for text, camel, lower_camel, upper_camel, upper_snake in [
            ("stepCount", "stepCount", "stepCount", "StepCount", "STEP_COUNT"),
            ("heartRateVariabilitySDNN", "heartRateVariabilitySDNN", "heartRateVariabilitySDNN",
             "HeartRateVariabilitySDNN", "HEART_RATE_VARIABILITY_SDNN"),
            ("vo2Max", "vo2Max", "vo2Max", "Vo2Max", "VO2_MAX"),
            ("SWOLFScore", "SWOLFScore", "swolfScore", "SWOLFScore", "SWOLF_SCORE"),
            ("aa.study-2.grip_Strength", "aaStudy2GripStrength", "aaStudy2GripStrength", "AaStudy2GripStrength",
             "AA_STUDY_2_GRIP_STRENGTH"),
            ("3d", "_3d", "_3d", "The3d", "_3D"),
            ("_", "_Value", "_Value", "TheValue", "_Value"),
        ]:
            with self.subTest(text):
                self.assertEqual(codegen.identifier(text, "camel"), camel)
                self.assertEqual(codegen.identifier(text, "lower_camel"), lower_camel)
                self.assertEqual(codegen.identifier(text, "upper_camel"), upper_camel)
                self.assertEqual(codegen.identifier(text, "upper_snake"), upper_snake)

    def test_each_id_gets_an_identifier_that_no_other_has(self):
        chance = random.Random(SEED)
        for _ in range(200):
            ids = sorted({"".join(chance.choices("aAbB2._-", k=chance.randrange(1, 6))) for _ in range(40)})
            for style in ("camel", "lower_camel", "upper_camel", "upper_snake"):
                table = codegen.Names("aB A_B AB", "Value")
                names = [table.take(text, style) for text in ids]
                self.assertEqual(len(set(names)), len(ids), f"{SEED=}")
                self.assertFalse({"aB", "A_B", "AB"} & set(names), f"{SEED=}")
                self.assertTrue(all(name.isidentifier() for name in names), f"{names} {SEED=}")

    def test_metadata_keys_lose_the_prefixes_of_HealthKit(self):
        keys = [{"key": key, "id": key} for key in ("HKMetadataKeyStudy", "HKStudy", "HK", "_HKPrivateSWOLFScore")]
        names = [name for _, name in codegen.named(keys, "lower_camel")]
        self.assertEqual(names, ["study", "study_2", "hk", "hkPrivateSWOLFScore"])


class TextTests(unittest.TestCase):
    def test_a_literal_is_one_line_and_means_its_text(self):
        for text in texts():
            with self.subTest(text=text, seed=SEED):
                self.assertEqual(json.loads(codegen.literal(text)), text)
                self.assertEqual(eval(codegen.literal(text, wide=True)), text)
                self.assertEqual(json.loads(codegen.literal(text, "$").replace("\\$", "$")), text)
                self.assertNotRegex(codegen.literal(text, "$"), r"(?<!\\)(\\\\)*\$")
                self.assertIsNone(codegen.UNSEEN.search(codegen.literal(text)))

    def test_a_comment_is_one_line_and_ends_at_its_end(self):
        for text in texts():
            with self.subTest(text=text, seed=SEED):
                line = codegen.comment("id", text)
                self.assertTrue(line.startswith("`id`: "))
                self.assertIsNone(codegen.UNSEEN.search(line))
                self.assertNotRegex(line, r"\*/|/\*")


class TemplateTests(unittest.TestCase):
    def test_a_template_of_a_team_sees_types_enums_and_keys(self):
        template = """{{ reserve("Side") -}}
{% for type, name in types | named("upper_snake") %}
{{ name }} {{ type.sample }} {{ type.enum.name if type.enum else "-" }} {{ type.usual | map("literal") | join(" ") or "-" }}
{% endfor %}
{% for enum in enums %}
{{ enum.comment }}{% for case in enum.cases %} {{ case.id }}={{ case.raw }}{% endfor %}

{% endfor %}
{{ keys | map(attribute="id") | join(" ") }} {{ types[0].comment }} {{ types[1].comment }}
{{ types[3].members[0].id }} {{ types[4].lists[0].element }} {{ types[4].lists[0].fields[0].enum.id }}
"""
        status, text = run(template)
        self.assertIsNone(status)
        self.assertEqual(text, """FOOT FootSample Foot -
GRIP GripSample - "kg" "g"
HAND HandSample SideValue -
TEST TestSample - -
WALK WalkSample - -
`Tool`: Cases of samples and metadata. a=None
`foot`: Cases of samples and metadata. left=0 right=1
`side`: Cases of samples and metadata; Side. left=0 right=1
`walk.stops.at`: Cases of samples and metadata. left=7
HKHand Tool `foot`: Foot. `grip`: Grip. Strength. In kg. Deprecated since 2: use g.
grip WalkStops walk.stops.at
""")

    def test_patterns_select_types_with_what_they_use(self):
        template = '{{ types | map(attribute="id") | join(" ") }}; {{ enums | map(attribute="id") | join(" ") }}'
        self.assertEqual(run(template, "--only", "te*"), (None, "grip test; "))
        self.assertEqual(run(template, "--only", "hand", "--only", "To*"), (None, "hand; Tool side"))

    def test_the_template_of_the_README_works(self):
        page = pathlib.Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")
        status, text = run(page.split("```jinja\n")[1].split("```")[0], "--only", "hand")
        self.assertIsNone(status)
        self.assertIn('enum Side { Left = "left", Right = "right", }', text)

    def test_what_is_missing_is_named(self):
        self.assertIn("lacks each type of --only", run("", "--only", "nothing")[0])
        part = {**CATALOG, "types": CATALOG["types"][:1]}
        self.assertIn("lacks grip: export all of it", run("", document=part)[0])
        self.assertIn("'colour' is undefined", run("{{ colour }}")[0])


if __name__ == "__main__":
    unittest.main()
