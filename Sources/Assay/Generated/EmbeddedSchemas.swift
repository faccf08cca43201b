// Generated from catalog/schema/ by `make bless`. Do not edit.
// swift-format-ignore-file

/// The JSON Schemas of definition files, of assay.yaml and of plugin.yaml, compiled in.
public enum EmbeddedSchemas {
  /// The files, ordered by path.
  public static var files: [EmbeddedText] { EmbeddedText.list(text) }

  private static let text: StaticString = ##"""
\##u{1}assay-yaml.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "assay-yaml.schema.json",
  "title": "A project's configuration, assay.yaml",
  "description": "A project's catalogs, its data, and how they are linted. Paths begin at the file's folder; x- begins notes.",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["schema"],
  "properties": {
    "schema": {"const": 1, "description": "Version of the file format."},
    "catalogs": {
      "$ref": "#/$defs/paths",
      "description": "Folders or files of type definitions, loaded in this order over the built-in ones."
    },
    "plugins": {"$ref": "#/$defs/paths", "description": "Plugin folders; their types are loaded before catalogs."},
    "data": {
      "type": "array",
      "items": {"$ref": "#/$defs/dataSet"},
      "description": "The project's files. A file belongs to the first item whose path matches."
    },
    "exclude": {"$ref": "#/$defs/globs", "description": "Files that belong to no item of data."},
    "rules": {"$ref": "#/$defs/rules", "description": "Severities by code."},
    "overrides": {
      "type": "array",
      "items": {"$ref": "#/$defs/override"},
      "description": "Severities for some files, types or sources; later ones win."
    },
    "fail_on": {
      "enum": ["error", "warning", "never"],
      "default": "error",
      "description": "The least severity that makes the exit status 1."
    },
    "fail_if": {
      "description": "Counts of findings, or shares of the samples read, that make the exit status 1 when they are exceeded.",
      "anyOf": [
        {"$ref": "#/$defs/threshold"},
        {"type": "array", "items": {"$ref": "#/$defs/threshold"}}
      ]
    },
    "suppressions": {
      "type": "array",
      "items": {"$ref": "#/$defs/suppression"},
      "description": "Findings that are known and accepted for a time."
    },
    "baseline": {"$ref": "#/$defs/path", "description": "The file of known findings."},
    "baseline_by": {
      "enum": ["path", "type"],
      "default": "path",
      "description": "Whether known findings are told apart by file, or by type alone for files that move."
    },
    "across": {
      "description": "Whether the rules over several samples run, and how many samples they look back on.",
      "default": true,
      "anyOf": [
        {"type": "boolean"},
        {
          "type": "object",
          "additionalProperties": false,
          "patternProperties": {"^x-": true},
          "required": ["window"],
          "properties": {"window": {"type": "integer", "minimum": 1000, "maximum": 2000000, "default": 200000}}
        }
      ]
    }
  },
  "$defs": {
    "text": {"type": ["string", "number", "boolean"], "description": "Read as text, however it looks.", "minLength": 1},
    "path": {"type": "string", "minLength": 1},
    "paths": {
      "anyOf": [
        {"$ref": "#/$defs/path"},
        {"type": "array", "items": {"$ref": "#/$defs/path"}, "uniqueItems": true}
      ]
    },
    "glob": {
      "type": "string",
      "description": "With *, ?, ** for any folders, [a-z], [!a-z], {a,b} and \\ before a character that stands for itself.",
      "minLength": 1,
      "maxLength": 4096
    },
    "globs": {
      "anyOf": [{"$ref": "#/$defs/glob"}, {"type": "array", "items": {"$ref": "#/$defs/glob"}}]
    },
    "scope": {
      "anyOf": [{"$ref": "#/$defs/glob"}, {"type": "array", "items": {"$ref": "#/$defs/glob"}, "minItems": 1}]
    },
    "level": {"enum": ["error", "warning", "note", "off"]},
    "rules": {
      "type": "object",
      "description": "The codes whose severity can be set; a code of another version is no error here.",
      "properties": {
        "input-empty": {"$ref": "#/$defs/level"},
        "field-unknown": {"$ref": "#/$defs/level"}, "type-deprecated": {"$ref": "#/$defs/level"},
        "type-read-only": {"$ref": "#/$defs/level"}, "unit-alias": {"$ref": "#/$defs/level"},
        "value-not-allowed": {"$ref": "#/$defs/level"}, "value-implausible": {"$ref": "#/$defs/level"},
        "value-not-an-integer": {"$ref": "#/$defs/level"}, "value-precision": {"$ref": "#/$defs/level"},
        "duration-too-long": {"$ref": "#/$defs/level"}, "duration-too-short": {"$ref": "#/$defs/level"},
        "time-in-future": {"$ref": "#/$defs/level"}, "time-precision": {"$ref": "#/$defs/level"},
        "time-zone-assumed": {"$ref": "#/$defs/level"}, "metadata-missing": {"$ref": "#/$defs/level"},
        "metadata-kind": {"$ref": "#/$defs/level"}, "metadata-not-in-enum": {"$ref": "#/$defs/level"},
        "metadata-unknown": {"$ref": "#/$defs/level"}, "member-outside": {"$ref": "#/$defs/level"},
        "duplicate": {"$ref": "#/$defs/level"}, "near-duplicate": {"$ref": "#/$defs/level"},
        "overlap": {"$ref": "#/$defs/level"}, "stage-outside-session": {"$ref": "#/$defs/level"},
        "rate-impossible": {"$ref": "#/$defs/level"}, "subject-missing": {"$ref": "#/$defs/level"},
        "catalog-source": {"$ref": "#/$defs/level"}, "catalog-example": {"$ref": "#/$defs/level"},
        "catalog-name": {"$ref": "#/$defs/level"}, "catalog-unused": {"$ref": "#/$defs/level"},
        "catalog-confusable": {"$ref": "#/$defs/level"}, "catalog-rate": {"$ref": "#/$defs/level"},
        "glob-unmatched": {"$ref": "#/$defs/level"}, "suppression-unused": {"$ref": "#/$defs/level"},
        "suppression-expired": {"$ref": "#/$defs/level"}, "baseline-stale": {"$ref": "#/$defs/level"}
      },
      "patternProperties": {"^x-": true},
      "additionalProperties": {"$ref": "#/$defs/level"}
    },
    "code": {
      "type": "string",
      "minLength": 1,
      "anyOf": [
        {"enum": [
          "encoding", "line-ending", "line-too-long", "truncated", "format-unknown", "zip-path", "zip-ratio",
          "zip-damaged", "xml-syntax", "xml-character", "csv-header", "csv-shape", "input-empty", "not-checked",
          "json-syntax",
          "json-duplicate-key", "nesting", "string-too-long", "object-too-large", "field-missing", "field-kind",
          "field-unknown", "type-unknown", "type-kind", "type-deprecated", "type-read-only", "unit-missing",
          "unit-unknown", "unit-incompatible", "unit-not-allowed", "unit-alias", "value-not-a-number",
          "value-not-in-enum", "value-not-allowed", "value-implausible", "value-not-an-integer", "value-precision",
          "time-invalid", "time-no-offset", "end-before-start", "duration-too-long", "duration-too-short",
          "time-in-future", "time-precision", "time-zone-assumed", "metadata-missing", "metadata-kind",
          "metadata-not-in-enum", "metadata-unknown", "member-missing", "member-too-many", "member-not-allowed",
          "member-outside", "uuid-invalid", "uuid-conflict", "duplicate", "near-duplicate", "overlap",
          "stage-outside-session", "rate-impossible", "subject-missing", "store-refused", "quarantine-line",
          "yaml-syntax", "yaml-subset", "yaml-quote", "catalog-key-unknown", "catalog-key-missing",
          "catalog-key-kind", "catalog-shadow", "catalog-reference", "catalog-unit", "catalog-id",
          "catalog-version", "catalog-range", "catalog-example", "catalog-source", "catalog-name", "catalog-empty",
          "catalog-unused", "catalog-confusable", "catalog-rate", "config-syntax", "config-key-unknown",
          "config-key-missing", "config-key-kind", "config-value", "glob-unmatched", "rule-unknown", "rule-fixed",
          "suppression-unused", "suppression-expired", "baseline-stale", "threshold-exceeded"
        ]},
        {"type": "string"}
      ]
    },
    "threshold": {
      "type": "string",
      "description": "A code, > and a whole number or a percentage of the samples read.",
      "pattern": "^[ \\t]*[^ \\t<>=]+[ \\t]*>[ \\t]*(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?[ \\t]*%?[ \\t]*$",
      "examples": ["unit-incompatible > 0.5%", "value-implausible > 100"]
    },
    "dataSet": {
      "type": "object",
      "additionalProperties": false,
      "patternProperties": {"^x-": true},
      "required": ["path"],
      "properties": {
        "path": {"$ref": "#/$defs/glob", "description": "The files; without wildcards also a folder that is one export."},
        "format": {
          "enum": ["auto", "jsonl", "json", "apple-health", "csv"],
          "default": "auto",
          "description": "How the files are written; auto finds it out."
        },
        "subject": {"$ref": "#/$defs/text", "maxLength": 128, "description": "Whose samples these are, when a sample does not say."},
        "timezone": {
          "type": "string",
          "minLength": 1,
          "description": "IANA name of the time zone of times without an offset.",
          "examples": ["Europe/Berlin"]
        },
        "units": {
          "enum": ["healthkit", "ucum", "lenient"],
          "default": "healthkit",
          "description": "Which spellings of units are taken."
        },
        "columns": {
          "type": "object",
          "description": "Of tables: the field of each column, by the column's name in the header.",
          "additionalProperties": {"type": "string", "minLength": 1}
        },
        "constants": {
          "type": "object",
          "description": "Of tables: texts for fields that the table does not have.",
          "additionalProperties": {"$ref": "#/$defs/text"}
        },
        "delimiter": {
          "type": "string",
          "description": "Of tables: what stands between cells; found out among comma, semicolon and tab when the key is not there.",
          "anyOf": [{"const": "tab"}, {"pattern": "^[\\u0001-\\u0009\\u000b\\u000c\\u000e-!#-\\u007f]$"}]
        },
        "decimal": {"enum": [".", ","], "default": ".", "description": "Of tables: the decimal mark of numbers."},
        "date_format": {
          "type": "string",
          "minLength": 1,
          "description": "Of tables: how times are written; RFC 3339 when the key is not there.",
          "examples": ["dd.MM.yyyy HH:mm", "unix", "unix-ms"]
        }
      },
      "if": {"required": ["format"], "properties": {"format": {"enum": ["jsonl", "json", "apple-health"]}}},
      "then": {
        "properties": {
          "columns": false,
          "constants": false,
          "delimiter": false,
          "decimal": false,
          "date_format": false
        }
      }
    },
    "override": {
      "type": "object",
      "additionalProperties": false,
      "patternProperties": {"^x-": true},
      "required": ["rules"],
      "anyOf": [{"required": ["files"]}, {"required": ["types"]}, {"required": ["sources"]}],
      "properties": {
        "files": {"$ref": "#/$defs/scope", "description": "Globs of paths."},
        "types": {"$ref": "#/$defs/scope", "description": "Globs of type ids."},
        "sources": {"$ref": "#/$defs/scope", "description": "Globs of source names or bundle ids."},
        "rules": {"$ref": "#/$defs/rules", "minProperties": 1}
      }
    },
    "suppression": {
      "type": "object",
      "additionalProperties": false,
      "patternProperties": {"^x-": true},
      "required": ["code", "reason", "until"],
      "properties": {
        "code": {"$ref": "#/$defs/code", "description": "The code of the findings."},
        "files": {"$ref": "#/$defs/scope", "description": "Globs of paths."},
        "types": {"$ref": "#/$defs/scope", "description": "Globs of type ids."},
        "sources": {"$ref": "#/$defs/scope", "description": "Globs of source names or bundle ids."},
        "reason": {"type": "string", "pattern": "\\S", "description": "Why the findings are accepted."},
        "until": {
          "type": "string",
          "format": "date",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
          "description": "The last day on which this holds."
        }
      }
    }
  }
}
\##u{1}enum.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "enum.schema.json",
  "title": "The cases of a type, a characteristic or a metadata key",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["schema", "enum", "cases"],
  "properties": {
    "schema": {"const": 1},
    "needs": {
      "type": "string",
      "description": "Oldest version of the program that understands the file.",
      "pattern": "^[0-9]+(\\.[0-9]+){1,2}$"
    },
    "enum": {
      "type": "string",
      "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$",
      "description": "The id; the file's name."
    },
    "identifier": {
      "type": "string",
      "description": "Name elsewhere; exports write it followed by the case, with a capital.",
      "minLength": 1
    },
    "also": {
      "type": "array",
      "items": {"type": "string", "minLength": 1},
      "uniqueItems": true,
      "description": "Other names with the same cases."
    },
    "title": {"type": "string", "description": "Human name, in sentence case.", "minLength": 1},
    "cases": {"$ref": "#/$defs/cases"}
  },
  "$defs": {
    "cases": {
      "type": "object",
      "minProperties": 1,
      "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9]*$"},
      "additionalProperties": {"anyOf": [{"type": "integer"}, {"$ref": "#/$defs/case"}]}
    },
    "case": {
      "type": "object",
      "additionalProperties": false,
      "not": {"required": ["raw", "text"]},
      "description": "Without raw and text the case goes by its name only.",
      "properties": {
        "raw": {"type": "integer"},
        "text": {"type": "string", "description": "The raw value of an enum of strings.", "minLength": 1},
        "aliases": {
          "type": "array",
          "items": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9]*$"},
          "uniqueItems": true,
          "description": "Former names."
        },
        "exports": {
          "type": "array",
          "items": {"type": "string"},
          "uniqueItems": true,
          "description": "What exports write, where it is not the identifier followed by the case."
        },
        "requires": {
          "type": "array",
          "items": {"type": "string"},
          "uniqueItems": true,
          "description": "Metadata keys that a sample of this case must carry."
        }
      }
    }
  }
}
\##u{1}metadata.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "metadata.schema.json",
  "title": "A metadata key",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["schema", "metadata", "value"],
  "properties": {
    "schema": {"const": 1},
    "needs": {
      "type": "string",
      "description": "Oldest version of the program that understands the file.",
      "pattern": "^[0-9]+(\\.[0-9]+){1,2}$"
    },
    "metadata": {"type": "string", "description": "The raw key; the file's name.", "minLength": 1, "maxLength": 128},
    "identifiers": {
      "type": "array",
      "items": {"type": "string", "minLength": 1},
      "uniqueItems": true,
      "description": "Other names of the key, such as the constant's."
    },
    "title": {"type": "string", "description": "Human name, in sentence case.", "minLength": 1},
    "value": {
      "oneOf": [
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind"],
          "properties": {
            "kind": {"const": "string"},
            "pattern": {"type": "string", "description": "A regular expression for the whole text."},
            "max_length": {"type": "integer", "minimum": 1}
          }
        },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind"],
          "properties": {"kind": {"enum": ["number", "integer", "boolean", "date"]}}
        },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind"],
          "properties": {
            "kind": {"const": "quantity"},
            "unit": {
              "type": "string",
              "description": "Any unit of its dimension is allowed; without it, the unit of the sample's type.",
              "minLength": 1,
              "maxLength": 128
            }
          }
        },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind", "values"],
          "properties": {
            "kind": {"const": "enum"},
            "values": {
              "anyOf": [
                {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$"},
                {"$ref": "enum.schema.json#/$defs/cases"}
              ]
            }
          }
        }
      ]
    },
    "visibility": {"enum": ["public", "private"], "description": "private: not documented, only seen in exports."},
    "sources": {
      "type": "object",
      "description": "Where each number comes from: default when it is ours.",
      "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9_.-]*$"},
      "additionalProperties": {"type": "string", "minLength": 1}
    }
  }
}
\##u{1}pending.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "pending.schema.json",
  "title": "Names that are known and have no type yet",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["schema", "pending", "identifiers"],
  "properties": {
    "schema": {"const": 1},
    "needs": {
      "type": "string",
      "description": "Oldest version of the program that understands the file.",
      "pattern": "^[0-9]+(\\.[0-9]+){1,2}$"
    },
    "pending": {
      "type": "string",
      "description": "The list's id; the file's name.",
      "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$"
    },
    "title": {"type": "string", "description": "Human name, in sentence case.", "minLength": 1},
    "summary": {"type": "string", "description": "What the names have in common.", "minLength": 1},
    "identifiers": {
      "type": "array",
      "description": "The names as samples and exports write them.",
      "items": {"type": "string", "pattern": "^[!-~]{1,256}$"},
      "uniqueItems": true
    },
    "sources": {
      "type": "object",
      "description": "Where the names come from.",
      "additionalProperties": {"type": "string"}
    }
  }
}
\##u{1}plugin.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "plugin.schema.json",
  "title": "What a plugin says of itself, plugin.yaml",
  "description": "What a plugin is, what it brings and how it is started. x- begins notes.",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["name", "version", "summary", "provides"],
  "properties": {
    "schema": {"const": 1, "description": "Version of the file format."},
    "needs": {
      "$ref": "#/$defs/text",
      "pattern": "^[0-9]{1,6}(\\.[0-9]{1,6}){0,3}$",
      "description": "The oldest version of assay that the plugin works with.",
      "examples": ["0.1"]
    },
    "name": {"$ref": "#/$defs/word", "description": "The plugin's name, as in process:NAME."},
    "version": {
      "$ref": "#/$defs/text",
      "maxLength": 64,
      "pattern": "^[0-9][0-9A-Za-z.+-]*$",
      "description": "The plugin's own version."
    },
    "summary": {"$ref": "#/$defs/text", "description": "One sentence for listings."},
    "provides": {
      "type": "object",
      "description": "What the plugin brings.",
      "additionalProperties": false,
      "patternProperties": {"^x-": true},
      "anyOf": [{"required": ["types"]}, {"required": ["storage"]}],
      "properties": {
        "types": {
          "description": "Type definitions in the folder types: whatever there is, or these by id.",
          "anyOf": [
            {"const": true},
            {"type": "array", "items": {"$ref": "#/$defs/text"}, "minItems": 1, "uniqueItems": true}
          ]
        },
        "storage": {
          "description": "The schemes of the stores that the plugin opens: what stands before the colon of their URLs.",
          "anyOf": [
            {"$ref": "#/$defs/scheme"},
            {"type": "array", "items": {"$ref": "#/$defs/scheme"}, "minItems": 1, "uniqueItems": true}
          ]
        }
      }
    },
    "protocol": {"const": 1, "description": "The version of the storage protocol that the executable speaks."},
    "executable": {
      "description": "The program that keeps the store: its path in the plugin's folder, and arguments behind it.",
      "anyOf": [
        {"$ref": "#/$defs/path"},
        {
          "type": "array",
          "minItems": 1,
          "prefixItems": [{"$ref": "#/$defs/path"}],
          "items": {"$ref": "#/$defs/text"}
        }
      ],
      "examples": ["bin/store", ["store.py", "--fast"]]
    },
    "environment": {
      "description": "Environment variables that are passed on to the executable.",
      "anyOf": [
        {"$ref": "#/$defs/variable"},
        {"type": "array", "items": {"$ref": "#/$defs/variable"}}
      ]
    },
    "parameters": {
      "$ref": "#/$defs/texts",
      "description": "The parameters of the store's URL, process:NAME?key=value, and what they mean."
    },
    "test": {
      "type": "object",
      "description": "How assay plugins test opens a store.",
      "additionalProperties": false,
      "patternProperties": {"^x-": true},
      "required": ["parameters"],
      "properties": {
        "parameters": {
          "$ref": "#/$defs/texts",
          "description": "The parameters, in which {folder} is an empty folder of the test and {store} a word that is new for each case.",
          "examples": [{"path": "{folder}/store.db"}]
        }
      }
    }
  },
  "dependentRequired": {
    "executable": ["protocol"],
    "protocol": ["executable"],
    "environment": ["executable"],
    "parameters": ["executable"],
    "test": ["executable"]
  },
  "if": {"required": ["executable"]},
  "then": {"properties": {"provides": {"required": ["storage"]}}},
  "$defs": {
    "text": {"type": ["string", "number", "boolean"], "description": "Read as text, however it looks.", "minLength": 1},
    "texts": {
      "type": "object",
      "patternProperties": {"^x-": true},
      "additionalProperties": {"$ref": "#/$defs/text"}
    },
    "word": {"type": "string", "maxLength": 64, "pattern": "^[a-z]([a-z0-9-]*[a-z0-9])?$"},
    "scheme": {"allOf": [{"$ref": "#/$defs/word"}, {"not": {"const": "process"}}]},
    "path": {
      "type": "string",
      "minLength": 1,
      "description": "A path in the plugin's folder.",
      "not": {"pattern": "(^|/)(\\.{0,2})(/|$)"}
    },
    "variable": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}
  }
}
\##u{1}type.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "type.schema.json",
  "title": "A type of health sample",
  "description": "One file per type, named after its id. Quantity, category, characteristic or correlation; or a change of a type of a lower layer (overrides), or a new type made from another (extends).",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "properties": {
    "schema": {"const": 1, "description": "Version of the file format."},
    "needs": {
      "type": "string",
      "description": "Oldest version of the program that understands the file.",
      "pattern": "^[0-9]+(\\.[0-9]+){1,2}$"
    },
    "type": {"$ref": "#/$defs/id", "description": "The id; the file's name. Ids of teams carry a dot."},
    "overrides": {
      "$ref": "#/$defs/id",
      "description": "The type of a lower layer that this file changes. Only the keys that change are named: maps merge, lists replace."
    },
    "extends": {"$ref": "#/$defs/id", "description": "The type that this new type starts from."},
    "reason": {"type": "string", "description": "Why a type is overridden.", "minLength": 1},
    "kind": {"enum": ["quantity", "category", "characteristic", "correlation"]},
    "title": {"type": "string", "description": "Human name, in sentence case.", "minLength": 1},
    "summary": {"type": "string", "description": "What the type measures, in a sentence or two."},
    "aliases": {"$ref": "#/$defs/ids", "description": "Other ids that mean this type."},
    "identifiers": {
      "type": "array",
      "items": {"type": "string", "minLength": 1, "maxLength": 128},
      "uniqueItems": true,
      "description": "Exact names of this type elsewhere; the first is part of the identity of samples."
    },
    "aggregation": {
      "enum": ["cumulative", "discreteArithmetic", "discreteTemporallyWeighted", "discreteEquivalentContinuousLevel"]
    },
    "unit": {"$ref": "#/$defs/unit", "description": "The canonical unit, in which values are stored."},
    "units": {
      "type": "array",
      "description": "Plain items narrow the units to those listed; items of is and means add spellings.",
      "items": {
        "anyOf": [
          {"$ref": "#/$defs/unit"},
          {
            "type": "object",
            "additionalProperties": false,
            "required": ["is", "means"],
            "properties": {"is": {"$ref": "#/$defs/unit"}, "means": {"$ref": "#/$defs/unit"}}
          }
        ]
      }
    },
    "values": {
      "description": "The id of an enum, or the cases.",
      "anyOf": [{"$ref": "#/$defs/id"}, {"$ref": "enum.schema.json#/$defs/cases"}]
    },
    "members": {
      "type": "object",
      "minProperties": 1,
      "description": "The parts of a correlation: a type and how often it stands in it, or a role with a type and a count.",
      "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$"},
      "additionalProperties": {
        "anyOf": [
          {"$ref": "#/$defs/count"},
          {
            "type": "object",
            "additionalProperties": false,
            "required": ["type", "count"],
            "properties": {"type": {"$ref": "#/$defs/id"}, "count": {"$ref": "#/$defs/count"}}
          }
        ]
      }
    },
    "value": {"anyOf": [{"$ref": "#/$defs/range"}, {"$ref": "#/$defs/scalar"}]},
    "duration": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "description": "Shortest and longest length, end minus start.",
      "properties": {"min": {"$ref": "#/$defs/duration"}, "max": {"$ref": "#/$defs/duration"}}
    },
    "exclusive": {
      "type": "boolean",
      "description": "Whether samples of one source and device never share time: steps are counted once."
    },
    "session": {
      "type": "string",
      "description": "The case of a category that frames the others, such as inBed: the others are stages within it.",
      "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$"
    },
    "rate": {
      "type": "object",
      "additionalProperties": false,
      "required": ["max"],
      "description": "The most that a cumulative value grows in a second, in the canonical unit.",
      "properties": {"max": {"type": "number", "exclusiveMinimum": 0}}
    },
    "metadata": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "required": {"$ref": "#/$defs/keys"},
        "known": {"$ref": "#/$defs/keys"},
        "closed": {"type": "boolean", "description": "Whether other keys than these are findings."}
      }
    },
    "writable": {"type": "boolean", "description": "Whether an app may save samples of this type."},
    "since": {
      "type": "object",
      "description": "Platform and its version.",
      "propertyNames": {"pattern": "^[a-z]+$"},
      "additionalProperties": {"type": "string"}
    },
    "deprecated": {
      "type": "object",
      "additionalProperties": false,
      "required": ["since"],
      "properties": {
        "since": {"type": "string", "description": "Since when, such as iOS 14.0."},
        "use": {"$ref": "#/$defs/id", "description": "The type to use."}
      }
    },
    "codes": {
      "type": "object",
      "description": "Codes of the same idea elsewhere.",
      "propertyNames": {"pattern": "^[a-z][a-z0-9_]*$"},
      "additionalProperties": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}
    },
    "sources": {
      "type": "object",
      "description": "Where each number comes from: default when it is ours.",
      "propertyNames": {"pattern": "^[A-Za-z][A-Za-z0-9_.-]*$"},
      "additionalProperties": {"type": "string", "minLength": 1}
    },
    "checks": {"not": {}, "description": "Reserved."},
    "examples": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "valid": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/example"}, {"not": {"required": ["code"]}}]}},
        "invalid": {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/example"}, {"required": ["code"]}]}}
      }
    }
  },
  "oneOf": [
    {
      "title": "A type of its own",
      "required": ["schema", "type", "kind", "title"],
      "not": {"anyOf": [{"required": ["overrides"]}, {"required": ["extends"]}, {"required": ["reason"]}]},
      "allOf": [
        {
          "if": {"properties": {"kind": {"const": "quantity"}}},
          "then": {
            "required": ["unit", "aggregation"],
            "properties": {"value": {"$ref": "#/$defs/range"}, "values": false, "members": false, "session": false},
            "if": {"properties": {"aggregation": {"const": "cumulative"}}},
            "else": {"properties": {"rate": false}}
          }
        },
        {
          "if": {"properties": {"kind": {"const": "category"}}},
          "then": {
            "required": ["values"],
            "properties": {
              "unit": false,
              "units": false,
              "aggregation": false,
              "rate": false,
              "value": false,
              "members": false
            }
          }
        },
        {
          "if": {"properties": {"kind": {"const": "characteristic"}}},
          "then": {
            "oneOf": [{"required": ["values"]}, {"required": ["value"]}],
            "properties": {
              "value": {"$ref": "#/$defs/scalar"},
              "unit": false,
              "units": false,
              "aggregation": false,
              "rate": false,
              "exclusive": false,
              "session": false,
              "members": false
            }
          }
        },
        {
          "if": {"properties": {"kind": {"const": "correlation"}}},
          "then": {
            "required": ["members"],
            "properties": {
              "unit": false,
              "units": false,
              "aggregation": false,
              "rate": false,
              "exclusive": false,
              "session": false,
              "value": false,
              "values": false
            }
          }
        }
      ]
    },
    {
      "title": "A change of a type",
      "required": ["schema", "overrides", "reason"],
      "properties": {"extends": false, "kind": false, "unit": false, "aggregation": false}
    },
    {
      "title": "A type made from another",
      "required": ["schema", "type", "extends"],
      "properties": {"overrides": false, "reason": false, "kind": false, "unit": false, "aggregation": false}
    }
  ],
  "$defs": {
    "id": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9._-]{0,127}$"},
    "ids": {"type": "array", "items": {"$ref": "#/$defs/id"}, "uniqueItems": true},
    "keys": {"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": true},
    "unit": {"type": "string", "minLength": 1, "maxLength": 128},
    "count": {
      "description": "1, 0..1, 0..*, 1..* or 2..5.",
      "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 10000},
        {"type": "string", "pattern": "^[0-9]{1,5}(\\.\\.([0-9]{1,5}|\\*))?$"}
      ]
    },
    "duration": {
      "type": "string",
      "pattern": "^P(?=[0-9T])([0-9]+W)?([0-9]+D)?(T(?=[0-9])([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,6})?S)?)?$"
    },
    "bounds": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "properties": {
        "min": {"type": "number"},
        "max": {"type": "number"},
        "above": {"type": "number", "description": "Exclusive."},
        "below": {"type": "number", "description": "Exclusive."},
        "integer": {"type": "boolean"},
        "step": {"type": "number", "exclusiveMinimum": 0}
      }
    },
    "range": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "description": "In the canonical unit. Outside allowed is an error, outside plausible a warning.",
      "properties": {"allowed": {"$ref": "#/$defs/bounds"}, "plausible": {"$ref": "#/$defs/bounds"}}
    },
    "scalar": {
      "description": "The value of a characteristic without cases.",
      "oneOf": [
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind"],
          "properties": {"kind": {"const": "date"}}
        },
        {
          "type": "object",
          "additionalProperties": false,
          "required": ["kind"],
          "properties": {
            "kind": {"const": "string"},
            "pattern": {"type": "string"},
            "max_length": {"type": "integer", "minimum": 1}
          }
        }
      ]
    },
    "example": {
      "type": "object",
      "additionalProperties": false,
      "description": "A sample without its type; an invalid one with the code it must raise.",
      "properties": {
        "uuid": {"type": "string"},
        "value": {"type": ["string", "number", "boolean"]},
        "unit": {"type": "string"},
        "start": {"type": "string"},
        "end": {"type": "string"},
        "offset": {"type": "string"},
        "end_offset": {"type": "string"},
        "created": {"type": "string"},
        "created_offset": {"type": "string"},
        "subject": {"type": "string"},
        "origin": {"type": "string"},
        "source": {"type": "object"},
        "device": {"type": "object"},
        "metadata": {"type": "object"},
        "original": {"type": "object"},
        "members": {"type": "array", "items": {"type": "object"}},
        "code": {"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$"}
      }
    }
  }
}
\##u{1}unit.schema.json
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "unit.schema.json",
  "title": "A unit of a team's own",
  "type": "object",
  "additionalProperties": false,
  "patternProperties": {"^x-": true},
  "required": ["schema", "unit", "title"],
  "oneOf": [{"required": ["isolated"]}, {"required": ["equals"]}],
  "properties": {
    "schema": {"const": 1},
    "needs": {
      "type": "string",
      "description": "Oldest version of the program that understands the file.",
      "pattern": "^[0-9]+(\\.[0-9]+){1,2}$"
    },
    "unit": {
      "type": "string",
      "description": "The unit as samples write it; the file's name.",
      "pattern": "^[A-Za-z][A-Za-z0-9_]{0,127}$"
    },
    "title": {"type": "string", "description": "Human name, in sentence case.", "minLength": 1},
    "isolated": {"const": true, "description": "Converts to nothing else."},
    "equals": {
      "type": "string",
      "description": "What one of it is in HealthKit's units.",
      "minLength": 1,
      "maxLength": 128
    }
  }
}
"""##
}
