/// Elements in place, a fixed number of them: what `InlineArray` is where the system is older than that type.
@usableFromInline package struct FixedArray<Storage: FixedStorage> {
  @usableFromInline var storage: Storage

  @inlinable package init(repeating element: Storage.Element) { storage = Storage(repeating: element) }

  @inlinable package var count: Int { Storage.count }

  /// The element at a place from 0; a place outside traps, as it does in an array.
  @inlinable package subscript(index: Int) -> Storage.Element {
    get {
      precondition(index >= 0 && index < count, "the place is outside of the array")
      return withUnsafeBytes(of: storage) {
        $0.load(fromByteOffset: index &* MemoryLayout<Storage.Element>.stride, as: Storage.Element.self)
      }
    }
    set {
      precondition(index >= 0 && index < count, "the place is outside of the array")
      withUnsafeMutableBytes(of: &storage) { bytes in
        guard let start = bytes.baseAddress else { return }
        // Its storage holds elements of this type only, one a stride.
        start.assumingMemoryBound(to: Storage.Element.self)[index] = newValue
      }
    }
  }
}

extension FixedArray: Sendable where Storage: Sendable {}

extension FixedArray: ExpressibleByArrayLiteral {
  /// Holds the elements of a literal, which must be as many as there are places.
  @inlinable package init(arrayLiteral elements: Storage.Element...) {
    precondition(elements.count == Storage.count, "the literal has another number of elements")
    self.init(repeating: elements[0])
    for index in 1..<Storage.count { self[index] = elements[index] }
  }
}

/// What holds a fixed number of elements in place, one after the other.
@usableFromInline package protocol FixedStorage<Element> {
  associatedtype Element
  static var count: Int { get }
  init(repeating element: Element)
}

@usableFromInline package struct One<Element>: FixedStorage {
  @usableFromInline let element: Element

  @inlinable package static var count: Int { 1 }
  @inlinable package init(repeating element: Element) { self.element = element }
}

/// Two storages, one after the other.
@usableFromInline package struct Joined<First: FixedStorage, Second: FixedStorage>: FixedStorage
where First.Element == Second.Element {
  @usableFromInline let first: First
  @usableFromInline let second: Second

  @inlinable package static var count: Int { First.count &+ Second.count }

  @inlinable package init(repeating element: First.Element) {
    first = First(repeating: element)
    second = Second(repeating: element)
  }
}

extension One: Sendable where Element: Sendable {}
extension Joined: Sendable where First: Sendable, Second: Sendable {}
