public import HealthUnits

/// The units in which writers write quantities, if the caller requested units other than the types' own.
///
/// Only value and unit of a sample are written so; what else it holds stays as it is.
public struct ShownUnits: Sendable {
  @usableFromInline package struct Entry: Sendable {
    package let unit: UnitOfMeasure
    /// From the type's canonical unit.
    package let conversion: UnitConversion

    /// A value of the canonical unit in this one; beyond what a number can hold, the largest there is.
    @usableFromInline package func value(_ canonical: Double) -> Double { ShownUnits.value(canonical, by: conversion) }
  }

  /// A converted value; beyond what a number can hold, the largest there is.
  static func value(_ canonical: Double, by conversion: UnitConversion) -> Double {
    let largest = Double.greatestFiniteMagnitude
    return min(max(conversion(canonical), -largest), largest)
  }

  /// One entry for each type of the registry; empty when none is shown otherwise.
  private var entries: [Entry?] = []

  /// Shows all quantities in their types' own units.
  public init() {}

  /// The unit for a type, by index into the registry; `nil` for the type's own.
  package subscript(type: Int) -> Entry? { type < entries.count ? entries[type] : nil }

  /// Shows the values of a quantity type in a unit; other types have none, and nothing changes.
  ///
  /// - Parameters:
  ///   - unit: the unit.
  ///   - type: the type, as index into the registry.
  ///   - registry: the types.
  /// - Throws: `UnitConversionError` when values do not convert to the unit.
  public mutating func show(
    _ unit: UnitOfMeasure, ofType type: Int, in registry: Registry
  ) throws(UnitConversionError) {
    guard let shape = registry.types[type].shape.quantity else { return }
    let entry = Entry(unit: unit, conversion: try shape.unit.conversion(to: unit))
    if entries.isEmpty { entries = Array(repeating: nil, count: registry.types.count) }
    entries[type] = entry
  }
}
