import CFaultVFS
import Foundation

/// A disk that fails, waits and remembers (`CFaultVFS`).
///
/// `@unchecked` because the compiler does not see C's locks.
final class FaultDisk: @unchecked Sendable {
  /// The name for `StateStore.Surroundings.vfs`.
  let name = "fault-\(UUID().uuidString)"
  private let layer: OpaquePointer

  init?() {
    guard let layer = fault_vfs_register(name) else { return nil }
    self.layer = layer
  }

  deinit {
    fault_vfs_unregister(layer)
  }

  /// Whether nothing has failed since faults were last ordered.
  var isIntact: Bool { fault_vfs_intact(layer) }

  /// Lets `count` operations fail with SQLite's `code`, after the next `good` ones.
  func fail(after good: Int, count: Int64 = .max, code: Int32) {
    fault_vfs_fail(layer, Int64(good), count, code)
  }

  func heal() {
    fault_vfs_fail(layer, -1, 0, 0)
  }

  func refuseWriting(_ refuse: Bool) {
    fault_vfs_refuse_writing(layer, refuse)
  }

  func record() {
    fault_vfs_record(layer, true)
  }

  /// How much has been done since it began to remember.
  var operations: Int { fault_vfs_operations(layer) }

  func operation(_ index: Int) -> fault_operation {
    fault_vfs_operation(layer, index)
  }

  func holdSyncs(_ hold: Bool) {
    fault_vfs_hold_syncs(layer, hold)
  }

  /// Returns when a sync waits.
  func awaitHeldSync() {
    fault_vfs_await_held_sync(layer)
  }
}
