/// What holds a fixed number of elements in place, one after the other.
@usableFromInline package protocol FixedStorage<Element> {
  associatedtype Element
  static var count: Int { get }
  /// Holds one element everywhere.
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
