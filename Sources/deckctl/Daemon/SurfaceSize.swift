import ArgumentParser
import Kinetics

/// A surface's size on the command line: `400x800`.
struct SurfaceSize: ExpressibleByArgument, CustomStringConvertible {
  let size: Size

  init(_ size: Size) {
    self.size = size
  }

  var description: String { "\(size.width.text)x\(size.height.text)" }

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    guard (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
    size = Size(width: width, height: height)
  }
}
