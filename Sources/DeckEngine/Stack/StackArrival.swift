/// Whether the cards of a stack have arrived.
enum StackArrival: Equatable, Sendable {
  case complete
  /// Cards are still sliding in.
  case sliding
  /// Cards slid in when the restored state was taken; the first card's arrival is still to be published.
  case unpublished
}
