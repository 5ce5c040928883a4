import DeckClient
import JSON

/// `finger X Y [TO-X TO-Y]`: a tap, or a drag of a tenth of a second, as a panel would report it; in points.
let numbers = CommandLine.arguments.dropFirst().compactMap(Double.init)
guard numbers.count == CommandLine.arguments.count - 1, [2, 4].contains(numbers.count) else {
  fatalError("usage: finger X Y [TO-X TO-Y]")
}
let (x, y) = (numbers[0], numbers[1])
let (dx, dy) = numbers.count == 4 ? (numbers[2] - x, numbers[3] - y) : (0, 0)

var options = DeckSession.Options()
options.cards = false
options.client = "finger"
let client = DeckClient(options: options)
for await case .ready in client.updates() { break }
// A card that still moves would be caught where it is.
while client.decks.keys.contains(where: { client.isMoving($0) }) { try await Task.sleep(for: .milliseconds(10)) }

// 120 reports a second, the last of them now; a card is thrown by the speed of the last ones, so the finger rests first.
let (steps, end) = (12, DeckClient.now)
try await client.request("input.inject") { json in
  json.key("frames")
  json.array(0...steps + 1) { json, step in
    json.object { json in
      json.member("t", end - Int64(steps + 1 - step) * 8333)
      json.key("contacts")
      json.array([min(Double(step) / Double(steps), 1)]) { json, way in
        json.object { json in
          json.member("id", 0)
          json.member("phase", step == 0 ? "down" : step > steps ? "up" : "moved")
          json.member("x", x + way * dx)
          json.member("y", y + way * dy)
        }
      }
    }
  }
}
