extension Array {
  /// Removes all elements, and keeps the buffer.
  ///
  /// `removeAll(keepingCapacity:)` goes through the replacement of any range, which takes as long as ten of these: it is
  /// for buffers of a touch, which have an element or two.
  @inlinable
  package mutating func clear() {
    while popLast() != nil {}
  }
}
