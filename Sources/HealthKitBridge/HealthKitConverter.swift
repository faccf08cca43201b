#if canImport(HealthKit) || HEALTHKIT_STUB
  import Foundation
  import HealthFoundation
  public import HealthModel
  public import HealthQueries
  import HealthUnits

  #if canImport(HealthKit)
    public import HealthKit
  #endif

  /// Converts samples of HealthKit to samples that a store saves, and such samples to HealthKit's, by the identifiers of a
  /// registry.
  ///
  /// ```
  /// let converter = HealthKitConverter(types.registry)
  /// let receipt = try await store.save(samples.map { try converter.newSample($0) })
  /// ```
  ///
  /// Quantities are in the unit of their type, since a quantity of HealthKit does not say in which unit it was made.
  public struct HealthKitConverter: Sendable {
    /// The types.
    public let registry: Registry

    /// Creates a converter by the types of a registry.
    public init(_ registry: Registry) { self.registry = registry }

    /// Makes a quantity sample, a category sample, a correlation with its members, or a workout one that can be saved.
    ///
    /// It keeps its id, times, source, device and metadata. The clock offset is that of the metadata's `HKTimeZone`.
    ///
    /// - Parameter sample: a sample of HealthKit.
    /// - Returns: the sample, which the rules judge when it is saved.
    /// - Throws: `HealthKitBridgeError` for a type, case, unit or metadata that the registry does not have.
    public func newSample(_ sample: HKSample) throws(HealthKitBridgeError) -> NewSample {
      let definition = try definition(of: sample.sampleType.identifier)
      let zone = (sample.metadata?["HKTimeZone"] as? String).flatMap { TimeZone(identifier: $0) }
      var new = NewSample(
        type: definition.id, value: try value(of: sample, as: definition, zone),
        start: instant(sample.startDate, zone), end: instant(sample.endDate, zone), id: SampleID(sample.uuid),
        source: source(sample.sourceRevision), device: sample.device.map(device),
        metadata: try metadata(sample.metadata, zone))
      if let correlation = sample as? HKCorrelation {
        // A set has no order: that of types and ids makes the same sample of the same correlation.
        for member in correlation.objects.sorted(by: { order(of: $0) < order(of: $1) }) {
          new.members.append(try newSample(member))
        }
      }
      return new
    }

    private func order(of sample: HKSample) -> (String, String) {
      (sample.sampleType.identifier, sample.uuid.uuidString)
    }

    private func value(
      of sample: HKSample, as definition: TypeDefinition, _ zone: TimeZone?
    ) throws(HealthKitBridgeError) -> NewSampleValue {
      switch sample {
      case let sample as HKQuantitySample:
        guard let unit = definition.shape.quantity?.unit else { throw .otherUnit(of: definition.id) }
        return .quantity(try number(of: sample.quantity, in: unit, for: definition.id), unit)
      case let sample as HKCategorySample: return .rawCase(sample.value)
      case is HKCorrelation: return .absent
      case let workout as HKWorkout: return .structure(try structure(of: workout, zone))
      default: throw .unsupportedType(definition.id)
      }
    }

    // MARK: Parts

    /// The type of an identifier or name.
    func definition(of name: String) throws(HealthKitBridgeError) -> TypeDefinition {
      guard let definition = registry.type(named: name) else { throw .unknownType(name) }
      return definition
    }

    /// HealthKit's form of a unit; asking for a unit that it does not know would end the program.
    func unit(_ unit: UnitOfMeasure, for name: String) throws(HealthKitBridgeError) -> HKUnit {
      guard unit.grammar == .healthKit, (try? UnitOfMeasure(unit.unitString)) != nil else { throw .otherUnit(of: name) }
      return HKUnit(from: unit.unitString)
    }

    /// The number of a quantity in a unit; asking for one of another dimension would end the program.
    func number(
      of quantity: HKQuantity, in unit: UnitOfMeasure, for name: String
    ) throws(HealthKitBridgeError) -> Double {
      let unit = try self.unit(unit, for: name)
      guard quantity.is(compatibleWith: unit) else { throw .otherUnit(of: name) }
      return quantity.doubleValue(for: unit)
    }

    /// The moment of a date.
    func instant(_ date: Date, _ zone: TimeZone?) -> Instant { zone.map { Instant(date, in: $0) } ?? Instant(date) }

    private func source(_ revision: HKSourceRevision) -> SourceRevision {
      let system = revision.operatingSystemVersion
      // A negative number stands for any system.
      let os =
        system.majorVersion < 0 ? nil : "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
      return SourceRevision(
        name: revision.source.name, bundle: revision.source.bundleIdentifier, version: revision.version,
        product: revision.productType, os: os)
    }

    private func device(_ device: HKDevice) -> Device {
      Device(
        name: device.name, manufacturer: device.manufacturer, model: device.model, hardware: device.hardwareVersion,
        firmware: device.firmwareVersion, software: device.softwareVersion, local: device.localIdentifier,
        udi: device.udiDeviceIdentifier)
    }
  }
#endif
