import HealthModel

/// Takes over the normal form of structured samples, which judging wrote.
extension SampleJudge {
  /// Appends the object of a sample; one that was read within its parent's element gets the parent's id.
  mutating func appendStructure(_ index: Int) -> ByteRange {
    guard let form = judged[index].structure else { return .empty }
    let start = batch.arena.count
    batch.arena.append(contentsOf: structure.text.bytes[form.start.bytes..<form.parent.bytes])
    if let parent = parent(of: index, form) {
      if form.parent.bytes > form.start.bytes + 1 { batch.arena.append(UInt8(ascii: ",")) }
      batch.arena.append(contentsOf: StructureKeys.parentKey)
      JSONText.appendQuoted(parent.description.utf8, to: &batch.arena)
      let next = structure.text.bytes[form.parent.bytes]
      if next != UInt8(ascii: "}"), next != UInt8(ascii: ",") { batch.arena.append(UInt8(ascii: ",")) }
    }
    batch.arena.append(contentsOf: structure.text.bytes[form.parent.bytes..<form.end.bytes])
    return ByteRange(start..<batch.arena.count)
  }

  /// The id of the record's first sample, for one of the others that belongs to it and does not say so.
  private func parent(of index: Int, _ form: StructureForm) -> SampleID? {
    guard index > 0, !form.hasParent, batch.id.count >= index,
      validator.plans[Int(judged[index].type)].structure?.parent != nil
    else { return nil }
    return batch.id[batch.id.count - index]
  }

  /// Appends the object as content ids have it: without the parent, and with quantities of an export in six digits.
  mutating func appendStructureIdentity(_ form: StructureForm) {
    let text = structure.text.rounds ? structure.text.rounded : structure.text.bytes
    func place(_ mark: NormalFormText.Mark) -> Int { structure.text.rounds ? mark.rounded : mark.bytes }
    let first = place(form.start)..<place(form.beforeParent)
    var second = place(form.parent)..<place(form.end)
    // The comma after a parent that comes first is the parent's.
    if first.count == 1, text[second.lowerBound] == UInt8(ascii: ",") {
      second = second.lowerBound + 1..<second.upperBound
    }
    IdentityBytes.append(UInt64(first.count + second.count), to: &scratch.identity)
    scratch.identity.append(contentsOf: text[first])
    scratch.identity.append(contentsOf: text[second])
  }
}
