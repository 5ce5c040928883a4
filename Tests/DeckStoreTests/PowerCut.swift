import CFaultVFS
import Foundation

/// The files that a power cut leaves.
///
/// What a file was synced with is there. What was written to it since then may be, in whole or in part, in any order.
/// A file that was made is there when it has been synced, as SQLite then syncs the directory with it.
struct PowerCut {
  /// What becomes of what had not been synced.
  enum Loss: CaseIterable {
    /// All of it is lost.
    case everything
    /// All is there: what `kill -9` leaves.
    case nothing
    /// The earlier half is there, and half of the last of it.
    case end
    /// The later half is there: a disk writes in an order of its own.
    case beginning
    /// Every other write is there.
    case everyOther
    /// The last is torn, with the rest of it as the disk had it before.
    case lastHalf
  }

  /// By name.
  private(set) var files: [String: Data]

  /// What there is of the `before` in `directory` after the first `operations` of what `disk` remembers.
  init(_ disk: FaultDisk, operations: Int, _ loss: Loss, before: [String: Data], in directory: String) {
    files = before
    let done = (0..<operations).map { disk.operation($0) }
    let names = done.map { String(cString: $0.path).dropFirst(directory.count + 1) }
    for name in Set(names).sorted() {
      let own = zip(done, names).filter { $0.1 == name }.map(\.0)
      // A deletion is not synced: it may be undone, and then the file is as it was synced before.
      let synced = own.lastIndex { $0.kind == fault_sync }.map { $0 + 1 } ?? 0
      for operation in own[..<synced] { apply(operation, to: String(name)) }
      let open = Array(own[synced...])
      for (index, operation) in open.enumerated() {
        switch loss {
        case .everything: break
        case .nothing: apply(operation, to: String(name))
        case .end where index < open.count / 2: apply(operation, to: String(name))
        case .end where index == open.count / 2: apply(operation, to: String(name), half: true)
        case .beginning where index >= open.count / 2: apply(operation, to: String(name))
        case .everyOther where index.isMultiple(of: 2): apply(operation, to: String(name))
        case .lastHalf: apply(operation, to: String(name), half: index == open.count - 1)
        case .end, .beginning, .everyOther: break
        }
      }
    }
  }

  /// What there is after all that `disk` remembers, except for the last `count` writes and truncations of the file
  /// `name`, whether or not they were synced.
  init(_ disk: FaultDisk, losing count: Int, of name: String, before: [String: Data], in directory: String) {
    files = before
    let done = (0..<disk.operations).map { disk.operation($0) }.filter { $0.kind != fault_sync }
    let names = done.map { String(String(cString: $0.path).dropFirst(directory.count + 1)) }
    let kept = names.indices.filter { names[$0] == name }.dropLast(count)
    for index in done.indices where names[index] != name || kept.contains(index) {
      apply(done[index], to: names[index])
    }
  }

  private mutating func apply(_ operation: fault_operation, to name: String, half: Bool = false) {
    let offset = Int(operation.offset)
    switch operation.kind {
    case fault_write:
      var file = files[name] ?? Data()
      let bytes = Data(bytes: operation.bytes, count: half ? operation.count / 2 : operation.count)
      if file.count < offset + bytes.count { file.append(Data(count: offset + bytes.count - file.count)) }
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      files[name] = file
    case fault_truncate: files[name] = files[name]?.prefix(offset)
    case fault_delete: files[name] = nil
    default: break
    }
  }
}
