import { AcheSample, MetadataKey, PairSample, Result, Sample, Severity, TypeId, Units, WalkSample } from "./names";

const start = "2026-01-01T08:00:00Z";
const ache: AcheSample = { type: "ache", value: Severity.mild, start };
const pair: PairSample = {
  type: TypeId.pair,
  start,
  members: [{ type: "class", value: 3, unit: Units.class[0] }, { type: "ache", value: "severe", role: "ache" }],
  metadata: { [MetadataKey.study]: "text" },
};
const walk: WalkSample = {
  type: "walk",
  start,
  fields: { class: Result.mild, in: "left", constructor: true, length: { value: 1, unit: "km" } },
  lists: { stops: [{ at: start, is: 1, mood: "good" }], labels: ["a"] },
};
const samples: Sample[] = [ache, pair, walk];

function points(sample: Sample): number {
  return sample.type === "trace" ? sample.points?.voltage.length ?? 0 : 0;
}
points(samples[0]);

// @ts-expect-error: a case of another type
const wrongCase: AcheSample = { type: "ache", value: "left", start };
// @ts-expect-error: no start
const noStart: AcheSample = { type: "ache", value: "mild" };
// @ts-expect-error: a unit that the type does not take
const wrongUnit: PairSample = { type: "pair", start, members: [{ type: "class", value: 3, unit: "kg" }] };
