import HealthModel
import HealthPluginKit
import HealthStorage

/// Turns the rows of an answer into the batches that a query passes on.
struct QueryAnswer {
  private let decoder: RowDecoder
  private var order: RowOrder
  private var scope: RowScope
  private var selection: HostSelection
  private var ends: EndOrder?

  init(_ plan: SplitQuery, decoder: RowDecoder) {
    self.decoder = decoder
    order = RowOrder(plan.sent.sort)
    scope = RowScope(plan.sent)
    selection = HostSelection(plan)
    ends = plan.sortsByEnd ? EndOrder(plan) : nil
  }

  /// Whether no more samples are wanted.
  var isDone: Bool { selection.isDone }

  /// The place of the first row that is out of order, if there is one.
  mutating func firstFault(in rows: SampleLines) -> Int? { order.firstFault(in: rows) }

  /// The position of the first row that was not requested, if there is one.
  mutating func firstStranger(in rows: SampleLines) -> Int? { scope.firstFault(in: rows) }

  /// The samples to pass on now.
  mutating func take(_ rows: SampleLines) throws(StorageError) -> [SampleBatch] {
    let batch = selection.matching(try decoder.batch(rows))
    guard ends != nil else { return pages([batch]) }
    return pages(ends?.take(batch) ?? [])
  }

  /// The samples to pass on when no row is left.
  mutating func finish() -> [SampleBatch] { pages(ends?.finish() ?? []) }

  private mutating func pages(_ batches: [SampleBatch]) -> [SampleBatch] {
    var pages: [SampleBatch] = []
    for batch in batches where !selection.isDone {
      let page = selection.page(batch)
      if page.count > 0 { pages.append(page) }
    }
    return pages
  }
}
