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
