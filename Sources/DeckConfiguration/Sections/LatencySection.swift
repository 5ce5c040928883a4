/// `[latency]`: what the daemon asks of the kernel to react sooner.
package struct LatencySection: Hashable, OptionalSection {
  /// Whether processors are kept from sleeping deeply while a finger is down or something moves.
  package var holdsProcessors = false
  /// Whether the daemon's memory is kept from being swapped out.
  package var locksMemory = false

  /// The defaults.
  package init() {}
}
