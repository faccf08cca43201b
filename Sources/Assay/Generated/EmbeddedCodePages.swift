// Generated from Documentation/diagnostics/ by `make bless`. Do not edit.
// swift-format-ignore-file

/// The pages of the codes, compiled in.
enum EmbeddedCodePages {
  /// The files, ordered by path.
  static var files: [EmbeddedText] { EmbeddedText.list(text) }

  private static let text: StaticString = ##"""
\##u{1}README.md
# Codes

Each finding has a code: a word for what is wrong that is never reused. `assay explain CODE` prints its page, which
says what it means, why it matters and how to fix it; `assay explain --list` names all codes. Decision
[0005](../decisions/0005-codes-are-for-ever.md) has the reasons.

An **error** refuses the sample, with its correlation if it is a member. A **warning** is accepted and pointed at, a
**note** says what was assumed. *Fixed* codes stay errors whatever a configuration may say, since no normal form of
such a sample exists. The severity of the others can be set in `assay.yaml`: see [Lint](../lint.md).

In `full` form, the default on a terminal, the hint in parentheses stands on a line of its own, with the place in the
catalog that set the rule.

## How the examples are read

The tests run the example of every page, and compare. In the chapter *Example*, from top to bottom:

- A block `text` holds what the last command printed about this code, to the letter: all of its findings in `concise`
  form and nothing else.
- Any other block is a file. A line above it that ends with a name in backticks and a colon names it:
  "`data/a.ndjson`:". Without a name `json` and `bytes` are `sample.ndjson`, and `csv` is `table.csv`. A file that is
  named again is replaced.
- In `bytes`, `\xE9` is that byte, and `⟨…⟩×40` the text in brackets forty times, each `#` in it a number from 1 on.
- Text in backticks that begins with `assay` and a blank is a command; it runs where the files are. When none was
  named, it is `assay validate` with the last file. Options are the defaults but for the time, which is
  `--now 2026-06-01T00:00:00Z`.
- What comes behind a line that begins with *Fixed* changes files or commands so that the code is not raised: the last
  command is run again and must end with status 0 or 1 and without this code.
- Without any file the commands run in the project's folder, where the fixtures are.

A page whose code no command can raise says so: it has a line that begins with *No example can be run*.

The codes of [failures](#failures-of-stores-and-plugins) are about the work, not about data: they end the command, so
that their pages have a status in place of a severity and no example.

## File

| code | severity | meaning |
|---|---|---|
| [`encoding`](encoding.md) | error, fixed | the text is not UTF-8; nothing is repaired, the record or file is refused |
| [`line-ending`](line-ending.md) | error, fixed | lines end with CR alone, so the file reads as one line |
| [`line-too-long`](line-too-long.md) | error, fixed | a line or element is longer than its limit; the rest of it is skipped |
| [`truncated`](truncated.md) | error, fixed | the input ends in the middle of something; what came before counts, and the input is incomplete |
| [`format-unknown`](format-unknown.md) | error, fixed | the file is in no format that is known |
| [`zip-path`](zip-path.md) | error, fixed | an entry of the archive has a name that leaves its folder |
| [`zip-ratio`](zip-ratio.md) | error, fixed | an entry of the archive expands beyond 200:1, as a bomb does |
| [`zip-damaged`](zip-damaged.md) | error, fixed | the archive is damaged, encrypted or of a kind that is not read |
| [`xml-syntax`](xml-syntax.md) | error, fixed | the export is not well formed at this place |
| [`xml-character`](xml-character.md) | error, fixed | a character that XML does not allow stands in the record |
| [`csv-header`](csv-header.md) | error, fixed | the header names a column twice, one that is not known, or lacks one that samples need |
| [`csv-shape`](csv-shape.md) | error, fixed | a row has another number of cells than the header |
| [`input-empty`](input-empty.md) | warning | the input was read to its end and holds no sample |
| [`not-checked`](not-checked.md) | error, fixed | data was not checked, since something before it failed |

## Shape

| code | severity | meaning |
|---|---|---|
| [`json-syntax`](json-syntax.md) | error, fixed | the text is not JSON (RFC 8259) |
| [`json-duplicate-key`](json-duplicate-key.md) | error, fixed | a key appears twice in one object, so its value is not certain |
| [`nesting`](nesting.md) | error, fixed | values are nested deeper than 64 |
| [`string-too-long`](string-too-long.md) | error, fixed | a text is longer than its limit |
| [`object-too-large`](object-too-large.md) | error, fixed | an object has more than 256 keys, or a correlation more than 10,000 members |
| [`field-missing`](field-missing.md) | error, fixed | a field that the sample needs is not there |
| [`field-kind`](field-kind.md) | error, fixed | a field has a value of the wrong JSON kind |
| [`field-unknown`](field-unknown.md) | warning | samples have no field of this name; it is kept as it is |

## Type

| code | severity | meaning |
|---|---|---|
| [`type-unknown`](type-unknown.md) | error, fixed | no definition has this id, alias or identifier; the sample is kept for a replay |
| [`type-kind`](type-kind.md) | error, fixed | the sample has a field that its kind of type does not take |
| [`type-deprecated`](type-deprecated.md) | warning | the type should no longer be used |
| [`type-read-only`](type-read-only.md) | error | apps may not save samples of this type |

## Unit

| code | severity | meaning |
|---|---|---|
| [`unit-missing`](unit-missing.md) | error, fixed | a quantity has no unit, so its number means nothing |
| [`unit-unknown`](unit-unknown.md) | error, fixed | the unit is none of HealthKit's grammar nor a spelling of the type |
| [`unit-incompatible`](unit-incompatible.md) | error, fixed | the unit measures something else than the type |
| [`unit-not-allowed`](unit-not-allowed.md) | error, fixed | the unit is of the right dimension, but the type does not take it |
| [`unit-alias`](unit-alias.md) | note | a spelling from elsewhere was read as a HealthKit unit, as asked |

## Value

| code | severity | meaning |
|---|---|---|
| [`value-not-a-number`](value-not-a-number.md) | error, fixed | a quantity's value is not a finite number |
| [`value-not-in-enum`](value-not-in-enum.md) | error, fixed | the value is none of the type's cases |
| [`value-not-allowed`](value-not-allowed.md) | error | the number cannot be: it lies outside the type's bounds |
| [`value-implausible`](value-implausible.md) | warning | the number is possible, but unlikely enough to look at |
| [`value-not-an-integer`](value-not-an-integer.md) | error | the type takes whole numbers |
| [`value-precision`](value-precision.md) | error | the number cannot be kept exactly |

## Time

| code | severity | meaning |
|---|---|---|
| [`time-invalid`](time-invalid.md) | error, fixed | the text is no instant, or no date |
| [`time-no-offset`](time-no-offset.md) | error, fixed | the time has no offset, so the instant is not certain |
| [`end-before-start`](end-before-start.md) | error, fixed | the sample ends before it starts |
| [`duration-too-long`](duration-too-long.md) | error | the sample lasts longer than its type allows |
| [`duration-too-short`](duration-too-short.md) | error | the sample is shorter than its type allows |
| [`time-in-future`](time-in-future.md) | warning | the sample lies later than now |
| [`time-precision`](time-precision.md) | warning | digits past the microsecond are cut; the text is kept as the original |
| [`time-zone-assumed`](time-zone-assumed.md) | note | a time without an offset was read in the zone the run was given |

## Metadata

| code | severity | meaning |
|---|---|---|
| [`metadata-missing`](metadata-missing.md) | error | a metadata key that the type needs is not there |
| [`metadata-kind`](metadata-kind.md) | error | a metadata value is not of its key's kind |
| [`metadata-not-in-enum`](metadata-not-in-enum.md) | error | a metadata value is none of its key's cases |
| [`metadata-unknown`](metadata-unknown.md) | warning | the type's list of metadata keys is closed and does not have this one |

## Correlation

| code | severity | meaning |
|---|---|---|
| [`member-missing`](member-missing.md) | error, fixed | a correlation lacks a member that its type needs |
| [`member-too-many`](member-too-many.md) | error, fixed | a correlation has a member too often |
| [`member-not-allowed`](member-not-allowed.md) | error, fixed | a sample of this type is no member of the correlation |
| [`member-outside`](member-outside.md) | warning | a member lies outside its correlation's time |

## Identity

| code | severity | meaning |
|---|---|---|
| [`uuid-invalid`](uuid-invalid.md) | error, fixed | the text is not a UUID, or the nil UUID |
| [`uuid-conflict`](uuid-conflict.md) | error, fixed | a sample with this id and other content is stored; the stored one stays |
| [`duplicate`](duplicate.md) | note | the same sample is stored already |
| [`near-duplicate`](near-duplicate.md) | warning | a sample differs from another only in what is not part of its identity |

## Across samples

| code | severity | meaning |
|---|---|---|
| [`overlap`](overlap.md) | warning | samples of one source overlap where that is wrong |
| [`stage-outside-session`](stage-outside-session.md) | warning | a sleep stage lies outside the time in bed |
| [`rate-impossible`](rate-impossible.md) | warning | a cumulative value grows faster than can be |
| [`subject-missing`](subject-missing.md) | error | the sample does not say whose it is, and the run demands it |

## Store

| code | severity | meaning |
|---|---|---|
| [`store-refused`](store-refused.md) | error, fixed | the sample is sound, but the store cannot keep it and says why |
| [`quarantine-line`](quarantine-line.md) | error, fixed | a line of a quarantine file cannot be read; it is kept as it is |

## Catalog

| code | severity | meaning |
|---|---|---|
| [`yaml-syntax`](yaml-syntax.md) | error, fixed | the file is not YAML |
| [`yaml-subset`](yaml-subset.md) | error, fixed | definitions use a strict subset of YAML, without anchors, aliases, tags and directives |
| [`yaml-quote`](yaml-quote.md) | error, fixed | the value must be quoted to mean what it looks like |
| [`catalog-key-unknown`](catalog-key-unknown.md) | error, fixed | definitions have no key of this name |
| [`catalog-key-missing`](catalog-key-missing.md) | error, fixed | the definition lacks a key it needs |
| [`catalog-key-kind`](catalog-key-kind.md) | error, fixed | the key's value is of the wrong kind |
| [`catalog-shadow`](catalog-shadow.md) | error, fixed | two definitions claim one name; a layer changes a type with `overrides` only |
| [`catalog-reference`](catalog-reference.md) | error, fixed | the definition names something that is not there |
| [`catalog-unit`](catalog-unit.md) | error, fixed | a unit of the definition cannot be used |
| [`catalog-id`](catalog-id.md) | error, fixed | the id is not of the form ids have, or not the file's name |
| [`catalog-version`](catalog-version.md) | error, fixed | the definition needs another version of the program |
| [`catalog-range`](catalog-range.md) | error, fixed | limits of the definition contradict each other |
| [`catalog-example`](catalog-example.md) | warning | examples are missing |
| [`catalog-source`](catalog-source.md) | warning | a number does not say where it comes from |
| [`catalog-name`](catalog-name.md) | warning | the name is not as names are; a team's ids carry a dot |
| [`catalog-empty`](catalog-empty.md) | error, fixed | the file or folder defines nothing |
| [`catalog-unused`](catalog-unused.md) | warning | nothing uses the definition |
| [`catalog-confusable`](catalog-confusable.md) | warning | two names look so alike that one is taken for the other |
| [`catalog-rate`](catalog-rate.md) | warning | a rate limit stands on a type it cannot hold for |

## Project

| code | severity | meaning |
|---|---|---|
| [`config-syntax`](config-syntax.md) | error, fixed | the configuration is not YAML, or not of the strict subset that is read |
| [`config-key-unknown`](config-key-unknown.md) | error, fixed | the configuration has no key of this name |
| [`config-key-missing`](config-key-missing.md) | error, fixed | the configuration lacks a key it needs |
| [`config-key-kind`](config-key-kind.md) | error, fixed | a value of the configuration is of the wrong kind |
| [`config-value`](config-value.md) | error, fixed | a value of the configuration is none of those it can have |
| [`glob-unmatched`](glob-unmatched.md) | error | a pattern of the configuration fits no file |
| [`rule-unknown`](rule-unknown.md) | error, fixed | the configuration names a rule that does not exist |
| [`rule-fixed`](rule-fixed.md) | error, fixed | the configuration changes the severity of a rule for which it is fixed |
| [`suppression-unused`](suppression-unused.md) | warning | a suppression took no finding out |
| [`suppression-expired`](suppression-expired.md) | warning | a suppression is past its last day |
| [`baseline-stale`](baseline-stale.md) | note | the baseline holds findings that are no longer there |
| [`threshold-exceeded`](threshold-exceeded.md) | error, fixed | there are more findings than the configuration lets pass |

## Failures of stores and plugins

A command that cannot go on says `assay: error[store-locked]: …` on standard error and ends. What was committed is kept.

| code | status | meaning |
|---|---|---|
| [`store-missing`](store-missing.md) | 3 | there is no store to read at this place |
| [`store-unwritable`](store-unwritable.md) | 3 | the store's place cannot be opened or written |
| [`store-full`](store-full.md) | 3 | no room is left where the store is |
| [`store-locked`](store-locked.md) | 3 | another process held the store longer than the command waited |
| [`store-foreign`](store-foreign.md) | 3 | what is there is no store, or that of another program |
| [`store-future`](store-future.md) | 3 | the store was written by a newer version |
| [`store-corrupt`](store-corrupt.md) | 3 | the store is damaged |
| [`store-incompatible`](store-incompatible.md) | 3 | the catalog would make stored samples mean something else |
| [`store-unsupported`](store-unsupported.md) | 3 | the store does not have this level of the interface |
| [`store-anchor-expired`](store-anchor-expired.md) | 3 | the store no longer knows what was deleted since the anchor |
| [`store-failed`](store-failed.md) | 3 | the store cannot go on, for a reason of its own |
| [`plugin-start`](plugin-start.md) | 3 | the plugin of the store cannot be started |
| [`plugin-hello`](plugin-hello.md) | 3 | the plugin did not say hello as the protocol wants |
| [`plugin-timeout`](plugin-timeout.md) | 3 | the plugin did not answer within its time limit |
| [`plugin-flood`](plugin-flood.md) | 3 | the plugin wrote a line or an answer larger than the limit |
| [`plugin-exited`](plugin-exited.md) | 3 | the plugin ended before it was told to |
| [`plugin-ack-repeated`](plugin-ack-repeated.md) | 3 | the plugin acknowledged something a second time |
| [`plugin-ack-unknown`](plugin-ack-unknown.md) | 3 | the plugin acknowledged what it was never sent |
| [`plugin-protocol`](plugin-protocol.md) | 3 | the plugin broke the protocol |
| [`plugin-configuration`](plugin-configuration.md) | 2 | the plugin says that what it was told cannot work |
| [`plugin-failed`](plugin-failed.md) | 3 | the plugin says that it cannot work now |
\##u{1}baseline-stale.md
# baseline-stale

Severity: note

## What it means
An entry of the baseline no longer occurs, or less often than the baseline says. A run that is narrowed by paths or by
`--changed-since` judges the entries of the files it reads.

## Why it matters
That is good news, but an entry that stays would hide the same fault when it comes back.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
baseline: baseline.jsonl
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":8,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint --write-baseline baseline.jsonl` writes the finding down. Then the reading is corrected, `data/a.ndjson`:
```json
{"type":"heartRate","value":80,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
baseline.jsonl: note[baseline-stale]: value-implausible in data/a.ndjson heartRate /value: the baseline has 1, found 0 (run again with --prune-baseline)
```
Fixed: after `assay lint --prune-baseline` the entry is gone, and the next `assay lint` says nothing.

## How to fix it
Run once with `--prune-baseline` and commit the file. It only ever becomes shorter this way.

## See also
[suppression-unused](suppression-unused.md) · [threshold-exceeded](threshold-exceeded.md) · [Lint](../lint.md)
\##u{1}catalog-confusable.md
# catalog-confusable

Severity: warning

## What it means
A reader takes two ids for one: they are equal without case, `.`, `_` and `-`, they differ only by `I`, `1` and `l` or
by `O` and `0`, or one small letter more, less, other or out of place makes one of the other.

## Why it matters
Whoever takes one for the other gets a sound type with the wrong rules, and no message will ever say so, since both
exist. Most often one of the two is a slip that somebody then began to use.

## Example
`types/org.study.gripStrenght.yaml`:
```yaml
schema: 1
type: org.study.gripStrenght
extends: bodyMass
title: Grip strength, first visit
```
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
extends: bodyMass
title: Grip strength, second visit
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:2:7: warning[catalog-confusable]: the id `org.study.gripStrength` is easily taken for `org.study.gripStrenght` at types/org.study.gripStrenght.yaml:2:7 (keep one of them, or give them names that differ by more)
```
Fixed, `study/org.study.gripStrengthFirst.yaml`:
```yaml
schema: 1
type: org.study.gripStrengthFirst
extends: bodyMass
title: Grip strength, first visit
```
`study/org.study.gripStrengthSecond.yaml`:
```yaml
schema: 1
type: org.study.gripStrengthSecond
extends: bodyMass
title: Grip strength, second visit
```
`assay catalog lint study` finds nothing of this kind.

## How to fix it
Keep one of them, or give both names that say what sets them apart. Do it before samples are stored, since the id is
part of their identity.

## See also
[catalog-id](catalog-id.md) · [catalog-name](catalog-name.md) · [type-unknown](type-unknown.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-empty.md
# catalog-empty

Severity: error (fixed)

## What it means
The file holds no definition, or the folder no file that ends in `.yaml` or `.yml`. Names that begin with a dot and
folders named `schema` are left out.

## Why it matters
A run with `--catalog` and a wrong folder would refuse all of a team's samples as unknown, and nothing would point at
the folder.

## Example
`types/notes.txt`:
```txt
The definitions are not written yet.
```
`assay catalog lint types` prints:
```text
types: error[catalog-empty]: the catalog holds no definitions
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Name the folder that holds the files. Delete an empty file, or fill it.

## See also
[type-unknown](type-unknown.md) · [not-checked](not-checked.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-example.md
# catalog-example

Severity: warning

## What it means
The type has no example that passes, or none that is refused. It is used all the same. Under `assay lint` an example
that is not what its definition says has this code too, as an error.

## Why it matters
Examples are the tests of a definition: `assay catalog test` runs them, and they show a reader what a sample looks
like. A type without a refused example may accept anything.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:2:1: warning[catalog-example]: `org.study.gripStrength` lacks a valid and an invalid example
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
examples:
  valid: [{value: 41.5, unit: kg, start: "2026-01-01T08:00:00Z"}]
  invalid: [{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]
```

## How to fix it
Add `examples` with `valid` and `invalid` lists of samples; each invalid one names the code it must raise:
`{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}`.

## See also
[catalog-source](catalog-source.md) · [catalog-name](catalog-name.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-id.md
# catalog-id

Severity: error (fixed)

## What it means
The id is not of the form ids have, is not the name of its file, or differs from another only by case. An id begins
with a letter and holds ASCII letters, digits, `.`, `_` and `-`, at most 128.

## Why it matters
Ids become names of files, columns and views. Two that look alike, or are one on a disk that ignores case, are told
apart by nobody.

## Example
`types/org.study.grip.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.grip.yaml:2:7: error[catalog-id]: the file defines `org.study.gripStrength`, so its name must be `org.study.gripStrength.yaml`
```
Fixed, `types/org.study.grip.yaml`:
```yaml
schema: 1
type: org.study.grip
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Rename the file or change the id. Metadata keys may also begin with `_`.

## See also
[catalog-name](catalog-name.md) · [catalog-shadow](catalog-shadow.md) · [type-unknown](type-unknown.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-key-kind.md
# catalog-key-kind

Severity: error (fixed)

## What it means
A key's value is not what the key takes: text for a number, a map for a list, `yes` for `true`, a kind or code that
does not exist, a duration such as `P1M` without a fixed length, a list item that is there twice.

## Why it matters
What a value means is decided by its key and not by its looks. A number in quotes is text, and an unquoted `yes` is
neither true nor false.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: "150"}}
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:7:32: error[catalog-key-kind]: `value.allowed.max` takes a number, got the quoted text `150`
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: 150}}
```

## How to fix it
Write what the message asks for, here `max: 150`.

## See also
[catalog-key-unknown](catalog-key-unknown.md) · [yaml-quote](yaml-quote.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-key-missing.md
# catalog-key-missing

Severity: error (fixed)

## What it means
The definition lacks a key it needs: `schema`, `type`, `kind` and `title` always; `unit` and `aggregation` for
quantities, `values` for categories, `values` or `value` for characteristics, `members` for correlations, `reason` for
overrides. A type that `extends` another takes from it what it leaves out.

## Why it matters
None of these has a default that would be right: without an aggregation nobody knows whether values may be added up.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:1:1: error[catalog-key-missing]: the key `aggregation` is missing
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Add it, here `aggregation: discreteArithmetic`. A file of the same kind in `catalog` shows what a definition looks
like.

## See also
[catalog-key-unknown](catalog-key-unknown.md) · [catalog-key-kind](catalog-key-kind.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-key-unknown.md
# catalog-key-unknown

Severity: error (fixed)

## What it means
Definitions have no key of this name, or not at this place: `unit` in a category, `code` in a valid example, `reason`
without `overrides` or `extends`. `checks` is reserved.

## Why it matters
A misspelled `plausible` would switch a rule off without a word.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
sumary: Force of the hand.
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:5:1: error[catalog-key-unknown]: the key `sumary` is not known (did you mean `summary`?)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
summary: Force of the hand.
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Correct the spelling; here it is `summary`. Notes of your own go into keys that begin with `x-`, such as `x-owner`.

## See also
[catalog-key-missing](catalog-key-missing.md) · [catalog-key-kind](catalog-key-kind.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-name.md
# catalog-name

Severity: warning

## What it means
An id of a team's own has no dot or is not in lower camel case, or a title is not as titles are: it begins with a
small letter, ends with a full stop, spans lines or is longer than 80 characters.

## Why it matters
Built-in ids have no dot. One of your own without it collides as soon as a later version brings a type of that name,
and then neither loads.

## Example
`types/gripStrength.yaml`:
```yaml
schema: 1
type: gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
examples:
  valid: [{value: 41.5, unit: kg, start: "2026-01-01T08:00:00Z"}]
  invalid: [{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]
```
`assay catalog lint types` prints:
```text
types/gripStrength.yaml:2:7: warning[catalog-name]: the id `gripStrength` has no dot and may collide with a later version of assay (call it `org.example.gripStrength`)
```
Fixed, `study/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
examples:
  valid: [{value: 41.5, unit: kg, start: "2026-01-01T08:00:00Z"}]
  invalid: [{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]
```
`assay catalog lint study` finds nothing.

## How to fix it
Put your organization in front, in the id and in the name of the file: `org.study.gripStrength`. Do it before samples
are stored, since the id is part of their identity.

## See also
[catalog-id](catalog-id.md) · [catalog-shadow](catalog-shadow.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-range.md
# catalog-range

Severity: error (fixed)

## What it means
Limits contradict each other: a lower bound above the upper one, a plausible range that reaches outside the allowed
one, both `min` and `above`, a step that is not above 0, a shortest duration longer than the longest, a count that
runs backward. As a warning: a limit far above 1 where the unit `%` is a fraction.

## Why it matters
A rule that nothing can pass refuses all data, and one that can never be broken says nothing.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: 100}, plausible: {min: 5, max: 120}}
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:7:38: error[catalog-range]: 120 is outside the allowed range, which ends at 100
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: 100}, plausible: {min: 5, max: 90}}
```

## How to fix it
Look at both numbers and their sources, and correct the one that is wrong.

## See also
[value-not-allowed](value-not-allowed.md) · [duration-too-short](duration-too-short.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-rate.md
# catalog-rate

Severity: warning

## What it means
The type's `rate` cannot hold: the type is not cumulative, so that nothing grows, or the limit is not above 0. The
type is used without it.

## Why it matters
A limit that never holds looks like a check that passed.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
rate: {max: 50}
sources: {rate: study protocol}
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:7:1: warning[catalog-rate]: only values that add up have a rate, these are discreteArithmetic (take `rate` away)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Remove `rate`, or correct `aggregation`. The limit is in canonical units a second: 10 steps a second are
`rate: {max: 10}`.

## See also
[rate-impossible](rate-impossible.md) · [catalog-range](catalog-range.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-reference.md
# catalog-reference

Severity: error (fixed)

## What it means
The definition names something that does not exist: an enum, a type to extend or override, a member's type, the
successor of a deprecated type, a metadata key of Apple's. As a warning: a key of your own without a definition, a
successor that is deprecated itself.

## Why it matters
A rule that points nowhere never holds and never fails.

## Example
`types/org.study.mood.yaml`:
```yaml
schema: 1
type: org.study.mood
kind: category
title: Mood
values: org.study.moods
```
`assay catalog lint types` prints:
```text
types/org.study.mood.yaml:5:9: error[catalog-reference]: there is no enum `org.study.moods`
```
Fixed, `types/org.study.mood.yaml`:
```yaml
schema: 1
type: org.study.mood
kind: category
title: Mood
values: {low: 0, high: 1}
```

## How to fix it
Correct the name, or add the file that defines it, here an enum `org.study.moods`. Cases can also stand inline:
`values: {low: 0, high: 1}`.

## See also
[catalog-unused](catalog-unused.md) · [catalog-shadow](catalog-shadow.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-shadow.md
# catalog-shadow

Severity: error (fixed)

## What it means
Two definitions claim one name: the id, alias or identifier of a type, a case, a raw value. Or an override changes
what stored samples depend on: kind, unit, aggregation, raw values, the first identifier.

## Why it matters
Which of the two holds would depend on the order of loading, and stored numbers would change their meaning. A layer
changes a type only openly, and only what is safe.

## Example
`types/heartRate.yaml`:
```yaml
schema: 1
type: heartRate
kind: quantity
title: Heart rate
aggregation: discreteArithmetic
unit: count/min
```
`assay catalog lint types` prints:
```text
types/heartRate.yaml:2:7: error[catalog-shadow]: the type `heartRate` is already defined at catalog/vitals/heartRate.yaml:2:7 (to change it write `overrides: heartRate` and a `reason`, to build on it `extends: heartRate`)
```
Fixed, `types/heartRate.yaml`:
```yaml
schema: 1
overrides: heartRate
reason: Participants are adults at rest.
value: {plausible: {min: 40, max: 120}}
sources: {plausible: study protocol}
```

## How to fix it
To change a type, write `overrides: heartRate`, a `reason` and the keys that change. To build on it, write
`extends: heartRate` with an id of your own, which carries a dot.

## See also
[catalog-name](catalog-name.md) · [catalog-id](catalog-id.md) · [The catalog](../../catalog/README.md)
\##u{1}catalog-source.md
# catalog-source

Severity: warning

## What it means
`allowed`, `plausible` or `duration` has no entry under `sources`. The limit is used all the same.

## Why it matters
A bound refuses data. Whoever disagrees with it must be able to look it up, and a guess must be known as one.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: 150}}
examples:
  valid: [{value: 41.5, unit: kg, start: "2026-01-01T08:00:00Z"}]
  invalid: [{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:7:9: warning[catalog-source]: nothing says where the limits in `value.allowed` come from (add `allowed: …` to `sources`)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
value: {allowed: {min: 0, max: 150}}
sources: {allowed: "manual of the dynamometer, page 12"}
examples:
  valid: [{value: 41.5, unit: kg, start: "2026-01-01T08:00:00Z"}]
  invalid: [{value: 41.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}]
```

## How to fix it
Name a paper, a standard, a manual: `sources: {allowed: "manual of the dynamometer, page 12"}`. If there is none,
leave the bound out.

## See also
[catalog-example](catalog-example.md) · [value-not-allowed](value-not-allowed.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-unit.md
# catalog-unit

Severity: error (fixed)

## What it means
A unit of the definition cannot be used: it is no unit of HealthKit's grammar, it cannot be converted to the canonical
unit, a spelling is a unit already, or a unit of your own contradicts another. As a warning: a list of `units` without
the canonical one, which is taken all the same.

## Why it matters
The canonical unit is what stores keep and bounds are given in. It must be certain before the first sample is.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kgs
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:6:7: error[catalog-unit]: `kgs` is not a unit: unknown unit `kgs` at byte 0 (HealthKit writes it `kg`)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Write the unit in HealthKit's spelling; `assay units list` shows what there is. A unit that exists nowhere else, such
as the points of a score, gets a file of its own with `unit: points` and `isolated: true`.

## See also
[unit-unknown](unit-unknown.md) · [unit-incompatible](unit-incompatible.md) · [yaml-quote](yaml-quote.md) ·
[Units](../units.md)
\##u{1}catalog-unused.md
# catalog-unused

Severity: warning

## What it means
A catalog of your own defines an enum, a metadata key or a unit that no type in it uses. Or a list of
[pending names](../../catalog/README.md#names-without-a-type) holds a name that a type already has.

## Why it matters
It was meant for something. Most often its name, or the name where it is used, is misspelled, and then a rule that
somebody wrote down never runs.

## Example
`types/enums/org.study.moods.yaml`:
```yaml
schema: 1
enum: org.study.moods
title: Moods
cases: {low: 0, high: 1}
```
`assay catalog lint types` prints:
```text
types/enums/org.study.moods.yaml:2:7: warning[catalog-unused]: no type and no metadata key uses the enum `org.study.moods`
```
Fixed, `types/org.study.mood.yaml`:
```yaml
schema: 1
type: org.study.mood
kind: category
title: Mood
values: org.study.moods
```

## How to fix it
Use it, or delete the file. A metadata key is used when a type lists it under `metadata` as `required` or `known`. Take a
pending name off its list once a type has it.

## See also
[catalog-reference](catalog-reference.md) · [metadata-unknown](metadata-unknown.md) ·
[The catalog](../../catalog/README.md)
\##u{1}catalog-version.md
# catalog-version

Severity: error (fixed)

## What it means
The definition asks for a newer version of the program with `needs`, or is written in another `schema`.

## Why it matters
An older program would pass over what it does not know and judge differently than the author meant.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
needs: "9.0"
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:2:8: error[catalog-version]: this file needs version `9.0` of assay, this is 0.1.0 (install a newer version, or take a file made for this one)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
needs: "0.1"
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Install the version that is named (`assay --version` prints yours), or take a file made for yours. Remove `needs` only
if the definition uses nothing newer.

## See also
[catalog-key-unknown](catalog-key-unknown.md) · [catalog-key-kind](catalog-key-kind.md) ·
[The catalog](../../catalog/README.md)
\##u{1}config-key-kind.md
# config-key-kind

Severity: error (fixed)

## What it means
A key's value in `assay.yaml` or `plugin.yaml` is of the wrong kind: text for a list of
maps, a list for a map, `yes` for `true`.

## Why it matters
What a value means is decided by its key and not by its looks, so nothing is guessed: nothing is checked, and the
status is 2.

## Example
`assay.yaml`:
```yaml
schema: 1
data: data/*.ndjson
```
`assay lint` prints:
```text
assay.yaml:2:7: error[config-key-kind]: `data` takes a list of maps, got `data/*.ndjson`
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write what the message asks for; [Lint](../lint.md) has an example of each key.

## See also
[config-value](config-value.md) · [config-key-unknown](config-key-unknown.md) · [Lint](../lint.md)
\##u{1}config-key-missing.md
# config-key-missing

Severity: error (fixed)

## What it means
`assay.yaml` lacks a key it needs: `schema` always; `path` for a data set; `code`, `reason` and `until` for a
suppression; `rules` for an override, and one of `files`, `types` and `sources`. Or a `plugin.yaml` lacks one of
[its keys](../plugins.md).

## Why it matters
A suppression without a reason or an end outlives everyone who knew why it is there. So nothing is checked, and the
status is 2.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
suppressions:
  - code: value-implausible
    types: [heartRate]
    reason: An athlete at rest.
```
`assay lint` prints:
```text
assay.yaml:5:5: error[config-key-missing]: the key `suppressions[0].until` is missing
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
suppressions:
  - code: value-implausible
    types: [heartRate]
    reason: An athlete at rest.
    until: 2026-12-31
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":8,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Add the key. `until` is the last day on which the suppression holds; choose one on which somebody will look again.

## See also
[config-key-unknown](config-key-unknown.md) · [suppression-expired](suppression-expired.md) · [Lint](../lint.md)
\##u{1}config-key-unknown.md
# config-key-unknown

Severity: error (fixed)

## What it means
`assay.yaml`, or a [plugin](../plugins.md)'s `plugin.yaml`, has no key of this name, or not at this place.

## Why it matters
A misspelled `exclude` or `fail_if` would change what is checked without a word. So nothing is checked, and the status
is 2.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
fail_iff: unit-incompatible > 1%
```
`assay lint` prints:
```text
assay.yaml:4:1: error[config-key-unknown]: the key `fail_iff` is not known (did you mean `fail_if`?)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
fail_if: unit-incompatible > 1%
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Correct the spelling; [Lint](../lint.md) lists the keys. Notes belong into comments.

## See also
[config-key-missing](config-key-missing.md) · [config-key-kind](config-key-kind.md) ·
[config-value](config-value.md) · [Lint](../lint.md)
\##u{1}config-syntax.md
# config-syntax

Severity: error (fixed)

## What it means
`assay.yaml` or a `plugin.yaml` is YAML and still no configuration: it is empty, or holds a list or text where the keys
should be. What is not YAML at all, or not of the strict subset that is read, is [yaml-syntax](yaml-syntax.md) or
[yaml-subset](yaml-subset.md), as in a definition.

## Why it matters
An empty configuration would check nothing and pass. So nothing is checked, and the status is 2.

## Example
`assay.yaml`:
```yaml
- data/a.ndjson
- data/b.ndjson
```
`assay lint` prints:
```text
assay.yaml:1:1: error[config-syntax]: the file takes a map of keys, got a list
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Begin with `schema: 1` and name the data under `data`; [Lint](../lint.md) has a whole example.

## See also
[config-key-missing](config-key-missing.md) · [config-key-kind](config-key-kind.md) ·
[yaml-syntax](yaml-syntax.md) · [Lint](../lint.md)
\##u{1}config-value.md
# config-value

Severity: error (fixed)

## What it means
A value in `assay.yaml` is of the right kind and still none that the key takes: a severity, format or unit policy that
does not exist, a date that is no day, a threshold without a number, a malformed glob, a path that is there twice. A data set
has keys for tables, such as `columns`, and none of its files is a table. A path leads
[out of the repository](../configuration.md#a-configuration-that-was-found). In a [plugin](../plugins.md)'s `plugin.yaml`: a name that is none, a path that leads out of the folder, a version of Assay or
of the protocol that this is not.

## Why it matters
A severity that does not exist is neither on nor off. So nothing is checked, and the status is 2;
only keys for tables that nothing uses are found while the data is read.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
fail_on: errors
```
`assay lint` prints:
```text
assay.yaml:4:10: error[config-value]: `fail_on` takes error, warning or never, got `errors` (did you mean `error`?)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
fail_on: error
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Take one of the values that the message names.

## See also
[config-key-kind](config-key-kind.md) · [rule-unknown](rule-unknown.md) · [Lint](../lint.md)
\##u{1}csv-header.md
# csv-header

Severity: error (fixed)

## What it means
The first row of a table cannot be used: it is missing, gives one field twice, has no column for `type`, or lacks one
that `columns` in `assay.yaml` names. The table is not read, or no further than to a cell under a column without a
name.

## Why it matters
The header says what every cell below it means. With one name on two columns, which of the two holds would be a guess
for each row.

## Example
`table.csv`:
```csv
type,value,unit,start,value
heartRate,72,count/min,2026-01-01T08:00:00Z,74
```
```text
table.csv:1:23: error[csv-header]: a second column gives the same field: `value`
```
Fixed, `table.csv`:
```csv
type,value,unit,start,metadata.org.study.second
heartRate,72,count/min,2026-01-01T08:00:00Z,74
```

## How to fix it
Give each column the name of its field: `type`, `value`, `unit`, `start`, `source.name`, `metadata.KEY`. A table with
names of its own is read with `columns` in `assay.yaml`, which maps its names to fields.

## See also
[csv-shape](csv-shape.md) · [field-unknown](field-unknown.md) · [Lint](../lint.md) · [Samples](../samples.md)
\##u{1}csv-shape.md
# csv-shape

Severity: error (fixed)

## What it means
A row of a table has another number of cells than the header, text behind the closing quote of a cell, or a quote in a
cell that does not begin with one. The row is refused and reading goes on with the next one.

## Why it matters
A cell too many or too few shifts all values behind it into the wrong columns, so no cell of the row can be trusted.

## Example
```csv
type,value,unit,start
heartRate,72,count/min,2026-01-01T08:00:00Z
heartRate,72,2026-01-01T08:01:00Z
```
```text
table.csv:3:33: error[csv-shape]: the row has fewer cells than the header
```
Fixed:
```csv
type,value,unit,start
heartRate,72,count/min,2026-01-01T08:00:00Z
heartRate,72,count/min,2026-01-01T08:01:00Z
```

## How to fix it
Look for a delimiter inside of a value: such a cell stands in double quotes, and a quote in it is doubled (RFC 4180).
A decimal comma in a table with commas is the usual cause; `delimiter` and `decimal` in `assay.yaml` say how a table
is written.

## See also
[csv-header](csv-header.md) · [format-unknown](format-unknown.md) · [Lint](../lint.md) · [Samples](../samples.md)
\##u{1}duplicate.md
# duplicate

Severity: note

## What it means
The same sample is there already: the same UUID, or without one the same content, and the same content under it. An
import asks the store; `assay lint` and `assay validate --across` compare with the last 200,000 samples of the run.

## Why it matters
That an import can be repeated without doubling anything rests on this. A duplicate is no fault and leaves the status
at 0; whoever adds up the files themselves counts it twice.

## Example
```json
{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"}}
{"type":"bodyMass","value":70500,"unit":"g","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"}}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:2:1: note[duplicate]: the same sample as line 1 (if they are two readings, give each its own `uuid`)
```
Fixed:
```json
{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"}}
{"type":"bodyMass","value":70.3,"unit":"kg","start":"2026-01-01T08:05:00Z","source":{"name":"Scale"}}
```

## How to fix it
Nothing needs to be done: a store keeps the first. If readings that are really two count as one, they agree in type,
start, end, value, source and metadata; give each its `uuid`.

## See also
[near-duplicate](near-duplicate.md) · [uuid-conflict](uuid-conflict.md) · [Import](../import.md) · [Lint](../lint.md)
\##u{1}duration-too-long.md
# duration-too-long

Severity: error

## What it means
The sample lasts longer than its type allows: four days for nearly all, the limit that importers met in HealthKit. In
a sample file it is refused; in an Apple Health export, and in samples whose `origin` is `apple-health`, it is a
warning and the sample is kept.

## Why it matters
A heart rate over a month is a sum of something or a wrong date. An export, however, holds history that a store
already took under older rules, and refusing it would lose it.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-06T08:00:00Z"}
```
```text
sample.ndjson:1:89: error[duration-too-long]: heartRate lasts at most 4 days, got 5 days
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:05Z"}
```

## How to fix it
Correct the end, or split a long period into the readings it is made of.

## See also
[duration-too-short](duration-too-short.md) · [end-before-start](end-before-start.md) ·
[Apple Health exports](../apple-health.md) · [The catalog](../../catalog/README.md)
\##u{1}duration-too-short.md
# duration-too-short

Severity: error

## What it means
The sample is shorter than its type allows. Only levels of sound have such a limit in the built-in catalog: they are
averages over a time, which must be there. In an Apple Health export it is a warning, as for
[duration-too-long](duration-too-long.md).

## Why it matters
An average over no time is undefined, and HealthKit refuses to save one.

## Example
```json
{"type":"environmentalAudioExposure","value":62,"unit":"dBASPL","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:74: error[duration-too-short]: environmentalAudioExposure lasts at least 0.001 seconds, got 0 seconds
```
Fixed:
```json
{"type":"environmentalAudioExposure","value":62,"unit":"dBASPL","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:30:00Z"}
```

## How to fix it
Write the `end` of the measurement. Without one a sample ends when it starts.

## See also
[duration-too-long](duration-too-long.md) · [field-missing](field-missing.md) · [The catalog](../../catalog/README.md)
\##u{1}encoding.md
# encoding

Severity: error (fixed)

## What it means
A text holds bytes that are not UTF-8, or the whole file is in another encoding such as UTF-16. A definition file with
a NUL character has this code as well.

## Why it matters
Bytes in Latin-1 or cut in half can be read in several ways, and a guess changes names and notes for good. Nothing is
repaired: the record is refused, and a file that is in another encoding from its first byte is not read at all.

## Example
The byte `E9` is é in Latin-1 and nothing in UTF-8:
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Caf\xE9"}}
```
```text
sample.ndjson:1:103: error[encoding]: bytes that are not UTF-8
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Café"}}
```

## How to fix it
Write the file as UTF-8, or convert it when you know what it is: `iconv -f LATIN1 -t UTF-8 old.ndjson > new.ndjson`.
When only some lines are hit, the program that wrote them mixes encodings; the finding names line and column.

## See also
[json-syntax](json-syntax.md) · [xml-character](xml-character.md) · [Samples](../samples.md)
\##u{1}end-before-start.md
# end-before-start

Severity: error (fixed)

## What it means
The sample ends before it starts. Instants are compared, so an end with another offset may look earlier and is not.

## Why it matters
A negative duration spoils every sum and average it enters. Often start and end are swapped, or one of them has a
wrong offset or date.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T07:51:00Z"}
```
```text
sample.ndjson:1:89: error[end-before-start]: the sample ends 9 minutes before it starts
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:09Z"}
```

## How to fix it
Find out which of the two is wrong. An end equal to the start is fine, and leaving `end` out means the same.

## See also
[duration-too-long](duration-too-long.md) · [time-invalid](time-invalid.md) · [member-outside](member-outside.md) ·
[Samples](../samples.md)
\##u{1}field-kind.md
# field-kind

Severity: error (fixed)

## What it means
A field has a value of the wrong JSON kind: `source`, `device`, `metadata` and `original` take objects, `members` a
list of objects, texts and times a string in double quotes. The value of a category is a case name or its number.

## Why it matters
A name where an object belongs, or a number where a time belongs, is most often a sample in the form of another
program. To guess its meaning would store something that was not said.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":"Apple Watch"}
```
```text
sample.ndjson:1:92: error[field-kind]: `source` is of the wrong JSON kind: Apple Watch (write an object)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Apple Watch"}}
```

## How to fix it
Write the field in the form that [Samples](../samples.md) shows. Times are never numbers: `1767254400` becomes
`"2026-01-01T08:00:00Z"`.

## See also
[value-not-a-number](value-not-a-number.md) · [time-invalid](time-invalid.md) · [metadata-kind](metadata-kind.md) ·
[Samples](../samples.md)
\##u{1}field-missing.md
# field-missing

Severity: error (fixed)

## What it means
The sample lacks a field that its type needs: `type` always; `start` for all but characteristics; `value` for
quantities, characteristics and categories, except for categories whose only case is `notApplicable`.

## Why it matters
Without a start there is no place in time and no identity, without a value there is nothing to keep. No field is
filled in from a neighbor, with one exception: members of a correlation take its time, source and device.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min"}
```
```text
sample.ndjson:1:1: error[field-missing]: heartRate has no `start`
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Add the field. A missing `end` is fine and means the start; a missing unit has a code of its own.

## See also
[unit-missing](unit-missing.md) · [metadata-missing](metadata-missing.md) · [member-missing](member-missing.md) ·
[Samples](../samples.md)
\##u{1}field-unknown.md
# field-unknown

Severity: warning

## What it means
Samples, sources and devices have no field of this name. The sample is accepted, and the field is kept with it as it
stands.

## Why it matters
A misspelled `end` or `unit` would otherwise vanish: the sample would pass with a default in its place. The message
names the nearest known field, if one is near.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","souce":{"name":"Apple Watch"}}
```
```text
sample.ndjson:1:83: warning[field-unknown]: samples have no field `souce`; it is kept as it is (did you mean `source`?)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Apple Watch"}}
```

## How to fix it
Correct the spelling; case counts. What is your own goes into `metadata`, where any key is allowed unless the type
closes its list.

## See also
[field-missing](field-missing.md) · [metadata-unknown](metadata-unknown.md) · [Samples](../samples.md)
\##u{1}format-unknown.md
# format-unknown

Severity: error (fixed)

## What it means
The input is in no format that is read: JSON, NDJSON, CSV or an Apple Health export. Content decides; the extension
counts only where content leaves it open, for instance when the first line is malformed.

## Why it matters
A guess would turn a picture into thousands of syntax errors. Under `lint` such a file is a finding and the others are
read all the same; other commands stop before any work with status 2 and a message on standard error.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*
```
`data/readings.xml`:
```xml
<readings><pulse>72</pulse></readings>
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
data/readings.xml: error[format-unknown]: it is markup, but not an Apple Health export: neither its DOCTYPE nor its root is HealthData (name its format in assay.yaml, or exclude it)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*
exclude: [data/*.xml]
```

## How to fix it
Name the right file; for an export that is `export.zip`, the folder in it, or its main XML. If the content is right
and only its beginning misleads, name the format: `--format jsonl`, or `format: jsonl` for a data set in `assay.yaml`.
Files beside the data belong under `exclude`.

## See also
[encoding](encoding.md) · [zip-damaged](zip-damaged.md) · [Lint](../lint.md) ·
[Apple Health exports](../apple-health.md)
\##u{1}glob-unmatched.md
# glob-unmatched

Severity: error

## What it means
The `path` of a data set in `assay.yaml` matches no file, or `files` of an override none of the data sets. A run that
is narrowed by paths or by `--changed-since` does not say so, since it looks at a part of the data only. The same code
reports a data set that gets no file because an earlier one matches all of them: a file is read once, by the first data
set that matches.

## Why it matters
A run that checks nothing passes. Folders are renamed and formats change; without this finding a project would be
green from that day on.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
  - path: datas/*.json
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
assay.yaml:4:11: error[glob-unmatched]: no file matches `datas/*.json` (`*` stays within a folder; `**` goes through all below)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
```

## How to fix it
Correct the glob: `*` stays in one folder, `**` goes through all below, and paths begin at the folder of `assay.yaml`.
Data that comes later gets its line when it is there, or the code is set to `note`.

## See also
[format-unknown](format-unknown.md) · [not-checked](not-checked.md) · [Lint](../lint.md)
\##u{1}input-empty.md
# input-empty

Severity: warning

## What it means
The input was read to its end and holds no sample: an empty NDJSON file, an empty JSON array, a table with nothing but
its header, an export without records.

## Why it matters
A job that got an empty file looks like one with nothing to complain about. Formats that cannot be empty, such as an
array without its brackets or a table without its header, are reported as [truncated](truncated.md) or
[csv-header](csv-header.md) and refused; the others are valid, so this is a warning. `--fail-on warning`, or
`fail_on: warning` in `assay.yaml`, makes the status 1; a rule can make it an error.

## Example
`steps.csv`:
```csv
type,value,unit,start
```
```text
steps.csv: warning[input-empty]: the input holds no sample (if it should hold some, look at what wrote it)
```
Fixed, `steps.csv`:
```csv
type,value,unit,start
stepCount,12,count,2026-01-01T08:00:00Z
```

## How to fix it
Look at what wrote the file. If files without samples are usual, set the severity in `assay.yaml`: see
[Lint](../lint.md).

## See also
[truncated](truncated.md) · [csv-header](csv-header.md) · [Import](../import.md)
\##u{1}json-duplicate-key.md
# json-duplicate-key

Severity: error (fixed)

## What it means
A key appears twice in one object, in the sample or in any object in it. Keys are compared decoded, so `"value"` and
`"v\u0061lue"` are the same. In an export, a metadata key that is there twice with different values has this code.

## Why it matters
Parsers take the first or the last of the two without a word, so two programs store two different values. Even equal
values are refused: the text was put together wrongly.

## Example
```json
{"type":"heartRate","value":72,"value":74,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:33: error[json-duplicate-key]: the key appears twice: `value`
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Keep one of the two. Keys that differ by case, such as `Meal` and `meal` in metadata, are different keys and allowed.

## See also
[json-syntax](json-syntax.md) · [field-unknown](field-unknown.md) · [Samples](../samples.md)
\##u{1}json-syntax.md
# json-syntax

Severity: error (fixed)

## What it means
The line, or the file, is not JSON by RFC 8259: a trailing comma, single quotes, `NaN`, a comment, a number such as
`.5` or `072`, text after the object.

## Why it matters
Lenient parsers disagree about such text, so its meaning depends on who reads it. In NDJSON one line is refused and
the next is read; in a JSON array nothing behind the fault can be trusted, so the input ends there and is incomplete.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z",}
```
```text
sample.ndjson:1:82: error[json-syntax]: a comma must be followed by another element
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Go to the line and column, and write what the message expects. If every line is refused, the file is probably not
JSON; if only the last one is, the file was cut.

## See also
[json-duplicate-key](json-duplicate-key.md) · [line-ending](line-ending.md) · [truncated](truncated.md) ·
[Samples](../samples.md)
\##u{1}line-ending.md
# line-ending

Severity: error (fixed)

## What it means
Lines end with a carriage return alone, as old Mac programs and some spreadsheets write them, so the file reads as one
line with several objects on it.

## Why it matters
The samples behind the first one would be lost if the line were taken as one sample. LF and CR LF are both read, and
may be mixed.

## Example
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}\x0D{"type":"heartRate","value":74,"unit":"count/min","start":"2026-01-01T08:01:00Z"}\x0D
```
```text
sample.ndjson:1:82: error[line-ending]: lines end with CR alone; expected LF or CR LF (convert the line ends, for example with `tr '\r' '\n'`)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
{"type":"heartRate","value":74,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
```

## How to fix it
Convert the line ends: `tr '\r' '\n' < old.ndjson > new.ndjson`. Do not do this to a file with CR LF, where it only
adds blank lines.

## See also
[json-syntax](json-syntax.md) · [line-too-long](line-too-long.md) · [Samples](../samples.md)
\##u{1}line-too-long.md
# line-too-long

Severity: error (fixed)

## What it means
A line of NDJSON is longer than 1 MiB, an element of a JSON array is, a tag of an Apple Health export is, or a whole
top-level element of an export is longer than 16 MiB. The line or element is refused and reading goes on behind it; in
an array nothing behind it can be told apart from it, so the input ends there and is incomplete.

## Why it matters
Memory must not grow with the input. A file that was joined without line feeds is the usual cause, and then the whole
file is one line. The quarantine keeps the first 1 MiB of such a line, not its rest.

## Example
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"note":"⟨x⟩×1100000"}}
```
```text
sample.ndjson:1:1: error[line-too-long]: the line is longer than the limit of 1 MiB and was skipped (write one sample a line, or split the line)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"note":"x"}}
```

## How to fix it
Write one sample a line. When a single sample is that long, look at its metadata: a series of readings belongs in
samples of their own.

## See also
[string-too-long](string-too-long.md) · [object-too-large](object-too-large.md) · [Samples](../samples.md)
\##u{1}member-missing.md
# member-missing

Severity: error (fixed)

## What it means
A correlation lacks a member that its type needs, or has no member at all.

## Why it matters
A systolic pressure alone is no blood pressure. A correlation is stored whole or not at all, so it is refused with the
members it has.

## Example
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"}]}
```
```text
sample.ndjson:1:66: error[member-missing]: bloodPressure needs `bloodPressureDiastolic`
```
Fixed:
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
```

## How to fix it
Add the member. If there really is only one reading, write it as a sample of its own type, outside of a correlation.
An export whose correlations were emptied by another tool has this finding for each of them.

## See also
[member-too-many](member-too-many.md) · [member-not-allowed](member-not-allowed.md) ·
[Apple Health exports](../apple-health.md) · [Samples](../samples.md)
\##u{1}member-not-allowed.md
# member-not-allowed

Severity: error (fixed)

## What it means
A sample of this type is no member of the correlation, or its `role` is none that the correlation has for this type.
Correlations and characteristics are members of nothing.

## Why it matters
What belongs together is what the definition says. A heart rate that was measured with a blood pressure is a sample of
its own at the same time.

## Example
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"},{"type":"heartRate","value":72,"unit":"count/min"}]}
```
```text
sample.ndjson:1:194: error[member-not-allowed]: heartRate is no member of this correlation
```
Fixed:
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
```

## How to fix it
Move the sample out of the correlation, with the same start. `assay explain bloodPressure` lists members and roles.

## See also
[member-missing](member-missing.md) · [member-too-many](member-too-many.md) · [type-kind](type-kind.md) ·
[The catalog](../../catalog/README.md)
\##u{1}member-outside.md
# member-outside

Severity: warning

## What it means
A member starts before its correlation or ends after it. Both are accepted.

## Why it matters
Members usually have the time of their correlation, and whoever asks for a period would get one without the other.
Most often one of the two times is wrong.

## Example
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:05:00Z"}]}
```
```text
sample.ndjson:1:193: warning[member-outside]: bloodPressureDiastolic lies outside its correlation's time
```
Fixed:
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
```

## How to fix it
Leave the times of members out, so that they take those of the correlation; or give the correlation an `end` that
covers all.

## See also
[end-before-start](end-before-start.md) · [member-missing](member-missing.md) · [Samples](../samples.md)
\##u{1}member-too-many.md
# member-too-many

Severity: error (fixed)

## What it means
A correlation has a member more often than its type takes it. The finding points at the first one too many.

## Why it matters
With two diastolic values for one systolic value nobody can tell which belongs to it. Two measurements are two
correlations.

## Example
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":82,"unit":"mmHg"}]}
```
```text
sample.ndjson:1:194: error[member-too-many]: bloodPressure takes `bloodPressureDiastolic` at most once
```
Fixed:
```json
{"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
```

## How to fix it
Split it into one correlation for each measurement. A type of your own may take a member several times:
`heartRate: 0..*` under `members`.

## See also
[member-missing](member-missing.md) · [member-not-allowed](member-not-allowed.md) ·
[The catalog](../../catalog/README.md)
\##u{1}metadata-kind.md
# metadata-kind

Severity: error

## What it means
A metadata value is not of its key's kind. Known keys say what they take: text (with a length and a pattern), a
number, a whole number, true or false (also 0 and 1), a date with an offset, a quantity. A key that nobody defined
takes any of these, but no list, no `null` and no object other than a quantity.

## Why it matters
Metadata that is text in one sample and a number in the next can neither be compared nor filtered.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKWasUserEntered":"maybe"}}
```
```text
sample.ndjson:1:114: error[metadata-kind]: `HKWasUserEntered` is not true or false: maybe
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKWasUserEntered":true}}
```

## How to fix it
Write the value in the kind that the message names. A quantity is `{"value":83,"unit":"dBASPL"}` or the text
`"83 dBASPL"`.

## See also
[metadata-not-in-enum](metadata-not-in-enum.md) · [metadata-missing](metadata-missing.md) ·
[field-kind](field-kind.md) · [Samples](../samples.md)
\##u{1}metadata-missing.md
# metadata-missing

Severity: error

## What it means
A metadata key that the type, or the case the sample has, requires is not there. Built in are two: `insulinDelivery`
needs `HKInsulinDeliveryReason`, `menstrualFlow` needs `HKMenstrualCycleStart`.

## Why it matters
The sample cannot be understood without it: insulin of the day and insulin of a meal are two things. HealthKit refuses
to save such a sample.

## Example
```json
{"type":"insulinDelivery","value":4,"unit":"IU","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:1: error[metadata-missing]: insulinDelivery needs the metadata `HKInsulinDeliveryReason`
```
Fixed:
```json
{"type":"insulinDelivery","value":4,"unit":"IU","start":"2026-01-01T08:00:00Z","metadata":{"HKInsulinDeliveryReason":2}}
```

## How to fix it
Add the key; `assay explain TYPE` lists what a type needs. A key may be written by its raw name or by its constant
(`HKMetadataKeyInsulinDeliveryReason`).

## See also
[metadata-kind](metadata-kind.md) · [metadata-not-in-enum](metadata-not-in-enum.md) ·
[field-missing](field-missing.md) · [The catalog](../../catalog/README.md)
\##u{1}metadata-not-in-enum.md
# metadata-not-in-enum

Severity: error

## What it means
The value of a metadata key that has cases is none of them. Cases are written by number or by name.

## Why it matters
A number without a meaning would be stored as if it had one.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKMetadataKeyHeartRateMotionContext":7}}
```
```text
sample.ndjson:1:132: error[metadata-not-in-enum]: `HKMetadataKeyHeartRateMotionContext` has no case `7` (one of notSet (0), sedentary (1), active (2))
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{"HKMetadataKeyHeartRateMotionContext":1}}
```

## How to fix it
Write one of the names or numbers in the hint. `catalog/enums` has them all; the key's file in `catalog/metadata` names
the enum.

## See also
[value-not-in-enum](value-not-in-enum.md) · [metadata-kind](metadata-kind.md) · [The catalog](../../catalog/README.md)
\##u{1}metadata-unknown.md
# metadata-unknown

Severity: warning

## What it means
The type's list of metadata keys is closed (`closed: true`), and this key is not on it. The sample is accepted and the
key kept.

## Why it matters
A study that agreed on its keys wants to hear of others. No built-in type closes its list: apps add their own.

## Example
`types/org.study.clinicWeight.yaml`:
```yaml
type: org.study.clinicWeight
extends: bodyMass
title: Weight in the clinic
metadata: {known: [org.study.scale], closed: true}
```
```json
{"type":"org.study.clinicWeight","value":71,"unit":"kg","start":"2026-01-01T08:00:00Z","metadata":{"org.study.sclae":"B"}}
```
`assay validate --catalog types sample.ndjson` prints:
```text
sample.ndjson:1:101: warning[metadata-unknown]: org.study.clinicWeight takes no metadata `org.study.sclae` (did you mean `org.study.scale`?)
```
Fixed:
```json
{"type":"org.study.clinicWeight","value":71,"unit":"kg","start":"2026-01-01T08:00:00Z","metadata":{"org.study.scale":"B"}}
```

## How to fix it
Correct the key, or add it to `known` in the definition.

## See also
[field-unknown](field-unknown.md) · [metadata-missing](metadata-missing.md) · [The catalog](../../catalog/README.md)
\##u{1}near-duplicate.md
# near-duplicate

Severity: warning

## What it means
A sample has the content of an earlier one and another id: type, time, value, source and metadata are the same, the
UUID is not. `assay lint` and `assay validate --across` compare with the last 200,000 samples of the run.

## Why it matters
By their ids these are two samples, so a store keeps both, and then every sum counts the reading twice. It is the
trace of one reading that came on two ways, or of a program that makes a new id each time it writes.

## Example
```json
{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"},"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301"}
{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"},"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3302"}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:2:1: warning[near-duplicate]: the same content as line 1 with another id (one of two ways that a reading came on is enough)
```
Fixed:
```json
{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"},"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301"}
{"type":"bodyMass","value":70.4,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Scale"},"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3302"}
```

## How to fix it
Import from one of the two ways only, and prefer the one that keeps UUIDs. A program that writes samples keeps their
ids, or leaves them out, so that they are made from the content.

## See also
[duplicate](duplicate.md) · [uuid-conflict](uuid-conflict.md) · [Lint](../lint.md) · [Samples](../samples.md)
\##u{1}nesting.md
# nesting

Severity: error (fixed)

## What it means
Arrays and objects lie more than 64 deep in one another, or elements of an export more than 32, or lists and maps of a
definition more than 64.

## Why it matters
Deep nesting costs stack and time out of all proportion to its size, and no sample needs more than five levels. The
depth is checked as the text is read.

## Example
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","note":⟨[⟩×65⟨]⟩×65}
```
```text
sample.ndjson:1:152: error[nesting]: nested deeper than the limit of 64
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Remove the structure: fields that samples do not have are kept but never interpreted. What belongs to the sample goes
into `metadata` as text, numbers, booleans or quantities, which do not nest.

## See also
[object-too-large](object-too-large.md) · [field-unknown](field-unknown.md) · [Samples](../samples.md)
\##u{1}not-checked.md
# not-checked

Severity: error (fixed)

## What it means
Something was left out because a check of it was not possible: the data of a project whose types cannot be loaded, or
a file that cannot be read, a definition or a folder of definitions whose name is not UTF-8. In a folder of definitions
it is a warning about a name that is not a plain file: a link that leaves the folder or leads nowhere, a pipe.

## Why it matters
A file that is passed over in silence looks like a file that passed. So a broken definition makes a run fail twice:
for itself, and for the data that nobody judged.

## Example
`assay.yaml`:
```yaml
schema: 1
catalogs: [types]
data:
  - path: data/*.ndjson
```
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
units: kg
```
`data/grip.ndjson`:
```json
{"type":"org.study.gripStrength","value":41.5,"unit":"kg","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints, beside what is wrong with the definition:
```text
data/grip.ndjson: error[not-checked]: not checked: a definition is broken
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Correct what the other findings name, and run again. For a link, put the file itself into the folder, or name its real
folder with a second entry under `catalogs`. Rename what has a name that is not UTF-8.

## See also
[catalog-key-unknown](catalog-key-unknown.md) · [catalog-empty](catalog-empty.md) · [Lint](../lint.md) ·
[The catalog](../../catalog/README.md)
\##u{1}object-too-large.md
# object-too-large

Severity: error (fixed)

## What it means
An object has more than 256 keys, or a correlation more than 10,000 members. For exports: an element with more than 64
attributes; for definitions: a file over 1 MiB, or a map or list with more than 20,000 entries.

## Why it matters
Keys are compared with one another to find duplicates, and a correlation is stored in one piece, so both need a bound.

## Example
A sample with 257 metadata keys:
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{⟨"k#":0,⟩×256"last":0}}
```
```text
sample.ndjson:1:2291: error[object-too-large]: more than 256 keys in one object
```
Fixed:
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","metadata":{⟨"k#":0,⟩×255"last":0}}
```

## How to fix it
A list of readings is many samples, not many metadata keys. Split a meal or a group with more members than that by
time.

## See also
[nesting](nesting.md) · [string-too-long](string-too-long.md) · [Samples](../samples.md)
\##u{1}overlap.md
# overlap

Severity: warning

## What it means
Two samples of one type, source and device share time although the type says `exclusive: true`: two sleep stages at
once, the same steps twice. `assay lint` and `assay validate --across` compare each sample with the last 256 of its
type, subject, source and device.

## Why it matters
Sums over such samples count the same minutes twice. Overlaps between two sources, a watch and a phone, are normal,
and so is a session with the stages in it.

## Example
```json
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T02:00:00Z","end":"2026-01-01T03:00:00Z","source":{"name":"Watch"}}
{"type":"sleepAnalysis","value":"asleepREM","start":"2026-01-01T02:30:00Z","end":"2026-01-01T03:10:00Z","source":{"name":"Watch"}}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:2:1: warning[overlap]: sleepAnalysis shares 30 minutes with line 1, of the same source and device (where two devices recorded, name each in `device`)
```
Fixed:
```json
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T02:00:00Z","end":"2026-01-01T02:30:00Z","source":{"name":"Watch"}}
{"type":"sleepAnalysis","value":"asleepREM","start":"2026-01-01T02:30:00Z","end":"2026-01-01T03:10:00Z","source":{"name":"Watch"}}
```

## How to fix it
Correct the times in the program that wrote them; a sample may begin when the one before it ends. If two devices write
under one name, name each in `device`.

## See also
[near-duplicate](near-duplicate.md) · [stage-outside-session](stage-outside-session.md) · [Lint](../lint.md) ·
[The catalog](../../catalog/README.md)
\##u{1}plugin-ack-repeated.md
# plugin-ack-repeated

Failure: status 3

## What it means
The plugin acknowledged a batch or a commit a second time, and was ended.

## Why it happens
An acknowledgement is the only word there is for what is stored. One that comes twice may stand for another one.

## How to fix it
It is a mistake in the plugin. `assay plugins test` shows at which step it happens.

## See also
[plugin-ack-unknown](plugin-ack-unknown.md) · [plugin-protocol](plugin-protocol.md) · [The protocol of
plugins](../plugin-protocol.md)
\##u{1}plugin-ack-unknown.md
# plugin-ack-unknown

Failure: status 3

## What it means
The plugin acknowledged a batch or a commit that it was never sent, or another number of samples than it was sent, and
was ended.

## Why it happens
What it says cannot be about the samples that were sent, so nothing of it counts as stored.

## How to fix it
It is a mistake in the plugin. `assay plugins test` shows at which step it happens.

## See also
[plugin-ack-repeated](plugin-ack-repeated.md) · [plugin-protocol](plugin-protocol.md) · [The protocol of
plugins](../plugin-protocol.md)
\##u{1}plugin-configuration.md
# plugin-configuration

Failure: status 2

## What it means
The plugin says that what it was told cannot work: a parameter in the store's name, a missing variable, a store that
is not there.

## Why it happens
It is the plugin's own judgement, in its own words, and it would not change by trying again.

## How to fix it
Correct the part of the store's name behind `?`, or what the message asks for. The plugin's README lists its
parameters: `assay plugins show NAME`.

## See also
[plugin-start](plugin-start.md) · [plugin-failed](plugin-failed.md) · [Stores](../stores.md)
\##u{1}plugin-exited.md
# plugin-exited

Failure: status 3

## What it means
The plugin ended by itself, by a status or a signal that the message names, and starting it again did not help.

## Why it happens
A plugin that ends is started again up to three times and sent again what it had not committed. It ends for good when
it crashes each time, was killed for want of memory, or says nothing before it ends.

## How to fix it
The last lines of its standard error stand at the end of the message. Mend what they say and run the same command again:
nothing is lost or doubled.

## See also
[plugin-timeout](plugin-timeout.md) · [plugin-failed](plugin-failed.md) · [The protocol of
plugins](../plugin-protocol.md)
\##u{1}plugin-failed.md
# plugin-failed

Failure: status 3

## What it means
The plugin says that it cannot work now: a disk, a network, a server, a permission.

## Why it happens
It is the plugin's own judgement, in its own words. What is likely to pass was tried again before.

## How to fix it
Mend what the message names and run the same command again: it goes on behind the last commit.

## See also
[plugin-exited](plugin-exited.md) · [plugin-configuration](plugin-configuration.md) · [Stores](../stores.md)
\##u{1}plugin-flood.md
# plugin-flood

Failure: status 3

## What it means
The plugin wrote a line over 8 MiB, rows that nobody asked for or that it had not announced, or more than 100,000 lines
or 64 MiB that are not part of an answer, such as log lines. Assay ended it.

## Why it happens
Memory must not grow with what another program writes.

## How to fix it
It is a mistake in the plugin: answers are cut into pages of at most 10,000 rows and 4 MiB.

## See also
[plugin-protocol](plugin-protocol.md) · [The protocol of plugins](../plugin-protocol.md)
\##u{1}plugin-hello.md
# plugin-hello

Failure: status 3

## What it means
The first line that the plugin wrote is no hello of the protocol, or names a version that is not spoken here.

## Why it happens
Most often something in the plugin prints to standard output, which belongs to the protocol: a banner, a warning of a
library. The message shows what was read.

## How to fix it
Have the plugin print to standard error. For another version of the protocol update the plugin or Assay; the message
says which versions each speaks.

## See also
[plugin-start](plugin-start.md) · [plugin-protocol](plugin-protocol.md) · [The protocol of
plugins](../plugin-protocol.md)
\##u{1}plugin-protocol.md
# plugin-protocol

Failure: status 3

## What it means
The plugin broke the protocol in a way that the message names: a line that is no JSON object, an answer to nothing
that was asked, a sample without an id. It was ended.

## Why it happens
Behind such a line nothing can be trusted, so the work ends there. What was committed is kept.

## How to fix it
It is a mistake in the plugin. The page of the protocol says what is wanted, and `assay plugins test` tries it.

## See also
[plugin-hello](plugin-hello.md) · [plugin-flood](plugin-flood.md) · [The protocol of plugins](../plugin-protocol.md)
\##u{1}plugin-start.md
# plugin-start

Failure: status 3

## What it means
The store is kept by a plugin in a process of its own, and that cannot be started. A name that no plugin has is a
usage error, which ends the command with status 2 before.

## Why it happens
The plugin's executable is missing, may not be executed, or needs an interpreter that is not there.

## How to fix it
`assay plugins list` says which plugins are found and where; `assay plugins test` starts one and says what happens.
Plugins are looked for only where `--plugin`, the configuration or `ASSAY_PLUGIN_PATH` point.

## See also
[plugin-hello](plugin-hello.md) · [plugin-configuration](plugin-configuration.md) · [Stores](../stores.md)
\##u{1}plugin-timeout.md
# plugin-timeout

Failure: status 3

## What it means
The plugin did not answer within its time limit, and was ended with all its processes. Nothing counts that it did not
acknowledge.

## Why it happens
It waits for something itself, such as a lock or a server, or both sides wait for each other because it writes without
reading. Log lines and text on standard error are not an answer. `working` starts the time again, up to 120 times.

## How to fix it
Run the same command again: what was committed is a duplicate then. A plugin that needs long says `working` in
between; `--plugin-timeout SECONDS` raises the limit.

## See also
[plugin-exited](plugin-exited.md) · [store-locked](store-locked.md) · [The protocol of plugins](../plugin-protocol.md)
\##u{1}quarantine-line.md
# quarantine-line

Severity: error (fixed)

## What it means
`assay revalidate` met a line that is none of a quarantine file: no JSON object, a key that is missing or there twice,
a part of a large record without the others, or a record whose bytes do not have the SHA-256 under `id` any more.

## Why it matters
The line may be all that is left of a refused sample, so it is kept as it is, and the status is 1. `raw` is the record
as it stood in its input. It is not the place for a correction: the digest tells that it was edited.

## Example
`kept.ndjson`:
```json
{"schema":1,"id":"sha256 bbd68be7becc3e39a3597f311f4cab4af73c8e69ad92f9dced746bba89dcefca","reason":"refused",
```
`assay revalidate kept.ndjson` prints:
```text
kept.ndjson:1:1: error[quarantine-line]: the line is no JSON object (the line is kept as it is)
```
Fixed, `kept.ndjson`:
```json
{"schema":1,"id":"sha256 bbd68be7becc3e39a3597f311f4cab4af73c8e69ad92f9dced746bba89dcefca","reason":"refused","source":{"path":"sample.ndjson","line":1,"column":1,"byte_offset":0,"format":"jsonl"},"context":{},"raw":"{\"type\":\"heartRate\",\"value\":72,\"unit\":\"count/min\",\"start\":\"2026-01-01T08:00:00Z\"}","diagnostics":[],"catalog":""}
```

## How to fix it
Put the correction beside the record: `"replacement":{…}` with a whole sample. A line that an editor broke is best
taken from a copy; importing the input again writes its quarantine anew.

## See also
[store-refused](store-refused.md) · [not-checked](not-checked.md) · [Import](../import.md) · [Stores](../stores.md)
\##u{1}rate-impossible.md
# rate-impossible

Severity: warning

## What it means
A cumulative value grows faster than its type allows: more than `rate: {max: N}` canonical units a second. What a
minute came to is compared, from all samples of one source and device; a sample of a minute or longer is compared by
itself as well. `assay lint` and `assay validate --across` remember the last 256 minutes of each type, subject, source
and device.

## Why it matters
Each value may be allowed by itself and still be impossible for its duration; a sum over months shows no trace of it.

## Example
```json
{"type":"stepCount","value":60000,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:1:1: warning[rate-impossible]: stepCount grows by at most 10 count a second, got 100 count (check start and end: a day's total on a sample of minutes is the usual cause)
```
Fixed:
```json
{"type":"stepCount","value":600,"unit":"count","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:10:00Z"}
```

## How to fix it
Check start and end: a daily total on a sample of minutes is the usual cause, and a clock in milliseconds another.

## See also
[value-not-allowed](value-not-allowed.md) · [value-implausible](value-implausible.md) ·
[catalog-rate](catalog-rate.md) · [Lint](../lint.md)
\##u{1}rule-fixed.md
# rule-fixed

Severity: error (fixed)

## What it means
`assay.yaml` tries to lower a code that stays an error whatever a configuration says, in `rules` or `overrides`.

## Why it matters
A sample with such a finding has no normal form: its type, unit, value or time is not certain. As a warning it would
be accepted, and nothing could be stored.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
rules:
  unit-incompatible: warning
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
assay.yaml:5:3: error[rule-fixed]: unit-incompatible is an error always; it cannot be warning (accept known findings with a suppression or a baseline)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
rules:
  value-not-allowed: warning
```

## How to fix it
Remove the line. To accept known findings for a time, write a suppression with a reason and an end, or a baseline;
to let a small share pass, set `fail_on: never` and a threshold under `fail_if`.

## See also
[rule-unknown](rule-unknown.md) · [threshold-exceeded](threshold-exceeded.md) · [Lint](../lint.md) ·
[Codes](README.md)
\##u{1}rule-unknown.md
# rule-unknown

Severity: error (fixed)

## What it means
`assay.yaml` names a code that does not exist, in `rules`, `overrides`, `suppressions` or `fail_if`.

## Why it matters
The setting does nothing, and whoever wrote it believes that it does.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
rules:
  value-implausibel: error
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
assay.yaml:5:3: error[rule-unknown]: no code is called `value-implausibel` (did you mean `value-implausible`?)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
rules:
  value-implausible: error
```

## How to fix it
Correct the code; `assay explain --list` prints all.

## See also
[rule-fixed](rule-fixed.md) · [config-value](config-value.md) · [Lint](../lint.md) · [Codes](README.md)
\##u{1}stage-outside-session.md
# stage-outside-session

Severity: warning

## What it means
A stage, such as a stage of sleep, lies outside of the sessions that its source recorded around it. The type names the
case that is the session (`session: inBed`). Sessions of the same source within 4 hours of the stage are joined, with
60 seconds of grace at both ends and from one session to the next; where there is none, nothing is said. `assay lint` and `assay validate --across`
look at the last 256 samples of each type and source.

## Why it matters
Time asleep can then exceed time in bed, and the efficiency of sleep exceeds 100 %.

## Example
```json
{"type":"sleepAnalysis","value":"inBed","start":"2026-01-01T23:00:00Z","end":"2026-01-02T06:00:00Z","source":{"name":"Watch"}}
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-02T06:10:00Z","end":"2026-01-02T06:40:00Z","source":{"name":"Watch"}}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:2:1: warning[stage-outside-session]: sleepAnalysis `asleepCore` lies 40 minutes outside `inBed` of the same source (where it is a shift by whole hours, an offset is wrong)
```
Fixed:
```json
{"type":"sleepAnalysis","value":"inBed","start":"2026-01-01T23:00:00Z","end":"2026-01-02T06:00:00Z","source":{"name":"Watch"}}
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-02T05:10:00Z","end":"2026-01-02T06:00:30Z","source":{"name":"Watch"}}
```

## How to fix it
Look for a wrong offset first: a shift by whole hours is one. If the source records sessions for some nights only,
nothing is wrong with the data, and the code can be set to `off` for that source.

## See also
[overlap](overlap.md) · [time-no-offset](time-no-offset.md) · [Lint](../lint.md) ·
[The catalog](../../catalog/README.md)
\##u{1}store-anchor-expired.md
# store-anchor-expired

Failure: status 3

## What it means
Changes were asked for since a moment of which the store no longer knows all deletions.

## Why it happens
The answer would leave out samples that were deleted since, so there is none.

## How to fix it
Begin again without an anchor, and compare what comes with what was known.

## See also
[store-failed](store-failed.md) · [Stores](../stores.md)
\##u{1}store-corrupt.md
# store-corrupt

Failure: status 3

## What it means
The store does not hold together: a table, file or line is missing or is not as it was written.

## Why it happens
A failing disk, a copy that was made while somebody wrote, or a file that was edited by hand. An interrupted import
does not lead here: what was not committed is taken back when the store is opened.

## How to fix it
`assay store verify` lists what is wrong. Restore a copy, or export what can be read and import it, and then the
original inputs, into a new store: what is there already is a duplicate.

## See also
[store-foreign](store-foreign.md) · [store-failed](store-failed.md) · [Stores](../stores.md)
\##u{1}store-failed.md
# store-failed

Failure: status 3

## What it means
The store cannot go on, for a reason that the message gives in the words of the system, the database or the server.

## Why it happens
A disk that fails, a server that went away, a limit of the system. Nothing of the open transaction is stored.

The store's file or folder was moved, removed or replaced while a command was writing to it. The system lets a program
go on writing to such a file, so Assay compares the file under the path with the one that it opened, before and after
each commit. In SQLite the same goes for the files `-wal` and `-shm`, which belong to the database. Nothing since the
last commit can be relied on then.

## How to fix it
Mend what the message names and run the same command again: it goes on behind the last commit, and nothing is lost or
doubled.

When the store was moved, put it back with all its files, and check it with `assay store verify` first. When it was
removed, the same command begins a new store.

## See also
[store-full](store-full.md) · [store-locked](store-locked.md) · [Import](../import.md)
\##u{1}store-foreign.md
# store-foreign

Failure: status 3

## What it means
What stands at the store's place is no store, or one of another program. It was left untouched.

## Why it happens
The path names an ordinary file, a database that something else made, or a folder with other files in it.

## How to fix it
Name another path. To look at a database of another program use that program.

## See also
[store-future](store-future.md) · [store-corrupt](store-corrupt.md) · [Stores](../stores.md)
\##u{1}store-full.md
# store-full

Failure: status 3

## What it means
The disk, the quota or the server has no room left. What was committed before is kept, whole.

## Why it happens
An import needs room for the samples and, for a while, for the log that makes commits safe. Copying from another store
needs it once more for the samples as text, in a temporary file beside the store or in `TMPDIR`. Deleting from SQLite
writes the file anew, which takes its room twice.

## How to fix it
Make room and run the same command again: it goes on behind the last commit. `assay store compact` gives back the room
of deleted samples.

## See also
[store-unwritable](store-unwritable.md) · [Import](../import.md) · [Stores](../stores.md)
\##u{1}store-future.md
# store-future

Failure: status 3

## What it means
The store was written by a newer version of Assay, in a form that this one does not know. It was left untouched.

## Why it happens
Stores are never changed by an older version, since it could not keep what it does not understand.

## How to fix it
Use the newer version: `assay --version` says which one this is. To go back, export with the newer one and import the
lines here.

## See also
[store-foreign](store-foreign.md) · [store-incompatible](store-incompatible.md) · [Stores](../stores.md)
\##u{1}store-incompatible.md
# store-incompatible

Failure: status 3

## What it means
The catalog of this run would make samples that are stored mean something else: a type has another kind, canonical
unit or aggregation, or a raw value has another name; or the catalog no longer has a type of which there are samples.

In a program that uses the library it also means that samples were made with another `Registry` than the store was
opened with. The same number means another type there, so the store refuses the whole batch and stores nothing of it.

## Why it happens
Numbers in a store have no unit of their own: they are in the canonical unit of their type. So a store remembers its
types and refuses a catalog that contradicts it.

## How to fix it
Name the catalog that the samples were stored with (`--catalog`). Give a type that changed an id of its own, or use a
new store. `assay catalog diff OLD NEW --store STORE` shows what a change means.

In a program, make the `Validator`, the `NormalizedLines` and the `StorageContext` from one `Registry`.

## See also
[store-future](store-future.md) · [store-corrupt](store-corrupt.md) · [The catalog](../../catalog/README.md)
\##u{1}store-locked.md
# store-locked

Failure: status 3

## What it means
Another process is writing to the store and did not end within the time that this one waited, 60 seconds by default.

## Why it happens
One process writes at a time. A large import commits every 50,000 samples or so, and others get their turn between two
commits; a program that holds a transaction open keeps everybody waiting.

## How to fix it
Wait and run the same command again, or wait longer with `--wait SECONDS`. Look for a database browser with an open
transaction.

## See also
[store-failed](store-failed.md) · [Import](../import.md) · [Stores](../stores.md)
\##u{1}store-missing.md
# store-missing

Failure: status 3

## What it means
There is no store at the place that `--store` names: no file or folder, or an empty one.

## Why it happens
A reading command (`query`, `export`, `stats`, `store info`) makes no store, so a mistyped path ends here. A first
import that was interrupted before its first commit leaves an empty file.

## How to fix it
Check the path. `assay import FILE --store PATH` makes a store.

## See also
[store-unwritable](store-unwritable.md) · [store-foreign](store-foreign.md) · [Stores](../stores.md)
\##u{1}store-refused.md
# store-refused

Severity: error (fixed)

## What it means
The sample passed the rules, but the store cannot keep it and says why: a store in a plugin may have limits of its
own. With a member its whole correlation is refused.

## Why it matters
A sample that nobody keeps must not count as accepted. It counts as refused, goes to the quarantine with the store's
reason, and the status is 1. The stores that are built in refuse nothing that passed the rules.

## Example
No example can be run: it takes a store with limits.
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Read the reason: it is the store's own. When the store has been changed, `assay revalidate` replays the quarantine; or
import into a store that keeps such samples.

## See also
[uuid-conflict](uuid-conflict.md) · [quarantine-line](quarantine-line.md) · [Stores](../stores.md) ·
[Import](../import.md)
\##u{1}store-unsupported.md
# store-unsupported

Failure: status 3

## What it means
The command asked for something that this kind of store does not do, such as deleting.

## Why it happens
Every store takes samples; what else it can do is a level that it declares. `assay store info` and `assay plugins
show` list the levels.

## How to fix it
Copy the samples to a store with that level: `assay import --from-store OLD --store NEW`.

## See also
[store-failed](store-failed.md) · [Stores](../stores.md) · [The protocol of plugins](../plugin-protocol.md)
\##u{1}store-unwritable.md
# store-unwritable

Failure: status 3

## What it means
The store's file, folder or server cannot be opened, read or written: permissions forbid it, the folder of a new store
does not exist, or the disk is mounted read-only.

## Why it happens
Importing makes the store, but not the folder that it is in. A reading command makes nothing and reports
[store-missing](store-missing.md).

## How to fix it
Check the path and who may write there. The message names what the system said.

## See also
[store-foreign](store-foreign.md) · [store-full](store-full.md) · [Stores](../stores.md)
\##u{1}string-too-long.md
# string-too-long

Severity: error (fixed)

## What it means
A text is longer than its limit: 64 KiB for any string, 128 bytes for `type`, `unit` and `subject`, and the limit that
a characteristic of free text sets. A metadata text over the limit of its key is [metadata-kind](metadata-kind.md).

## Why it matters
Limits keep memory bounded and identifiers fit to be used as such. Nothing is cut, since a cut text would pass for
another.

## Example
```bytes
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"⟨P-017/⟩×25"}
```
```text
sample.ndjson:1:93: error[string-too-long]: `subject` is longer than 128 bytes
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"P-017"}
```

## How to fix it
Use a shorter identifier, or keep the long text elsewhere and its key here. The length is in bytes of UTF-8, so other
scripts reach it sooner.

## See also
[object-too-large](object-too-large.md) · [line-too-long](line-too-long.md) · [metadata-kind](metadata-kind.md) ·
[Samples](../samples.md)
\##u{1}subject-missing.md
# subject-missing

Severity: error

## What it means
The sample does not say whose it is, and the run demands it with `--require-subject`. Without that option the code is
never raised. Members of a correlation take its subject.

## Why it matters
When files of several people go into one store, a sample without a subject belongs to nobody. The subject is part of
the identity, so adding it later makes other samples.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay validate --require-subject sample.ndjson` prints:
```text
sample.ndjson:1:1: error[subject-missing]: the sample names no subject (give one with `--subject`)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","subject":"P-017"}
```

## How to fix it
Write `"subject"` into each sample, or name the subject of a whole input with `--subject P-017`.

## See also
[field-missing](field-missing.md) · [string-too-long](string-too-long.md) · [Samples](../samples.md)
\##u{1}suppression-expired.md
# suppression-expired

Severity: warning

## What it means
The last day of a suppression in `assay.yaml` has passed. It no longer holds, and the findings that it took out count
again.

## Why it matters
A suppression is a promise to come back. Its end is what makes it differ from switching a rule off.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
suppressions:
  - code: value-implausible
    types: [heartRate]
    reason: An athlete at rest, to be confirmed by the clinic.
    until: 2026-05-31
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":8,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
assay.yaml:8:12: warning[suppression-expired]: the suppression of value-implausible ended on 2026-05-31 (fix the findings, which count again, or give it a new reason and day)
```
Fixed, `assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
suppressions:
  - code: value-implausible
    types: [heartRate]
    reason: An athlete at rest, confirmed by the clinic on May 28.
    until: 2027-05-31
```

## How to fix it
Look at the findings. Correct the data and delete the suppression, or set a new day and say in `reason` what was
found.

## See also
[suppression-unused](suppression-unused.md) · [baseline-stale](baseline-stale.md) · [Lint](../lint.md)
\##u{1}suppression-unused.md
# suppression-unused

Severity: warning

## What it means
A suppression in `assay.yaml` took out no finding in a whole run. A run that is narrowed by paths or by
`--changed-since` does not say so.

## Why it matters
What it was written for is gone, or it never matched. Left in place it hides the next finding of its kind, which
nobody has looked at.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
suppressions:
  - code: value-implausible
    types: [heartRate]
    reason: An athlete at rest.
    until: 2026-12-31
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay lint` prints:
```text
assay.yaml:5:11: warning[suppression-unused]: no finding is value-implausible where this suppression holds (remove it: it hides nothing now, and would hide what comes)
```
Fixed, `data/a.ndjson`:
```json
{"type":"heartRate","value":8,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Delete it. If it should have matched, look at `files`, `types` and `sources`: a finding must fit all that are there.

## See also
[suppression-expired](suppression-expired.md) · [baseline-stale](baseline-stale.md) · [Lint](../lint.md)
\##u{1}threshold-exceeded.md
# threshold-exceeded

Severity: error (fixed)

## What it means
There are more findings of a code than `fail_if` in `assay.yaml` allows, as a number or as a share of the samples
read. The status is 1 whatever `fail_on` says.

## Why it matters
In data of many hands a few faults are expected and a sudden share of them is not. A threshold tells the two apart
without hiding either.

## Example
`assay.yaml`:
```yaml
schema: 1
data:
  - path: data/*.ndjson
fail_on: never
fail_if: unit-incompatible > 10%
```
`data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
{"type":"heartRate","value":74,"unit":"kg","start":"2026-01-01T08:01:00Z"}
```
`assay lint` prints:
```text
assay.yaml:5:10: error[threshold-exceeded]: `unit-incompatible > 10%` holds: unit-incompatible is 50 % of 2 samples
```
Fixed, `data/a.ndjson`:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
{"type":"heartRate","value":74,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
```

## How to fix it
Look at the findings of that code: when there are many at once they have one cause. Raise the limit only with a
reason, in the commit that does so.

## See also
[rule-fixed](rule-fixed.md) · [baseline-stale](baseline-stale.md) · [Lint](../lint.md)
\##u{1}time-in-future.md
# time-in-future

Severity: warning

## What it means
The sample, or the date of a characteristic, lies later than now. The sample is accepted.

## Why it matters
A clock that was set wrong, a typo in the year or milliseconds read as seconds put samples into the future, where
every "most recent" finds them first. Some programs plan ahead on purpose, so it is a warning.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2062-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:60: warning[time-in-future]: `start` 2062-01-01T08:00:00Z is later than now
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Check the clock of the device and the year. Now is the clock of the machine, or `--now 2026-01-01T00:00:00Z` or the
variable `ASSAY_NOW` for runs that must repeat exactly.

## See also
[time-invalid](time-invalid.md) · [end-before-start](end-before-start.md) · [Samples](../samples.md)
\##u{1}time-invalid.md
# time-invalid

Severity: error (fixed)

## What it means
The text is no instant of RFC 3339, or no date where a characteristic takes one: February 30, hour 24, an offset
beyond 18:00, a year of two digits. Also: `offset` is malformed or contradicts the time beside it, or a local time
that `--timezone` should place fell into the hour that clocks skipped.

## Why it matters
A parser that rolls February 30 over to March 2 stores a day that was never written.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-02-30T08:00:00Z"}
```
```text
sample.ndjson:1:60: error[time-invalid]: `start` is not an instant: 2026-02-30T08:00:00Z (like 2026-01-01T08:00:00-07:00)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-02-28T08:00:00Z"}
```

## How to fix it
Write `2026-01-01T08:00:00-07:00`: date, `T`, time with seconds, offset or `Z`. A second of 60 is taken where there
was a leap second. Of a table, [`date_format`](../csv.md) in `assay.yaml` says how times such as `01/02/2026` are
written; then the message names that format. In other inputs such forms must be converted first.

## See also
[time-no-offset](time-no-offset.md) · [end-before-start](end-before-start.md) · [time-precision](time-precision.md) ·
[Samples](../samples.md)
\##u{1}time-no-offset.md
# time-no-offset

Severity: error (fixed)

## What it means
The time has no offset, so it is a time of day somewhere and no instant.

## Why it matters
Read as UTC it is off by hours almost everywhere, and sleep moves to the wrong day. Durations across a clock change
are wrong by an hour. Nothing is assumed unless you say so.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00"}
```
```text
sample.ndjson:1:60: error[time-no-offset]: `start` 2026-01-01T08:00:00 has no offset (write one (…Z, …+02:00), or name the zone with `--timezone`)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00+01:00"}
```

## How to fix it
Write `Z` or an offset such as `+01:00`. If all times of a file are local times of one place, name it:
`--timezone Europe/Berlin` reads them with a note each.

## See also
[time-zone-assumed](time-zone-assumed.md) · [time-invalid](time-invalid.md) · [Samples](../samples.md)
\##u{1}time-precision.md
# time-precision

Severity: warning

## What it means
The time has digits other than 0 past the microsecond. They are cut, and the text is kept in `original` of the
normalized sample. The sample is accepted.

## Why it matters
Times are kept as whole microseconds. Two samples that differ only in the digits that were cut are the same sample to
the store. A normalized sample repeats the warning, since its `original` tells of it.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00.1234567Z"}
```
```text
sample.ndjson:1:60: warning[time-precision]: `start` has digits past the microsecond, which are cut and kept as the original
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00.123456Z"}
```

## How to fix it
Nothing needs to be done unless nanoseconds matter. To be rid of the warning, write at most six decimals.

## See also
[time-invalid](time-invalid.md) · [Samples](../samples.md)
\##u{1}time-zone-assumed.md
# time-zone-assumed

Severity: note

## What it means
A time without an offset was read as local time of the zone that `--timezone` names. A zone that the data set in
`assay.yaml` names on purpose is not noted, unless `rules` or `overrides` set this code. In the hour that happens twice
when clocks go back, the earlier one is taken, and the finding is a warning.

## Why it matters
The instant is right only if the zone is. The findings count how many times depend on it.

## Example
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00"}
```
`assay validate --timezone Europe/Berlin sample.ndjson` prints:
```text
sample.ndjson:1:60: note[time-zone-assumed]: `start` 2026-01-01T08:00:00 is taken as local time of Europe/Berlin
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00+01:00"}
```

## How to fix it
Nothing needs to be done. Better is a file whose times have offsets, since a traveler's samples lie in several zones.
A time in the hour that clocks skip is [time-invalid](time-invalid.md).

## See also
[time-no-offset](time-no-offset.md) · [time-invalid](time-invalid.md) · [Samples](../samples.md)
\##u{1}truncated.md
# truncated

Severity: error (fixed)

## What it means
The input ends in the middle of something: a JSON array without its closing bracket, an export without
`</HealthData>`, a zip archive without its table of contents.

## Why it matters
A file cut short by an interrupted download or a full disk looks like a smaller one. What came before the cut counts
and is stored, the run is marked incomplete in its summary, and its status is 1 whatever `--fail-on` says.

## Example
`samples.json`:
```json
[{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"},
{"type":"heartRate","value":74,
```
```text
samples.json:2:1: error[truncated]: the input ends inside a record (what came before counts; get the whole file and run again)
```
Fixed, `samples.json`:
```json
[{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"},
{"type":"heartRate","value":74,"unit":"count/min","start":"2026-01-01T08:01:00Z"}]
```

## How to fix it
Get the whole file and run the same command again. After an import that is safe: what was stored is a duplicate then.
A last line of NDJSON that is cut is `json-syntax`, since nothing tells that more should follow.

## See also
[zip-damaged](zip-damaged.md) · [xml-syntax](xml-syntax.md) · [json-syntax](json-syntax.md) · [Import](../import.md)
\##u{1}type-deprecated.md
# type-deprecated

Severity: warning

## What it means
The definition marks the type as one that should no longer be used, and may name its successor. The sample is
accepted.

## Why it matters
Data that arrives under the old type is missing wherever people ask for the new one.

## Example
`types/org.study.pulse.yaml`:
```yaml
type: org.study.pulse
extends: heartRate
title: Pulse
deprecated: {since: "2.0", use: heartRate}
```
```json
{"type":"org.study.pulse","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
`assay validate --catalog types sample.ndjson` prints:
```text
sample.ndjson:1:10: warning[type-deprecated]: org.study.pulse is deprecated (use `heartRate`)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write samples under the type that the message names. No type of the built-in catalog is deprecated.

## See also
[type-unknown](type-unknown.md) · [The catalog](../../catalog/README.md)
\##u{1}type-kind.md
# type-kind

Severity: error (fixed)

## What it means
The sample has a field that its kind of type does not take: `unit` on anything but a quantity, `members` on anything
but a correlation, `value` on a correlation, `start` or `end` on a characteristic.

## Why it matters
The field shows that the writer had another type in mind: minutes of sleep, for example, are the time from start to
end of a category and have no unit.

## Example
```json
{"type":"sleepAnalysis","value":"asleepCore","unit":"min","start":"2026-01-01T02:00:00Z","end":"2026-01-01T02:40:00Z"}
```
```text
sample.ndjson:1:54: error[type-kind]: sleepAnalysis is a category and takes no `unit`
```
Fixed:
```json
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T02:00:00Z","end":"2026-01-01T02:40:00Z"}
```

## How to fix it
Remove the field, or use the type that takes it; `assay explain sleepAnalysis` shows what a type is. An empty `unit`
in an Apple Health export counts as absent.

## See also
[field-missing](field-missing.md) · [unit-missing](unit-missing.md) · [member-not-allowed](member-not-allowed.md) ·
[Samples](../samples.md)
\##u{1}type-read-only.md
# type-read-only

Severity: error

## What it means
Apps may not save samples of this type: its definition says `writable: false`, as for the stand time that only a watch
measures.

## Why it matters
A value that an app made up would stand beside measured ones. Files and exports are another matter: they hold what was
measured, so there such a type is ordinary data.

## Example
No example can be run: `validate`, `import` and `lint` judge data that was measured and take this line as it is. The
rule is for apps that save samples through a library or a server.
```json
{"type":"appleStandTime","value":5,"unit":"min","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:05:00Z"}
```

## How to fix it
Save under a type that apps may write, or a type of your own. `assay explain appleStandTime` says "apps may not save
it".

## See also
[type-unknown](type-unknown.md) · [type-kind](type-kind.md) · [The catalog](../../catalog/README.md)
\##u{1}type-unknown.md
# type-unknown

Severity: error (fixed)

## What it means
No definition has this id, alias or identifier. Names are compared byte by byte: `HeartRate` is not `heartRate`, and a
letter from another alphabet that looks the same is another letter.

## Why it matters
Without a type nothing about the sample can be checked, neither unit nor value. It is refused, and `assay import`
keeps it byte for byte in its quarantine, so that it can be read again once there is a type. A name that the catalog
lists as [known without a type](../../catalog/README.md#names-without-a-type) is not refused: it is counted under *no
type yet* and kept.

## Example
```json
{"type":"hartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:10: error[type-unknown]: no type is called `hartRate` (did you mean `heartRate`?)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Correct the name; `assay catalog list` shows all. For data of your own write a definition and load it with
`--catalog DIR`. An export from a newer phone may hold types that a later catalog knows.

## See also
[type-deprecated](type-deprecated.md) · [catalog-reference](catalog-reference.md) ·
[The catalog](../../catalog/README.md) · [Import](../import.md)
\##u{1}unit-alias.md
# unit-alias

Severity: note

## What it means
A spelling from elsewhere was read as a HealthKit unit, since the run was asked to by `--units ucum` or
`--units lenient`.

## Why it matters
The note keeps it visible that a reading was interpreted. The text itself is kept in `original.unit` of the normalized
sample, so nothing is lost should the interpretation be wrong.

## Example
```json
{"type":"bodyMass","value":155,"unit":"lbs","start":"2026-01-01T08:00:00Z"}
```
`assay validate --units lenient sample.ndjson` prints:
```text
sample.ndjson:1:40: note[unit-alias]: `lbs` is read as another spelling of a unit of bodyMass
```
Fixed:
```json
{"type":"bodyMass","value":155,"unit":"lb","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Nothing needs to be done. To be rid of the note, write HealthKit's spelling, or add the spelling to a type of your
own: `units: [{is: lbs, means: lb}]`.

## See also
[unit-unknown](unit-unknown.md) · [Units](../units.md) · [Samples](../samples.md)
\##u{1}unit-incompatible.md
# unit-incompatible

Severity: error (fixed)

## What it means
The unit is a good one, but of another dimension than the type's: a mass for a heart rate, a length for a temperature.

## Why it matters
No conversion exists, so either the unit or the type is wrong, and there is no telling which.

## Example
```json
{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:40: error[unit-incompatible]: heartRate takes count/min, got kg
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Correct the unit, or the type if columns were swapped. A molar concentration such as `mmol/L` does not become `mg/dL`
without a molar mass: for glucose write `mmol<180.1558800000541>/L`.

## See also
[unit-unknown](unit-unknown.md) · [unit-not-allowed](unit-not-allowed.md) · [Units](../units.md)
\##u{1}unit-missing.md
# unit-missing

Severity: error (fixed)

## What it means
A quantity has no unit, or an empty one.

## Why it matters
A number alone means nothing: 155 is a slim person in pounds and a heavy one in kilograms. No unit is assumed, also
not the type's own, since that is how pounds end up stored as kilograms.

## Example
```json
{"type":"heartRate","value":72,"start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:1: error[unit-missing]: heartRate takes count/min, got no unit
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Add `"unit"` in HealthKit's spelling. Counts and fractions have one too: `count` and `%`. Categories, characteristics
and correlations take none.

## See also
[unit-unknown](unit-unknown.md) · [unit-incompatible](unit-incompatible.md) · [type-kind](type-kind.md) ·
[Units](../units.md)
\##u{1}unit-not-allowed.md
# unit-not-allowed

Severity: error (fixed)

## What it means
The unit could be converted, but the type does not take it: its definition lists the units it takes, or its canonical
unit has no dimension, where `count` and `%` take only themselves.

## Why it matters
Without this rule 80 % would pass for 80 steps, since both are plain numbers. A list in a definition says that
readings come from devices with these units only.

## Example
```json
{"type":"stepCount","value":80,"unit":"%","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:40: error[unit-not-allowed]: stepCount takes count only, got %
```
Fixed:
```json
{"type":"stepCount","value":80,"unit":"count","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write a unit that the message names. If your own type should take more, add it to `units` in its definition, or leave
`units` out to allow the whole dimension.

## See also
[unit-incompatible](unit-incompatible.md) · [unit-unknown](unit-unknown.md) · [Units](../units.md) ·
[The catalog](../../catalog/README.md)
\##u{1}unit-unknown.md
# unit-unknown

Severity: error (fixed)

## What it means
The text is no unit of HealthKit's grammar, nor a spelling that the type adds. Case counts: `KG` and `Count/Min` are
not units.

## Why it matters
Spellings from elsewhere often mean something else in HealthKit: `st` is stone here and a cubic meter in UCUM. So they
are refused, and the hint names what to write where the spelling is known.

## Example
```json
{"type":"bodyMass","value":155,"unit":"lbs","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:40: error[unit-unknown]: bodyMass takes kg, got `lbs`, which is no HealthKit unit (did you mean `lb`?)
```
Fixed:
```json
{"type":"bodyMass","value":155,"unit":"lb","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write the unit as the hint says; `assay units parse UNIT` tells where a spelling fails. If a whole file uses UCUM or
common spellings, `--units ucum` or `--units lenient` reads them, with a note for each use.

## See also
[unit-incompatible](unit-incompatible.md) · [unit-alias](unit-alias.md) · [catalog-unit](catalog-unit.md) ·
[Units](../units.md)
\##u{1}uuid-conflict.md
# uuid-conflict

Severity: error (fixed)

## What it means
Two samples with different content claim one UUID: a sample to be imported and one that is stored, two samples of one
correlation, or, for `assay lint` and `assay validate --across`, two of the last 200,000 samples of the run.

## Why it matters
A UUID names one sample for ever. On import the stored sample stays as it is; the new one goes to the quarantine with
the reason `conflict` and is counted as such, and the status is 1. Offset, `created` and device do not count as
content.

## Example
```json
{"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
{"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","type":"heartRate","value":75,"unit":"count/min","start":"2026-01-01T08:05:00Z"}
```
`assay validate --across sample.ndjson` prints:
```text
sample.ndjson:2:1: error[uuid-conflict]: the same id as line 1 with other content (a corrected reading is a new sample with its own id)
```
Fixed:
```json
{"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
{"uuid":"3F2504E0-4F89-41D3-9A0C-0305E82C3302","type":"heartRate","value":75,"unit":"count/min","start":"2026-01-01T08:05:00Z"}
```

## How to fix it
Find out which is right. A corrected reading is a new sample with an id of its own. Programs that number their samples
`…0001`, `…0002` again for each file cause this.

## See also
[duplicate](duplicate.md) · [near-duplicate](near-duplicate.md) · [uuid-invalid](uuid-invalid.md) ·
[Import](../import.md) · [Lint](../lint.md)
\##u{1}uuid-invalid.md
# uuid-invalid

Severity: error (fixed)

## What it means
The `uuid` is not 36 characters as 8-4-4-4-12 hexadecimal digits, or it is the nil UUID of zeros only. Upper and lower
case are both read.

## Why it matters
The UUID is what makes a second import of the same data store nothing twice. A shortened or wrapped one would make two
ids of one.

## Example
```json
{"uuid":"6f1d2c3b","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:10: error[uuid-invalid]: `6f1d2c3b` is not a UUID (36 characters as 8-4-4-4-12 hexadecimal digits, not all zero)
```
Fixed:
```json
{"uuid":"6F1D2C3B-0A4E-4B7C-9D55-2E8F1A90C7D4","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write the whole UUID without braces or `urn:uuid:`. If there is none, leave the field out: the id is then made from
the content, and the same content always gets the same id.

## See also
[uuid-conflict](uuid-conflict.md) · [duplicate](duplicate.md) · [Samples](../samples.md)
\##u{1}value-implausible.md
# value-implausible

Severity: warning

## What it means
The number is possible, but outside the range in which nearly all readings lie. The sample is accepted.

## Why it matters
Most such values are slips: a wrong unit, a digit too many, a sensor that lost its contact. Some are real, and those
are the readings that matter most, so they are kept and pointed at.

## Example
```json
{"type":"heartRate","value":8,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:29: warning[value-implausible]: heartRate is usually at least 10 count/min, got 8 count/min
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Look at the reading. If it is right, leave it. `--fail-on warning` makes a run with such a value end with status 1.

## See also
[value-not-allowed](value-not-allowed.md) · [The catalog](../../catalog/README.md)
\##u{1}value-not-a-number.md
# value-not-a-number

Severity: error (fixed)

## What it means
The value of a quantity is no number: text, also text that looks like one, `true`, `null`, an object; or a number that
is too large for a double, or longer than 64 characters.

## Why it matters
A number in quotes comes from a program that treats it as text, and then a decimal comma or a unit in the same text is
not far. Reading it leniently would let those through.

## Example
```json
{"type":"heartRate","value":"72","unit":"count/min","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:30: error[value-not-a-number]: heartRate takes a number, got "72" (write the number without quotes)
```
Fixed:
```json
{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write the number without quotes and with a point: `"value":72.5`. A reading that does not exist is no sample; leave it
out.

## See also
[value-not-in-enum](value-not-in-enum.md) · [field-kind](field-kind.md) · [value-precision](value-precision.md) ·
[Samples](../samples.md)
\##u{1}value-not-allowed.md
# value-not-allowed

Severity: error

## What it means
The number lies outside the bounds that the definition allows, or is no multiple of its step. Bounds are in the
canonical unit, so the value is converted first.

## Why it matters
Such a value cannot be: the quantity has no such size, or the wrong scale was used. A percentage given as 98 where the
unit `%` is a fraction is the most common case, and the hint says so.

## Example
```json
{"type":"oxygenSaturation","value":98,"unit":"%","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:36: error[value-not-allowed]: oxygenSaturation takes at most 1 (100 %), got 98 (9800 %) (% is a fraction here: 98 % is written 0.98)
```
Fixed:
```json
{"type":"oxygenSaturation","value":0.98,"unit":"%","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Correct the value or its unit. `assay catalog show TYPE --origin` names the line of the definition that sets the
bound, and its `sources` where the number comes from.

## See also
[value-implausible](value-implausible.md) · [unit-incompatible](unit-incompatible.md) ·
[catalog-range](catalog-range.md) · [Units](../units.md)
\##u{1}value-not-an-integer.md
# value-not-an-integer

Severity: error

## What it means
The definition asks for whole numbers, and the value, converted to the canonical unit, is none.

## Why it matters
Half a tap is no count. No built-in type has this rule, since HealthKit itself stores fractional steps.

## Example
`types/org.study.taps.yaml`:
```yaml
type: org.study.taps
extends: stepCount
title: Taps
value: {allowed: {integer: true}}
```
```json
{"type":"org.study.taps","value":40.5,"unit":"count","start":"2026-01-01T08:00:00Z"}
```
`assay validate --catalog types sample.ndjson` prints:
```text
sample.ndjson:1:34: error[value-not-an-integer]: org.study.taps takes whole numbers, got 40.5
```
Fixed:
```json
{"type":"org.study.taps","value":41,"unit":"count","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Write the count itself, or use a type that takes fractions.

## See also
[value-not-allowed](value-not-allowed.md) · [value-precision](value-precision.md) ·
[The catalog](../../catalog/README.md)
\##u{1}value-not-in-enum.md
# value-not-in-enum

Severity: error (fixed)

## What it means
The value of a category or characteristic is none of its cases: neither a name, nor the form with the identifier
before it (`HKCategoryValueSleepAnalysisAsleepCore`), nor a raw number.

## Why it matters
A case that is not known cannot be stored as one that is. The hint names the nearest case, or lists them.

## Example
```json
{"type":"sleepAnalysis","value":"asleepCor","start":"2026-01-01T02:00:00Z","end":"2026-01-01T02:40:00Z"}
```
```text
sample.ndjson:1:34: error[value-not-in-enum]: sleepAnalysis has no case `asleepCor` (did you mean `asleepCore`?)
```
Fixed:
```json
{"type":"sleepAnalysis","value":"asleepCore","start":"2026-01-01T02:00:00Z","end":"2026-01-01T02:40:00Z"}
```

## How to fix it
Write the case as `assay explain sleepAnalysis` lists it. Raw numbers are written as numbers, without quotes:
`"value":3`.

## See also
[value-not-a-number](value-not-a-number.md) · [metadata-not-in-enum](metadata-not-in-enum.md) ·
[field-kind](field-kind.md) · [The catalog](../../catalog/README.md)
\##u{1}value-precision.md
# value-precision

Severity: error

## What it means
The number cannot be kept exactly: it is a whole number beyond 9007199254740992 (2^53), or so close to zero that a
double holds 0 in its place.

## Why it matters
The stored value would differ from the one that was written, without a trace. Numbers of this size are identifiers or
times in the wrong field more often than readings. Fractions are rounded to the nearest double as everywhere and have
no finding.

## Example
```json
{"type":"nikeFuel","value":9007199254740993,"unit":"count","start":"2026-01-01T08:00:00Z"}
```
```text
sample.ndjson:1:28: error[value-precision]: 9007199254740993 cannot be kept exactly (whole numbers up to 9007199254740992 are exact, and sizes from 1e-308 to 1e308)
```
Fixed:
```json
{"type":"nikeFuel","value":9007199254740992,"unit":"count","start":"2026-01-01T08:00:00Z"}
```

## How to fix it
Check whether the field is the right one. A quantity that large is written in a larger unit, an identifier as text in
`metadata`.

## See also
[value-not-a-number](value-not-a-number.md) · [value-not-an-integer](value-not-an-integer.md) ·
[Samples](../samples.md)
\##u{1}xml-character.md
# xml-character

Severity: error (fixed)

## What it means
A value holds a character that XML 1.0 does not allow, as it is or as a reference: a control character other than TAB,
LF and CR, a surrogate, U+FFFE or U+FFFF.

## Why it matters
Apps put a vertical tab (U+000B) into names and notes, and the phone exports it as it is; XML parsers give up on the
whole file there. Here it refuses one record, kept byte for byte in the quarantine of an import, and reading goes on.

## Example
`export.xml`:
```xml
<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Scale&#11;Pro" unit="count/min" value="72"
  startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
</HealthData>
```
```text
export.xml:3:68: error[xml-character]: a character that XML does not allow
```
Fixed, `export.xml`:
```xml
<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Scale Pro" unit="count/min" value="72"
  startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
</HealthData>
```

## How to fix it
Correct the name in the app and export again, or remove the character from a copy:
`tr -d '\013' < export.xml > clean.xml` takes out raw vertical tabs. A reference such as `&#11;` is taken out by hand.

## See also
[xml-syntax](xml-syntax.md) · [encoding](encoding.md) · [Apple Health exports](../apple-health.md)
\##u{1}xml-syntax.md
# xml-syntax

Severity: error (fixed)

## What it means
The export is not well formed: an unknown reference such as `&B`, a value without quotes, an attribute that appears
twice, text between elements, tags that do not match, a root other than `HealthData`.

## Why it matters
A fault inside a tag refuses that one record and reading goes on. When tags do not match, no later element can be
trusted: the document ends there, what came before counts, and the input is incomplete.

## Example
`export.xml`:
```xml
<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="A&B" unit="count/min" value="72"
  startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
</HealthData>
```
```text
export.xml:3:64: error[xml-syntax]: unknown character reference
```
Fixed, `export.xml`:
```xml
<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_US">
 <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="A&amp;B" unit="count/min" value="72"
  startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 08:00:00 +0000"/>
</HealthData>
```

## How to fix it
In a value `&` is `&amp;`, `<` is `&lt;` and `"` is `&quot;`. The phone writes them so; look for a program that edited
or joined the file. A malformed document type, as iOS 16.0 wrote it, is no fault: it is passed over unread.

## See also
[xml-character](xml-character.md) · [truncated](truncated.md) · [Apple Health exports](../apple-health.md)
\##u{1}yaml-quote.md
# yaml-quote

Severity: error (fixed)

## What it means
The value begins with a character that begins no plain value in YAML: `%`, `@` or a backtick.

## Why it matters
The unit of every fraction is `%`, so this is the first stumbling block of many definitions.

## Example
`types/org.study.bodyFat.yaml`:
```yaml
schema: 1
type: org.study.bodyFat
kind: quantity
title: Body fat
aggregation: discreteArithmetic
unit: %
```
`assay catalog lint types` prints:
```text
types/org.study.bodyFat.yaml:6:7: error[yaml-quote]: `%` begins no value in YAML (put it in quotes: "%")
```
Fixed, `types/org.study.bodyFat.yaml`:
```yaml
schema: 1
type: org.study.bodyFat
kind: quantity
title: Body fat
aggregation: discreteArithmetic
unit: "%"
```

## How to fix it
Write it as the hint says: `unit: "%"`. Other texts need no quotes to keep their meaning: each key knows what it
takes, so `no` and `1.10` stay text where text is meant.

## See also
[yaml-syntax](yaml-syntax.md) · [catalog-unit](catalog-unit.md) · [The catalog](../../catalog/README.md)
\##u{1}yaml-subset.md
# yaml-subset

Severity: error (fixed)

## What it means
Definitions use a strict subset of YAML: no anchors, aliases, merge keys, tags, directives, second document, no key
twice in one map, and keys that are text.

## Why it matters
What these features mean differs between readers, and some make a small file expand without bound. A definition is to
be read the same by people and programs.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: &kind quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:3:7: error[yaml-subset]: anchors are not allowed (put text with `&` in quotes)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Write the value out where it is needed. To share between types, `extends: OTHER` builds on another type and
`overrides: OTHER` changes one. Text that begins with `&`, `*` or `!` goes in quotes.

## See also
[yaml-syntax](yaml-syntax.md) · [catalog-shadow](catalog-shadow.md) · [The catalog](../../catalog/README.md)
\##u{1}yaml-syntax.md
# yaml-syntax

Severity: error (fixed)

## What it means
The file is not YAML: a `:` in plain text, a tab for indentation, an open quote or bracket, text after the end of the
document, a control character, a `#` right after a text or bracket, a line of a text in quotes or of a list in brackets
that is not indented more than its key.

## Why it matters
A definition that is half read would judge by half of its rules. Every other file is still read, so all findings come
at once.

## Example
`types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: Grip strength: left hand
aggregation: discreteArithmetic
unit: kg
```
`assay catalog lint types` prints:
```text
types/org.study.gripStrength.yaml:4:21: error[yaml-syntax]: a `:` where no key can stand (put text with `: ` in quotes, and check the indentation)
```
Fixed, `types/org.study.gripStrength.yaml`:
```yaml
schema: 1
type: org.study.gripStrength
kind: quantity
title: "Grip strength: left hand"
aggregation: discreteArithmetic
unit: kg
```

## How to fix it
Quote text with `: ` or ` #` in it: `title: "Grip strength: left hand"`. Indent with spaces. The place is where the
reader noticed; the slip may stand just before it.

## See also
[yaml-subset](yaml-subset.md) · [yaml-quote](yaml-quote.md) · [The catalog](../../catalog/README.md)
\##u{1}zip-damaged.md
# zip-damaged

Severity: error (fixed)

## What it means
The archive cannot be trusted or read: a checksum or a size is wrong, its table of contents contradicts itself or the entries,
two entries overlap or share a name, bytes stand before the first entry, there are more than 100,000 entries, or a
member is encrypted or compressed by another method than deflate.

## Why it matters
An archive that two programs read in two ways can show one content to a check and another to a user. Damage in its
structure refuses the whole archive; a wrong checksum or size shows only at the end of a member, when all but the last piece
has been read and counts.

## Example
`assay validate Tests/Fixtures/apple-health/encrypted.zip` prints:
```text
Tests/Fixtures/apple-health/encrypted.zip: error[zip-damaged]: the archive is refused: the member `apple_health_export/export.xml` is encrypted, and no password can be given (get the file again and repeat the command; what was read before this place counts)
```
Fixed: `assay validate Tests/Fixtures/apple-health/stored.zip` reads an archive that is neither encrypted nor
compressed.

## How to fix it
Transfer the file again and compare its size. For an encrypted or unusual archive, unpack it and name the folder:
`assay validate apple_health_export`.

## See also
[truncated](truncated.md) · [zip-path](zip-path.md) · [zip-ratio](zip-ratio.md) ·
[Apple Health exports](../apple-health.md)
\##u{1}zip-path.md
# zip-path

Severity: error (fixed)

## What it means
A member of the archive has a name that is absolute, names a drive, has `..` among its parts or a NUL in it, or the
member is a link or a device.

## Why it matters
Such a name makes an unpacking program write outside of its folder. Assay unpacks nothing to disk, so the name is
harmless here, but whoever made the archive did not make an export. The whole archive is refused before any member is
read.

## Example
An archive with a member named so that it would be written beside its folder.
`assay validate Tests/Fixtures/apple-health/slip.zip` prints:
```text
Tests/Fixtures/apple-health/slip.zip: error[zip-path]: the archive is refused: the name `../../outside.xml` leaves the archive's folder
```
Fixed: `assay validate Tests/Fixtures/apple-health/localized.zip` reads an archive whose names all stay inside.

## How to fix it
Export again on the phone. Do not unpack the archive with other tools to get around this; if you must look, list it
with `unzip -l`.

## See also
[zip-damaged](zip-damaged.md) · [zip-ratio](zip-ratio.md) · [Apple Health exports](../apple-health.md)
\##u{1}zip-ratio.md
# zip-ratio

Severity: error (fixed)

## What it means
A member of the archive inflates to more than 200 times its compressed size. The first 16 MiB are free of this limit,
so that small exports with much repetition pass.

## Why it matters
A zip bomb turns a few kilobytes into petabytes. Bytes are counted as they come, the sizes in the headers are not
believed. What came before the limit was read and counts; the input is incomplete and the status 1.

## Example
An archive of 42 KB whose member inflates to 40 MiB of empty lines.
`assay validate Tests/Fixtures/apple-health/ratio-bomb.zip` prints:
```text
Tests/Fixtures/apple-health/ratio-bomb.zip!apple_health_export/export.xml: error[zip-ratio]: the archive swells more than 200-fold; what came before 16777216 bytes was read (unpack it where you trust it, and check what comes out)
```
Fixed: `assay validate Tests/Fixtures/apple-health/export.zip` reads an archive as phones make them.

## How to fix it
A real export is 15 to 20 times its compressed size. If yours is genuine all the same, unpack it yourself and name the
folder or the XML file, which have no such limit.

## See also
[zip-damaged](zip-damaged.md) · [zip-path](zip-path.md) · [Apple Health exports](../apple-health.md)
"""##
}
