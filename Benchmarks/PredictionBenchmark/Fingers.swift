import DeckEngine
import DeckReplay
import Foundation
import Gestures
import Kinetics
import RealModule

/// One finger: what its panel reported, and where it was.
struct Finger {
  /// The panel, or the kind of trajectory.
  var group: String
  var reports: [(time: Instant, position: Point)]
  /// Where it was, as a function of the time since the first report.
  var truth: (Double) -> Point
  /// When and where it stopped, and the direction in which it moved before.
  var stop: Stop?

  struct Stop {
    var time: Double
    var place: Point
    var way: Vector
  }

  /// How long the finger is known, in seconds.
  var duration: Double { reports[reports.count - 1].time.seconds(since: reports[0].time) }
}

// MARK: - Recordings

extension Finger {
  /// The drags among the recordings in a folder and the folders in it.
  static func recorded(in folder: URL) throws -> [Finger] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".events") || $0.hasSuffix(".evemu") || $0.hasSuffix("drag.txt") }
      .flatMap { try drags(of: folder.appending(path: $0)) }
  }

  private static func drags(of file: URL) throws -> [Finger] {
    let recording = try Recording([UInt8](Data(contentsOf: file)), file: file.path)
    guard let description = try recording.description ?? recording.deduced?.description ?? description(for: file) else {
      return []
    }
    let touches = RecordedTouches(recording, description: description)
    let surface = SurfaceSizing().surface(for: touches.panel, rotation: .none)
    let geometry = PanelGeometry(surface: surface)
    let name = file.lastPathComponent
    let group = name.hasSuffix(".txt") ? String(name.prefix { $0 != "-" }) : String(name.prefix { $0 != "." })
    var down: [ContactID: [(time: Instant, position: Point)]] = [:]
    var fingers: [Finger] = []
    for frame in touches.frames.map(geometry.map) {
      for contact in frame.contacts {
        switch contact.phase {
        case .down: down[contact.id] = [(frame.time, contact.position)]
        case .moved: down[contact.id]?.append((frame.time, contact.position))
        case .stationary: break
        case .up, .cancelled: fingers += drag(down.removeValue(forKey: contact.id), on: group)
        }
      }
    }
    return fingers
  }

  private static func description(for file: URL) throws -> DeviceDescription? {
    let folder = file.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard let name = DescriptionLookup.bestMatch(for: file.lastPathComponent, among: names) else { return nil }
    return try DeviceDescription([UInt8](Data(contentsOf: folder.appending(path: name))), file: name)
  }

  /// Returns the finger, if it moved at least 30 pt in at least eight reports.
  private static func drag(_ all: [(time: Instant, position: Point)]?, on group: String) -> [Finger] {
    var reports: [(time: Instant, position: Point)] = []
    for report in all ?? [] where reports.last.map({ $0.time < report.time }) ?? true { reports.append(report) }
    guard reports.count >= 8, reports.contains(where: { ($0.position - reports[0].position).length >= 30 })
    else { return [] }
    let times = reports.map { $0.time.seconds(since: reports[0].time) }
    let places = reports.map(\.position)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let interval = gaps[gaps.count / 2]
    func place(_ time: Double) -> Point {
      let next = max(times.firstIndex { $0 > time } ?? times.count - 1, 1)
      // A silent panel has a finger that holds still until just before the next report.
      let start = times[next] - times[next - 1] > max(0.04, 3 * interval) ? times[next] - interval : times[next - 1]
      guard time > start else { return places[next - 1] }
      return places[next - 1] + (time - start) / (times[next] - start) * (places[next] - places[next - 1])
    }
    let stop = times.indices.dropFirst(3).first { index in
      let (time, end) = (times[index], places[index])
      // Faster than 150 pt/s before, and then within 3 pt for 80 ms.
      guard time + 0.08 <= times[times.count - 1], (end - place(time - 0.04)).length >= 6 else { return false }
      return (1...8).allSatisfy { (place(time + 0.01 * Double($0)) - end).length <= 3 }
    }
    let known = stop.map { index in
      let way = places[index] - place(times[index] - 0.04)
      return Stop(time: times[index], place: places[index], way: 1 / way.length * way)
    }
    return [Finger(group: group, reports: reports, truth: place, stop: known)]
  }
}

// MARK: - Synthesis

extension Finger {
  /// As many fingers of each of four kinds, at 60, 90, 120 and 240 reports a second with 0.3 pt of noise.
  static func synthesized(_ count: Int) -> [Finger] {
    var generator = SeededGenerator(seed: 7)
    return (0..<count).map { synthesized(kind: $0 % 4, rate: [60, 90, 120, 240][$0 / 4 % 4], &generator) }
  }

  private static func synthesized(kind: Int, rate: Double, _ generator: inout SeededGenerator) -> Finger {
    func random(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + generator.nextUnit() * (range.upperBound - range.lowerBound)
    }
    let angle = random(0...2 * .pi)
    let way = Vector(dx: Double.cos(angle), dy: Double.sin(angle))
    let side = Vector(dx: -way.dy, dy: way.dx)
    let (speed, moving) = (random(300...2000), random(0.2...0.5))
    let origin = Point(x: 0, y: 0)
    var (truth, duration, stop): ((Double) -> Point, Double, Stop?) = ({ _ in origin }, moving, nil)
    switch kind {
    case 0:
      let length = speed * moving / 2
      truth = { time in
        let part = min(max(time / moving, 0), 1)
        return origin + length * part * part * part * (10 - 15 * part + 6 * part * part) * way
      }
    case 1:
      let place = origin + speed * moving * way
      truth = { origin + speed * min($0, moving) * way }
      (duration, stop) = (moving + 0.5, Stop(time: moving, place: place, way: way))
    case 2:
      truth = { origin + speed * min($0, moving / 2) * way + speed * max($0 - moving / 2, 0) * side }
    default:
      let radius = random(50...200)
      let turn = speed / radius
      truth = { origin + radius * Double.sin(turn * $0) * way + radius * (1 - Double.cos(turn * $0)) * side }
    }
    let noise = 0.3
    func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + generator.nextUnit() } }
    let reports = (0...Int(duration * rate)).map { index in
      let time = Double(index) / rate
      let error = Vector(dx: noise * normal(), dy: noise * normal())
      return (time: Instant(microseconds: Int64((time * 1e6).rounded())), position: truth(time) + error)
    }
    return Finger(group: ["curve", "stop", "turn", "circle"][kind], reports: reports, truth: truth, stop: stop)
  }
}
