package import HealthModel

/// Where records are in foreign JSON, and where their fields are.
///
/// ```swift
/// let layout = RecordLayout(records: "/users/*/readings/*", fields: ["type": "/kind", "subject": "../../id"])
/// ```
public struct RecordLayout: Sendable, Hashable {
  /// The path to the records: a JSON Pointer (RFC 6901) in which `*` is every element of an array or every member of an
  /// object.
  ///
  /// Empty is the document itself, or each element if it is an array. In newline-delimited JSON each line is a document.
  public var records: String
  /// The path to each field, by the field's name (`value`, `source.name`, `metadata.KEY`): a JSON Pointer from the
  /// record; `../` leads to what the record is in, and `#` at the end to a key.
  public var fields: [String: String]
  /// The name of the published form that it is of; the layout follows from it and from the types.
  package var form: String?
  /// What an object is counted as that lacks the last step of the path, which is then strict: `*` is an element of an
  /// array and a name a member of an object, and a value of another form on the way is a record that cannot be read.
  package var missing: String?
  package var watched: [WatchedValue] = []

  /// A text at a place around the records that a reader should know of.
  package struct WatchedValue: Sendable, Hashable {
    var path: String
    /// The text that is counted there; other values are not.
    var text: String
    var name: String
    /// The other texts that a value around records may be, the first watched one: with another, or in a list, it is not
    /// known what is to be done with a record.
    var others: [String] = []
    /// Why nothing is read with any value there.
    var refusal: SyntaxDetail?

    package init(path: String, text: String, name: String, others: [String] = []) {
      self.path = path
      self.text = text
      self.name = name
      self.others = others
    }

    package init(path: String, refusing refusal: SyntaxDetail) {
      self.init(path: path, text: "", name: "")
      self.refusal = refusal
    }
  }

  /// Creates a layout.
  public init(records: String = "", fields: [String: String] = [:]) {
    self.records = records
    self.fields = fields
  }

  package func isAt(_ path: String) -> Bool { (records == "/" ? "" : records) == (path == "/" ? "" : path) }

  package static func check(records text: String) throws(SyntaxError) { _ = try RecordPath(text) }

  package static func check(field text: String, from records: String) throws(SyntaxError) {
    let path = try FieldPath(text)
    let depth = try RecordPath(records).steps.count
    guard path.levels <= depth else {
      throw SyntaxError("it goes up \(path.levels) levels, and a record is at level \(depth)")
    }
    guard !path.isKey || path.levels == 0 || path.levels < depth else {
      throw SyntaxError("the document itself has no key")
    }
  }
}

extension TableLayout {
  /// Checks the paths of foreign JSON, its own and those of `further`, together; without any nothing is wrong.
  package func checkRecords() throws(SyntaxError) {
    guard records != nil else { return }
    if let fault = RecordPlan(self).fault { throw fault }
  }
}

/// How records of foreign JSON that are read one by one become samples: their layout, and the plan that is made of it once.
///
/// Equal to itself only: a form is made once for all records that have it.
@usableFromInline package final class RecordForm: Sendable, Hashable {
  package let layout: TableLayout
  let plan: RecordPlan

  package init(_ layout: TableLayout) {
    self.layout = layout
    plan = RecordPlan(layout)
  }

  @usableFromInline package static func == (one: RecordForm, other: RecordForm) -> Bool { one === other }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Which paths of a layout led to something.
@usableFromInline package struct RecordPathUse: Sendable, Hashable {
  @usableFromInline package struct Records: Sendable, Hashable {
    package let path: String
    package internal(set) var count = 0
    /// The paths of fields from those records, and whether they led to a value in some record.
    package internal(set) var fields: [Field]
  }

  @usableFromInline package struct Field: Sendable, Hashable {
    package let path: String
    package internal(set) var isUsed = false
  }

  package internal(set) var records: [Records]
  /// How many records no sample was made of: conditions pass over them, or their values are not there.
  package internal(set) var passedOver = 0
  /// How many steps of a records path led to something.
  package internal(set) var reach = 0

  init(_ plan: RecordPlan) {
    records = plan.profiles.map { profile in
      Records(path: profile.path, fields: profile.columns.map { Field(path: $0) })
    }
  }

  package mutating func add(_ other: RecordPathUse) {
    reach = max(reach, other.reach)
    passedOver += other.passedOver
    for index in records.indices where index < other.records.count {
      records[index].count += other.records[index].count
      for field in records[index].fields.indices where other.records[index].fields[field].isUsed {
        records[index].fields[field].isUsed = true
      }
    }
  }
}

/// A path to records in foreign JSON: a JSON Pointer (RFC 6901) in which `*` is every element of an array or every
/// member of an object, such as `/users/*/readings/*`.
struct RecordPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case any
    case name([UInt8])
  }

  /// The steps from the document; none for the document itself.
  let steps: [Step]

  /// The most steps of a path, as deep as JSON may nest.
  static let maximumSteps = 64

  /// Reads a path; an empty text and `/` are the document itself.
  init(_ text: String) throws(SyntaxError) {
    guard !text.isEmpty, text != "/" else {
      steps = []
      return
    }
    guard text.hasPrefix("/") else { throw SyntaxError("a records path begins with `/`, as in /users/*/readings/*") }
    var steps: [Step] = []
    for part in try Self.names(text.dropFirst()) { steps.append(part == [UInt8(ascii: "*")] ? .any : .name(part)) }
    self.steps = steps
  }

  /// The parts of a text between slashes, with `~1` for a slash and `~0` for a tilde.
  static func names(_ text: Substring) throws(SyntaxError) -> [[UInt8]] {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= maximumSteps else {
      throw SyntaxError("a path has at most \(maximumSteps) steps, got \(parts.count)")
    }
    var names: [[UInt8]] = []
    for part in parts {
      var name: [UInt8] = []
      var isEscaped = false
      for byte in part {
        if isEscaped {
          guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { break }
          name.append(byte == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
          isEscaped = false
        } else if byte == UInt8(ascii: "~") {
          isEscaped = true
        } else {
          name.append(byte)
        }
      }
      guard !isEscaped else { throw SyntaxError("`~` is written `~0` in a path, and a `/` in a name `~1`") }
      names.append(name)
    }
    return names
  }
}

/// A path from a record to a value: `/val` in the record, `../../id` in what it is in, `#` for the record's own key, `.`
/// for the record itself.
struct FieldPath: Sendable, Hashable {
  /// How many levels up from the record; 0 is the record.
  let levels: Int
  let names: [[UInt8]]
  /// Whether the path is about the key, or number in its array, of what `levels` leads to.
  let isKey: Bool

  init(_ text: String) throws(SyntaxError) {
    var rest = text[...]
    var levels = 0
    while rest == ".." || rest.hasPrefix("../") {
      levels += 1
      rest = rest.dropFirst(3)
    }
    self.levels = levels
    isKey = rest == "#"
    if isKey || rest == "." {
      names = []
      guard isKey || levels == 0 else { throw SyntaxError(Self.forms) }
      return
    }
    if levels == 0 {
      guard rest.hasPrefix("/") else { throw SyntaxError(Self.forms) }
      rest = rest.dropFirst()
    } else if rest.isEmpty {
      throw SyntaxError("a path up from a record goes on with a name, as in ../../id")
    }
    names = try RecordPath.names(rest)
  }

  private static let forms =
    "a path begins with `/` in the record, as in /val, or with `../` outside of it, as in ../../id; `.` is the record "
    + "and `#` its key"
}
