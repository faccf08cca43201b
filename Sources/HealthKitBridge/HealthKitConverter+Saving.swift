#if canImport(HealthKit) || HEALTHKIT_STUB
  import Foundation
  import HealthFoundation
  import HealthModel
  public import HealthQueries
  import HealthUnits

  #if canImport(HealthKit)
    public import HealthKit
  #endif

  extension HealthKitConverter {
    /// Makes a quantity, category or correlation one of HealthKit's, to be saved in its store.
    ///
    /// HealthKit gives it an id and a source of its own; an id that the sample has becomes `HKExternalUUID` in its
    /// metadata, unless that has the key.
    ///
    /// - Parameter sample: a sample; its type, unit, case and times must be right, since HealthKit ends a program that
    ///   makes a wrong one. Judge it first.
    /// - Returns: the sample of HealthKit.
    /// - Throws: `HealthKitBridgeError` for what HealthKit does not have or does not let apps save.
    public func healthKitSample(_ sample: NewSample) throws(HealthKitBridgeError) -> HKSample {
      guard let start = sample.start else { throw .incomplete(sample.type) }
      return try healthKitSample(sample, start, sample.end ?? start, sample.device)
    }

    /// A member has the times and device of its correlation if it has none.
    private func healthKitSample(
      _ sample: NewSample, _ start: Instant, _ end: Instant, _ device: Device?
    ) throws(HealthKitBridgeError) -> HKSample {
      let definition = try definition(of: sample.type)
      guard definition.isWritable else { throw .readOnly(definition.id) }
      if definition.id == "workout" { throw .needsWorkoutBuilder }
      let (from, to) = (Date(start), Date(max(start, end)))
      var metadata = try metadata(sample.metadata)
      if let id = sample.id, metadata["HKExternalUUID"] == nil { metadata["HKExternalUUID"] = UUID(id).uuidString }
      let hardware = device.map(healthKitDevice)
      if let shape = definition.shape.quantity {
        let type = HKQuantityType.quantityType(
          forIdentifier: HKQuantityTypeIdentifier(rawValue: try identifier(of: definition, "HKQuantityTypeIdentifier")))
        guard let type else { throw .notInHealthKit(definition.id) }
        return HKQuantitySample(
          type: type, quantity: try quantity(sample, shape, definition.id), start: from, end: to, device: hardware,
          metadata: metadata)
      }
      if let list = definition.shape.enumeration, definition.shape.hasTime {
        let type = HKCategoryType.categoryType(
          forIdentifier: HKCategoryTypeIdentifier(rawValue: try identifier(of: definition, "HKCategoryTypeIdentifier")))
        guard let type else { throw .notInHealthKit(definition.id) }
        return HKCategorySample(
          type: type, value: try raw(sample, list), start: from, end: to, device: hardware, metadata: metadata)
      }
      guard definition.shape.members != nil else { throw .unsupportedType(definition.id) }
      let type = HKCorrelationType.correlationType(
        forIdentifier: HKCorrelationTypeIdentifier(
          rawValue: try identifier(of: definition, "HKCorrelationTypeIdentifier")))
      guard let type else { throw .notInHealthKit(definition.id) }
      var objects: Set<HKSample> = []
      for member in sample.members {
        objects.insert(
          try healthKitSample(
            member, member.start ?? start, member.end ?? member.start ?? end, member.device ?? device))
      }
      return HKCorrelation(
        type: type, start: from, end: to, objects: objects, device: hardware, metadata: metadata)
    }

    private func identifier(of definition: TypeDefinition, _ prefix: String) throws(HealthKitBridgeError) -> String {
      guard let name = definition.identifiers.first(where: { $0.hasPrefix(prefix) }) else {
        throw .notInHealthKit(definition.id)
      }
      return name
    }

    /// The quantity in the unit of its type, which HealthKit takes for certain.
    private func quantity(
      _ sample: NewSample, _ shape: QuantityShape, _ name: String
    ) throws(HealthKitBridgeError) -> HKQuantity {
      guard case .quantity(let number, let given) = sample.value else { throw .incomplete(name) }
      guard let conversion = try? given.conversion(to: shape.unit) else { throw .otherUnit(of: name) }
      return HKQuantity(unit: try unit(shape.unit, for: name), doubleValue: conversion(number))
    }

    private func raw(_ sample: NewSample, _ list: EnumDefinition) throws(HealthKitBridgeError) -> Int {
      switch sample.value {
      case .rawCase(let raw):
        guard list.cases.contains(where: { $0.raw == raw }) else { throw .unknownCase(of: list.id, raw: raw) }
        return raw
      case .text(let name):
        let found = list.cases.first { $0.name == name || $0.aliases.contains(name) || $0.exports.contains(name) }
        guard let raw = found?.raw else { throw .incomplete(sample.type) }
        return raw
      case .absent where list.isValueOptional: return 0
      default: throw .incomplete(sample.type)
      }
    }

    private func healthKitDevice(_ device: Device) -> HKDevice {
      HKDevice(
        name: device.name, manufacturer: device.manufacturer, model: device.model, hardwareVersion: device.hardware,
        firmwareVersion: device.firmware, softwareVersion: device.software, localIdentifier: device.local,
        udiDeviceIdentifier: device.udi)
    }
  }
#endif
