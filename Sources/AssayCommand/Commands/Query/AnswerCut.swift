import HealthModel
import HealthStorage

/// The requested number of samples, and whether there are more: the query requests one more.
struct AnswerCut {
  private let limit: Int?
  private let registry: Registry
  private let sort: SampleQuery.Sort
  /// How many samples were passed on, members of correlations not counted.
  private(set) var count = 0
  /// The place after which the next page begins.
  private(set) var last: PageToken?
  /// Whether a sample was left out.
  private(set) var hasMore = false

  /// Takes a query's limit and raises it by one.
  init(_ query: inout SampleQuery, registry: Registry) {
    limit = query.limit
    sort = query.sort
    self.registry = registry
    if let limit, limit > 0, limit < Int.max { query.limit = limit + 1 }
  }

  /// Passes on whatever a query answers.
  init(all query: SampleQuery, registry: Registry) {
    limit = nil
    sort = query.sort
    self.registry = registry
  }

  /// The samples of a batch that are within the limit.
  mutating func take(_ batch: SampleBatch) -> SampleBatch {
    guard let limit else { return batch }
    var end = 0
    var head: Int?
    while end < batch.count, count < limit {
      head = end
      count += 1
      end = batch.group(at: end).upperBound
    }
    if let head { last = PageToken(head, of: batch, in: registry, sort: sort) }
    guard end < batch.count else { return batch }
    hasMore = true
    var part = SampleBatch()
    for row in 0..<end { part.append(row, of: batch, correlation: batch.correlation[row]) }
    return part
  }

  /// The note about remaining samples; `nil` if there are none.
  var note: String? {
    guard hasMore, let last else { return nil }
    return "\(CountText.of(count, "sample")) shown; more with --after \(LocationText.text(of: last, sort: sort))"
  }
}

/// The place of a page as `--after` takes it: a token, before it the order unless it is the usual one, since a place in
/// one order is none in another.
enum LocationText {
  static func text(of token: PageToken, sort: SampleQuery.Sort) -> String {
    sort == .ascending ? token.description : "\(sort.rawValue)/\(token)"
  }

  /// Reads a place.
  ///
  /// - Throws: `Failure` if it is not a place, or not of the order or of a type.
  static func token(_ text: String, sort: SampleQuery.Sort, _ registry: Registry) throws -> PageToken {
    var rest = text[...]
    var written = SampleQuery.Sort.ascending
    if let slash = text.firstIndex(of: "/"), let order = SampleQuery.Sort(rawValue: String(text[..<slash])) {
      written = order
      rest = text[text.index(after: slash)...]
    }
    guard let token = PageToken(String(rest)), registry.types.contains(where: { $0.id == token.type }) else {
      throw Failure.usage(
        "--after takes what a page with --limit named, got `\(TextEscaping.escaped(text))`")
    }
    guard written == sort else {
      throw Failure.usage(
        "--after names a place in the order --sort \(written.rawValue), but this query uses --sort \(sort.rawValue)")
    }
    return token
  }
}
