import Foundation
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `A configured panel` {
  /// The panel's left edge is the surface's top; the other entry is for another panel.
  private static let turned = """
    [[surfaces]]
    name = "wall"
    width = 800
    height = 400
    [[surfaces]]
    name = "door"
    [[panels]]
    match = { name = "Goodix*" }
    surface = "door"
    rotation = 270
    [[panels]]
    match = { name = "Touch Bed*" }
    surface = "wall"
    rotation = 90
    [[decks]]
    id = "main"
    surface = "wall"
    """

  @Test(arguments: [(way: -700, direction: "right"), (way: 700, direction: "left")])
  func `that is turned decides sideways by a finger that goes up or down on it`(
    way: Int,
    direction: String
  ) throws {
    let bed = try TouchBed(configuration: Self.turned)
    let client = try LiveClient(bed)
    let subscription = try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    // A 3:4 card in 400 pt less 20 on both sides, in the middle of 800.
    let rest = try #require(Picture(subscription)?.cards.first)
    #expect(rest.x == 265 && rest.y == 20)
    let finger = PanelFinger(bed)
    try finger.down(560, 992)
    let held = try finger.slide(from: (560, 992), by: (0, way))
    let picture = try #require(Picture(try client.next { $0.contains(#""input":\#(held),"#) }))
    // 1984 units are 800 pt, opposite to the finger's direction.
    let expected = -Double(way) / 1984 * 800
    let drag = try #require(picture.drag)
    #expect((drag.dx - expected).magnitude < 0.5 && drag.dy.magnitude < 0.5)
    #expect(try (#require(picture.cards.first).x - rest.x - expected).magnitude < 0.5)
    try finger.up()
    #expect(try client.event("card.swiped").contains(#""direction":"\#(direction)""#))
  }

  @Test
  func `has two decks, each of them dragged by a finger of its own at once`() throws {
    let bed = try TouchBed(
      configuration: """
        [[surfaces]]
        name = "table"
        width = 800
        height = 800
        [[decks]]
        id = "here"
        area = { x = 0, y = 0, width = 400, height = 800 }
        [[decks]]
        id = "there"
        area = { x = 400, y = 0, width = 400, height = 800 }
        """
    )
    let client = try LiveClient(bed)
    let which = Refusal(try client.ask("deck.get"))
    #expect(which == Refusal(code: -32602, field: "params.deck", expected: "one of here, there"))
    #expect(Refusal(try client.ask("deck.swipe", #"{"direction":"left"}"#)) == which)
    for deck in ["here", "there"] {
      try client.ask("subscribe", #"{"deck":"\#(deck)","topics":["events","frames"]}"#)
    }
    let (left, right) = (PanelFinger(bed), PanelFinger(bed, slot: 1))
    try left.down(280, 992)
    try right.down(840, 992)
    // Alternating: 200 units are 143 pt, and 120 decide.
    for step in 1...10 {
      try left.move(280 - 20 * step, 992)
      try right.move(840 + 20 * step, 992)
    }
    try wait(for: "both decks to be dragged") {
      try ["here", "there"].allSatisfy { deck in
        try client.ask("deck.get", #"{"deck":"\#(deck)"}"#).contains(#""phase":"dragging""#)
      }
    }
    try right.up()
    let there = try client.event("card.swiped")
    #expect(there.contains(#""deck":"there","type":"card.swiped","card":"card-0","index":0,"direction":"right""#))
    #expect(try client.ask("deck.get", #"{"deck":"here"}"#).contains(#""phase":"dragging""#))
    try left.up()
    let here = try client.event("card.swiped")
    #expect(here.contains(#""deck":"here","type":"card.swiped","card":"card-0","index":0,"direction":"left""#))
    for deck in ["here", "there"] {
      // Each deck numbers its own frames, and a card is in its deck's own coordinates.
      let frames = client.frames.filter { $0.contains(#""deck":"\#(deck)""#) }
      #expect(frames.compactMap { $0.number("frame") } == Array(1...Int64(frames.count)))
      #expect(frames.first.flatMap(Picture.init)?.cards.first?.x == 20)
    }
    #expect(client.eventNumbers == client.eventNumbers.sorted())
  }
}
