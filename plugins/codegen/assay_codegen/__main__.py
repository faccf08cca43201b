"""Writes the names of a catalog as code: fills a Jinja2 template with the JSON of `assay catalog export --as json`."""

import argparse
import fnmatch
import json
import pathlib
import re
import sys

import jinja2

TEMPLATES = pathlib.Path(__file__).resolve().parent / "templates"
ABSENT = {"usual": [], "members": [], "fields": [], "lists": [], **dict.fromkeys("only points parent deprecated".split())}
# Control characters, line ends, and characters that are invisible or change the direction of text.
UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
                    "\U000e0000-\U000e007f]")


def identifier(text, style):
    """An id as an identifier: `upper_snake`, `upper_camel`, `camel`, or `lower_camel` with a lowercase first word."""
    parts = re.findall("[A-Za-z0-9]+", text)
    words = re.sub("(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", " ".join(parts)).split()
    head, tail = {"camel": (parts[:1], parts[1:]), "upper_camel": ([], parts),
                  "upper_snake": (["_".join(words).upper()], []),
                  "lower_camel": ([word.lower() for word in words[:1]], words[1:])}[style]
    name = "".join(head + [word[:1].upper() + word[1:] for word in tail]) or "Value"
    return ("The" if style == "upper_camel" else "_") + name if name[0].isdigit() or not words else name


class Names:
    """The identifiers of one scope: a reserved word gets a suffix, and the later of two equal names a number."""

    def __init__(self, reserved="", suffix="_"):
        self.reserved, self.suffix, self.taken = set(reserved.split()), suffix, set()

    def take(self, text, style, ending=""):
        wanted, number = identifier(text, style) + ending, 1
        name = unique = wanted + self.suffix if wanted in self.reserved else wanted
        while unique in self.taken:
            number += 1
            unique = f"{name}_{number}"
        self.taken.add(unique)
        return unique


def named(items, style):
    """Pairs of an item and its name, in a scope of their own. Names of metadata keys lack HealthKit's prefixes."""
    names, prefix = Names(), re.compile("^HK(MetadataKey)?(?=.)")
    return [(item, names.take(prefix.sub("", item["id"]) if "key" in item else item["id"], style)) for item in items]


def literal(text, also="", wide=False):
    r"""A string literal in double quotes. `also` lists more characters to escape; `wide` writes \U0000000A."""
    def escaped(match):
        units = match[0].encode("utf-16-be").hex().upper()
        return f"\\U{ord(match[0]):08X}" if wide else re.sub("....", r"\\u\g<0>", units)
    return '"' + UNSEEN.sub(escaped, re.sub(rf'[\\"{also}]', r"\\\g<0>", text)) + '"'


def comment(name, *sentences):
    """A comment of one line. The id comes first, so that no text of a definition is a directive of a compiler."""
    text = " ".join(text if text.endswith(".") else text + "." for text in sentences if text)
    text = UNSEEN.sub(lambda match: f"\\u{{{ord(match[0]):X}}}", text)
    return f"`{name}`: " + re.sub(r"\*(?=/)|/(?=\*)", r"\g<0> ", text)


def catalog(document, only=()):
    """What a template can use: `types`, `enums` and `keys` in the order of their ids, and `reserve`."""
    shared, enums = document["enums"], {}

    def cases(item):
        listed = [(case["name"], case.get("raw")) for case in item.get("cases", [])] or item.get("values", {}).items()
        return [{"id": name, "raw": raw} for name, raw in listed]

    def use(item, *place):
        """Sets the enum of a value: the shared one, or inline cases named by their place."""
        own, common = cases(item), cases(shared.get(item.get("enum"), {}))
        name = item["enum"] if common and own in ([], common) else ".".join(place)
        about = shared.get(name, {}).get("identifier")
        text = comment(name, "Cases of samples and metadata" + (f"; {about}" if about else ""))
        new = {"id": name, "cases": own or common, "comment": text}
        item["enum"] = enums.setdefault(name, new) if new["cases"] else None

    def chosen(items, key, ids=()):
        found = {item[key]: {**ABSENT, **item, "id": item[key]} for item in items if not only or item[key] in ids
                 or any(fnmatch.fnmatchcase(item[key], pattern) for pattern in only)}
        return {name: found[name] for name in sorted(found, key=str.encode)}

    # Samples of a correlation contain samples of its members.
    members = {member["type"] for item in chosen(document["types"], "type").values() for member in item["members"]}
    types = chosen(document["types"], "type", members)
    if missing := ", ".join(sorted(members - set(types))) or (not types and "each type of --only"):
        raise ValueError(f"the catalog lacks {missing}: export all of it, and select types with --only")
    for name, item in types.items():
        item.update(document["units"].get(name, {}))
        item["members"] = [types[member["type"]] for member in item["members"]]
        item["structured"] = item["kind"] in ("composite", "series")
        item["optional"] = list(item.get("values", {})) == ["notApplicable"]
        instead = f": use {item['replacement']}" if item.get("replacement") else ""
        item["comment"] = comment(name, item["title"], item.get("summary"), item["usual"] and "In " + item["usual"][0],
                                  item["deprecated"] and f"Deprecated since {item['deprecated']}{instead}")
        use(item, name)
        for part in item["fields"] + item["lists"]:
            use(part, name, part["name"])
            for field in part.get("fields", []):
                use(field, name, part["name"], field["name"])
    keys = chosen(document["metadata"], "key")
    for item in [*keys.values(), *({"enum": name, "key": name} for name in shared if not only)]:
        use(item, item["key"])
    listed = [enums[name] for name in sorted(enums, key=str.encode)]

    def reserve(words):
        """Names enums (`name`), samples (`sample`) and parts of samples in one scope, but not by these words."""
        names = Names(words, "Value")
        for item in listed:
            item["name"] = names.take(item["id"], "upper_camel")
        for item in types.values():
            item["sample"] = names.take(item["id"], "upper_camel", "Sample")
            for part in ("fields", "lists", "points") if item["structured"] else ():
                item[part + "_name"] = names.take(item["id"], "upper_camel", part.capitalize())
            for part in item["lists"]:
                part["element"] = names.take(item["id"], "upper_camel", identifier(part["name"], "upper_camel"))
        return ""

    return {"types": list(types.values()), "enums": listed, "keys": list(keys.values()), "reserve": reserve}


def main():
    parser = argparse.ArgumentParser(prog="assay-codegen", description="Writes the names of a catalog as code.")
    parser.add_argument("template", help="kotlin, python, typescript, or the path of a template of your own")
    parser.add_argument("catalog", help="the output of `assay catalog export --as json`; - reads standard input")
    parser.add_argument("--only", action="append", metavar="PATTERN", help="select types and keys: 'org.example.*'")
    words = parser.parse_args()
    try:
        own = TEMPLATES / f"{words.template}.j2"
        path = own if own.is_file() else pathlib.Path(words.template)
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader([path.parent, TEMPLATES]), undefined=jinja2.StrictUndefined,
            trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
        environment.filters.update(identifier=identifier, named=named, literal=literal, comment=comment)
        document = json.load(sys.stdin.buffer if words.catalog == "-" else open(words.catalog, "rb"))
        code = environment.get_template(path.name).render(catalog(document, words.only))
        sys.stdout.buffer.write(code.encode())
    except (OSError, ValueError, KeyError, jinja2.TemplateError) as error:
        sys.exit(f"assay-codegen: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
