import Foundation
import TestSupport
import Testing

@Suite
struct `Cards that are paged over the socket` {
  private let daemon: LoneDaemon
  private let client: LiveClient

  init() throws {
    daemon = try LoneDaemon()
    client = try LiveClient(daemon)
  }

  @Test
  func `come as they were given, and say where the deck goes on`() throws {
    let cards = #"{"id":"a","data":{ "k":1.0 },"allowed":["up"],"threshold":0.5},{"id":"b"},{"id":"c"}"#
    try client.ask("deck.load", #"{"cards":[\#(cards)],"current":1}"#)
    let page = try client.ask("deck.cards", #"{"count":2}"#)
    let given = #"{"id":"a","data":{ "k":1.0 },"allowed":["up"],"threshold":0.5},{"id":"b"}"#
    #expect(page.contains(#""result":{"cards":[\#(given)],"from":0,"count":3,"next":2,"seq":"#))
    let rest = try client.ask("deck.cards", #"{"from":2}"#)
    #expect(rest.contains(#"{"cards":[{"id":"c"}],"from":2,"count":3,"seq":"#))
    #expect(try client.ask("deck.cards", #"{"from":3}"#).contains(#"{"cards":[],"from":3,"count":3,"seq":"#))
    let refusal = Refusal(try client.ask("deck.cards", #"{"from":4}"#))
    #expect(refusal?.code == -32602 && refusal?.field == "params.from")
    #expect(refusal?.expected == "0 to 3, the number of cards")
    try SchemaValidator.expectValid(client.lines)
  }

  @Test
  func `come in as many answers as a large deck needs, none of them too long`() throws {
    let data = String(repeating: "x", count: 400)
    try client.ask("deck.load", #"{"cards":[]}"#)
    try client.insert(2000, "card ", data: data)
    var (next, pages, ids): (Int64?, Int, [String]) = (0, 0, [])
    while let from = next {
      let page = try client.ask("deck.cards", #"{"from":\#(from)}"#)
      #expect(page.utf8.count < 70_000)
      ids += page.split(separator: #"{"id":""#).dropFirst().compactMap {
        $0.split(separator: "\"").first.map(String.init)
      }
      next = page.number("next")
      pages += 1
    }
    #expect(ids == (0..<2000).map { "card \($0)" })
    #expect((12...20).contains(pages))
  }

  @Test
  func `are listed by deckctl, and taken back by it`() throws {
    try client.ask("deck.load", #"{"cards":[{"id":"a","data":{"k":"é"}},{"id":"b","threshold":0.25}]}"#)
    func control(_ arguments: String...) throws -> Outcome {
      try run("deckctl", arguments + ["--socket", daemon.socket])
    }
    #expect(try control("cards").lines == [#"0  a  front  {"k":"é"}"#, "1  b"])
    #expect(try control("cards", "--from", "1", "--count", "5").lines == ["1  b"])
    let json = try control("cards", "--json").lines
    #expect(json.last == #"{"id":"b","threshold":0.25}"#)
    let file = daemon.folder.appending(path: "cards.json")
    try Data("[\(json.joined(separator: ","))]".utf8).write(to: file)
    #expect(try control("load", file.path).status == 0)
    #expect(try control("cards", "--json").lines == json)
    #expect(try control("cards", "--from", "9").errors.contains("--from is 9"))
    #expect(try control("cards", "--count", "0").status == 64)
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(try control("cards").lines == [#"0  a  decided  {"k":"é"}"#, "1  b  front"])
  }
}
