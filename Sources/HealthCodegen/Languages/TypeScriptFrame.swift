extension TypeScriptCode {
  /// What all samples have in common.
  static var frame: String {
    func fields(_ names: [String]) -> String { names.map { "  \($0)?: string;" }.joined(separator: "\n") }
    return """
      /** A number with a unit. */
      export interface QuantityValue {
        value: number;
        unit: string;
      }

      export type MetadataValue = string | number | boolean | QuantityValue;

      export interface Source {
      \(fields(CodeFields.source))
      }

      export interface Device {
      \(fields(CodeFields.device))
      }

      /** What every sample may have. */
      export interface SampleDetails {
      \(fields(CodeFields.texts))
        source?: Source;
        device?: Device;
        metadata?: Record<string, MetadataValue> | null;
      }

      /** What a sample with a time has: RFC 3339 with an offset. */
      export interface TimedSample extends SampleDetails {
        start: string;
      \(fields(CodeFields.times))
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
      """
  }
}
