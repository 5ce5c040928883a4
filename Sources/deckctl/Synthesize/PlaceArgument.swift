import ArgumentParser
import Kinetics

/// A position on a surface on the command line: `200,400`.
enum PlaceArgument {
  static func place(_ argument: String) throws(ValidationError) -> Point {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else {
      throw ValidationError("expected two numbers such as 200,400")
    }
    return Point(x: x, y: y)
  }
}
