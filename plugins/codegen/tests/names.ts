// Names of a catalog, written by plugins/codegen: the next run replaces this file.

/** The ids of the types. */
export const TypeId = {
  /** `aa.study.grip`: Grip. In kg. */
  aaStudyGrip: "aa.study.grip",
  /** `aaStudyGrip`: A second type whose name in code would be that of the first. In count. Deprecated since 2.0: use aa.study.grip. */
  aaStudyGrip_2: "aaStudyGrip",
  /** `ache`: Ache. */
  ache: "ache",
  /** `bell`: A bell that rang. */
  bell: "bell",
  /** `born`: Born. */
  born: "born",
  /** `class`: Ends * / a comment, "quotes", \(swift) ${kotlin} """ and / * begins one. type: ignore\u{A}@ts-ignore; a line\u{2028}end, a\u{202E}direction. In count/min. */
  class: "class",
  /** `default`: Cases that are keywords. */
  default: "default",
  /** `pair`: Pair. */
  pair: "pair",
  /** `trace`: Trace. */
  trace: "trace",
  /** `walk`: Walk. */
  walk: "walk",
} as const;
export type TypeId = (typeof TypeId)[keyof typeof TypeId];

/** The usual units of each quantity, the canonical one first. */
export const Units = {
  aaStudyGrip: ["kg", "g", "lb", "oz", "st"],
  aaStudyGrip_2: ["count"],
  class: ["count/min", "b\"p$m\\", "count/s"],
} as const;

/** The metadata keys with a definition. */
export const MetadataKey = {
  study: "HKMetadataKeyStudy",
  study_2: "HKStudy",
  hkPrivateSWOLFScore: "_HKPrivateSWOLFScore",
} as const;

/** `bell`: Cases of samples and metadata. */
export const Bell = {
  notApplicable: "notApplicable",
} as const;
export type Bell = (typeof Bell)[keyof typeof Bell];

/** `default`: Cases of samples and metadata. */
export const Default = {
  in: "in",
  class: "class",
  default: "default",
  self: "self",
  none: "none",
  name: "name",
  allCases: "allCases",
  aB: "a.b",
  aB_2: "a_b",
  init: "init",
  REMSleep: "REMSleep",
} as const;
export type Default = (typeof Default)[keyof typeof Default];

/** `result`: Cases of samples and metadata; StudyResult. */
export const Result = {
  mild: "mild",
  severe: "severe",
} as const;
export type Result = (typeof Result)[keyof typeof Result];

/** `severity`: Cases of samples and metadata; HKCategoryValueSeverity. */
export const Severity = {
  unspecified: "unspecified",
  notPresent: "notPresent",
  mild: "mild",
  moderate: "moderate",
  severe: "severe",
} as const;
export type Severity = (typeof Severity)[keyof typeof Severity];

/** `walk.in`: Cases of samples and metadata. */
export const WalkIn = {
  left: "left",
  right: "right",
} as const;
export type WalkIn = (typeof WalkIn)[keyof typeof WalkIn];

/** `walk.stops.mood`: Cases of samples and metadata. */
export const WalkStopsMood = {
  good: "good",
  bad: "bad",
} as const;
export type WalkStopsMood = (typeof WalkStopsMood)[keyof typeof WalkStopsMood];

/** A number with a unit. */
export interface QuantityValue {
  value: number;
  unit: string;
}

export type MetadataValue = string | number | boolean | QuantityValue;

export interface Source {
  name?: string;
  bundle?: string;
  version?: string;
  product?: string;
  os?: string;
}

export interface Device {
  name?: string;
  manufacturer?: string;
  model?: string;
  hardware?: string;
  firmware?: string;
  software?: string;
  local?: string;
  udi?: string;
}

/** What every sample may have. */
export interface SampleDetails {
  uuid?: string;
  subject?: string;
  origin?: string;
  source?: Source;
  device?: Device;
  metadata?: Record<string, MetadataValue> | null;
}

/** What a sample with a time has: RFC 3339 with an offset. */
export interface TimedSample extends SampleDetails {
  start: string;
  end?: string;
  created?: string;
  offset?: string;
  end_offset?: string;
  created_offset?: string;
}

export interface QuantitySample<T extends string, U extends string> extends TimedSample {
  type: T;
  value: number;
  unit: U;
}

export interface CategorySample<T extends string, V extends string> extends TimedSample {
  type: T;
  value: V;
}

/** A category that has no cases to tell apart. */
export interface EventSample<T extends string, V extends string> extends TimedSample {
  type: T;
  value?: V | null;
}

export interface CharacteristicSample<T extends string, V extends string> extends SampleDetails {
  type: T;
  value: V | "";
}

export interface CorrelationSample<T extends string, M> extends TimedSample {
  type: T;
  members: M[];
}

/** A quantity in a correlation, whose time is that of the correlation unless it has its own. */
export interface QuantityMember<T extends string, U extends string>
  extends Omit<QuantitySample<T, U>, "start"> {
  role?: string;
  start?: string;
}

/** A category in a correlation, whose time is that of the correlation unless it has its own. */
export interface CategoryMember<T extends string, V extends string>
  extends Omit<CategorySample<T, V>, "start"> {
  role?: string;
  start?: string;
}

/** `aa.study.grip`: Grip. In kg. */
export type AaStudyGripSample = QuantitySample<"aa.study.grip", string>;

/** `aaStudyGrip`: A second type whose name in code would be that of the first. In count. Deprecated since 2.0: use aa.study.grip. */
export type AaStudyGripSample_2 = QuantitySample<"aaStudyGrip", "count">;

/** `ache`: Ache. */
export type AcheSample = CategorySample<"ache", Severity>;

/** `bell`: A bell that rang. */
export type BellSample = EventSample<"bell", Bell>;

/** `born`: Born. */
export type BornSample = CharacteristicSample<"born", string>;

/** `class`: Ends * / a comment, "quotes", \(swift) ${kotlin} """ and / * begins one. type: ignore\u{A}@ts-ignore; a line\u{2028}end, a\u{202E}direction. In count/min. */
export type ClassSample = QuantitySample<"class", "count/min" | "b\"p$m\\" | "count/s">;

/** `default`: Cases that are keywords. */
export type DefaultSample = CategorySample<"default", Default>;

/** `pair`: Pair. */
export type PairSample = CorrelationSample<"pair", QuantityMember<"class", "count/min" | "b\"p$m\\" | "count/s"> | CategoryMember<"ache", Severity>>;

export interface TracePoints {
  rate: QuantityValue;
  units?: Record<string, string>;
  voltage: number[];
  isGood?: (boolean | null)[];
}

/** `trace`: Trace. */
export interface TraceSample extends TimedSample {
  type: "trace";
  points?: TracePoints;
  parent?: string;
}

export interface WalkFields {
  class: Result;
  in?: WalkIn | null;
  from?: string | null;
  constructor?: boolean | null;
  length?: QuantityValue | null;
  note?: string | { text: string; sha256?: string } | null;
}

export interface WalkStops {
  at: string;
  is?: number | null;
  mood?: WalkStopsMood | null;
}

export interface WalkLists {
  stops?: WalkStops[];
  labels?: (string)[];
}

/** `walk`: Walk. */
export interface WalkSample extends TimedSample {
  type: "walk";
  fields: WalkFields;
  lists?: WalkLists;
}

/** A sample of any type of the catalog. */
export type Sample =
  | AaStudyGripSample
  | AaStudyGripSample_2
  | AcheSample
  | BellSample
  | BornSample
  | ClassSample
  | DefaultSample
  | PairSample
  | TraceSample
  | WalkSample;
