package import HealthUnits

/// A named value of a structured sample, or of a group in one of its lists.
@usableFromInline package struct FieldDefinition: Sendable, Hashable {
  /// The name, unique among the fields and lists of the sample, or of the group.
  package var name: String
  package var value: FieldValue
  /// Whether each sample, or each group, has the field.
  package var isRequired: Bool
  /// How exports of Apple Health write the field; `nil` when they do not.
  package var export: ExportAttribute?

  @usableFromInline package init(
    name: String, value: FieldValue, isRequired: Bool = false, export: ExportAttribute? = nil
  ) {
    self.name = name
    self.value = value
    self.isRequired = isRequired
    self.export = export
  }
}

@usableFromInline package enum FieldValue: Sendable, Hashable {
  /// A number with a unit: `{"value":30,"unit":"min"}`.
  case quantity(FieldQuantity)
  /// A number without a unit.
  case number(ValueBounds)
  case integer(ValueBounds)
  /// `true` or `false`.
  case boolean
  case enumeration(EnumDefinition)
  /// Text of at most this many bytes.
  case text(maximumLength: Int)
  /// An instant, RFC 3339; normalized to UTC.
  case time
  /// A calendar date, `YYYY-MM-DD`.
  case date
  /// A UUID; normalized to upper case, as ids of samples are.
  case uuid
  /// The id of a quantity type of the registry, or a name of it.
  case quantityType
  /// A quantity of the type that another field of the same group names, by that field's name.
  case quantityOf(field: String)
  case metadata
  /// A text that is kept as given, with its SHA-256: `{"text":"…","sha256":"…"}`, or the text alone.
  case document(DocumentFormat, maximumLength: Int)
}

/// The unit and the limits of a field or column.
@usableFromInline package struct FieldQuantity: Sendable, Hashable {
  /// The canonical unit, in which values are stored.
  package var unit: UnitOfMeasure
  /// Bounds in the canonical unit; outside is an error (`value-not-allowed`).
  package var allowed: ValueBounds
  /// Bounds in the canonical unit; outside is a warning (`value-implausible`).
  package var plausible: ValueBounds

  package init(unit: UnitOfMeasure, allowed: ValueBounds = ValueBounds(), plausible: ValueBounds = ValueBounds()) {
    self.unit = unit
    self.allowed = allowed
    self.plausible = plausible
  }
}

@usableFromInline package enum DocumentFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON, such as a FHIR resource.
  case json
  /// XML, such as a CDA document.
  case xml
  case text
}

/// The attributes in which an export of Apple Health writes a field.
@usableFromInline package struct ExportAttribute: Sendable, Hashable {
  package var name: String
  /// The attribute with the unit, of a quantity; by default the name followed by `Unit`.
  ///
  /// It is empty when exports write no unit: the number is in the canonical one.
  package var unit: String

  @usableFromInline package init(name: String, unit: String? = nil) {
    self.name = name
    self.unit = unit ?? name + "Unit"
  }
}
