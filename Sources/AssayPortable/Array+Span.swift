// On Apple's systems the library's own properties are of 2025, since they had to learn of arrays that Objective-C made;
// the types that they return run on earlier systems. Our arrays hold numbers and structures, which Objective-C cannot make.
#if canImport(Darwin)
  extension Array {
    @usableFromInline package var span: Span<Element> {
      @_lifetime(borrow self) @inlinable borrowing get {
        let elements = withUnsafeBufferPointer { $0 }
        return _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
      }
    }

    @usableFromInline package var mutableSpan: MutableSpan<Element> {
      @_lifetime(&self) @inlinable mutating get {
        let elements = withUnsafeMutableBufferPointer { $0 }
        return _overrideLifetime(MutableSpan(_unsafeElements: elements), mutating: &self)
      }
    }
  }
#endif
