import Foundation

/// One finger on a panel of the test bed, in the panel's own units; each call returns the touch's time in µs.
struct PanelFinger {
  private let bed: TouchBed
  private let slot: Int

  /// A finger that uses `slot` exclusively.
  init(_ bed: TouchBed, slot: Int = 0) {
    self.bed = bed
    self.slot = slot
  }

  @discardableResult
  func down(_ x: Int, _ y: Int) throws -> Int64 {
    try put("3 57 \(slot + 1) 3 53 \(x) 3 54 \(y) 1 330 1")
  }

  @discardableResult
  func move(_ x: Int, _ y: Int) throws -> Int64 {
    try put("3 53 \(x) 3 54 \(y)")
  }

  /// Moves in even steps, one every 8 ms as a panel of 125 Hz would report them.
  @discardableResult
  func slide(from start: (x: Int, y: Int), by way: (x: Int, y: Int), steps: Int = 10) throws -> Int64 {
    var time: Int64 = 0
    for step in 1...steps {
      Thread.sleep(forTimeInterval: 0.008)
      time = try move(start.x + way.x * step / steps, start.y + way.y * step / steps)
    }
    return time
  }

  @discardableResult
  func up() throws -> Int64 {
    // The panel as a whole is released (BTN_TOUCH) only with its first slot; libinput uses the slots.
    try put("3 57 -1" + (slot == 0 ? " 1 330 0" : ""))
  }

  private func put(_ values: String) throws -> Int64 {
    let words = try bed.order("ev event0 3 47 \(slot) \(values) 0 0 0")
    guard let time = words.first.flatMap(Int64.init) else { throw Unmet(what: "the time of a touch") }
    return time / 1000
  }
}
