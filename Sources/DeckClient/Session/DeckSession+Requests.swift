import DeckProtocol
import JSON

/// What a session sends.
extension DeckSession {
  /// Subscribes, from the last received event on where there is one, and registers the delegates.
  mutating func subscribe() {
    phase = .subscribing
    request("subscribe", .subscription) { [options, journal, last] json in
      json.member("deck", options.deck)
      json.key("topics")
      json.array(options.topics) { $0.value($1.rawValue) }
      if let journal {
        json.member("since", last)
        json.member("journal", journal)
      }
    }
    for deck in options.delegates.keys.sorted() { registerDelegate(of: deck) }
  }

  /// Registers the delegate of a deck, if the author gave one.
  mutating func registerDelegate(of deck: String) {
    guard let questions = options.delegates[deck] else { return }
    request("delegate.register", .courtesy) { json in
      json.member("deck", deck)
      DeckCommand.consult(questions).writeParameters(to: &json)
    }
  }

  /// Requests cards of a deck, for the follower with this number.
  mutating func fetch(_ selection: ClientRequest.CardSelection, of deck: String, for follower: Int) {
    request("deck.cards", .cards(deck: deck, follower: follower)) { json in
      json.member("deck", deck)
      switch selection {
      case .page(let from, let count):
        json.member("from", from)
        if let count { json.member("count", count) }
      case .ids(let ids):
        json.key("ids")
        json.array(ids) { $0.value($1) }
      }
    }
  }

  /// Makes the next of the requests that the author's with this id stands for; the first has the same id.
  mutating func make(_ parts: RequestParts, for id: Int, as number: Int) {
    var parts = parts
    guard let part = parts.next() else { return }
    requests.add(number, .author(id, rest: parts))
    send { json in
      json.member("id", number)
      json.member("method", part.method)
      json.key("params")
      json.raw(part.parameters[...])
    }
  }

  /// Adds a request to the effects.
  mutating func request(
    _ method: String,
    _ purpose: PendingRequests.Purpose,
    _ parameters: (inout JSONWriter) -> Void
  ) {
    let id = requests.reserve()
    requests.add(id, purpose)
    send { json in
      json.member("id", id)
      json.member("method", method)
      json.member("params", parameters)
    }
  }

  /// Adds a request that is not to be answered to the effects.
  mutating func notify(_ method: String, _ parameters: (inout JSONWriter) -> Void) {
    send { json in
      json.member("method", method)
      json.member("params", parameters)
    }
  }

  /// Adds the response to a request of the daemon to the effects.
  mutating func respond(to id: [UInt8], _ result: (inout JSONWriter) -> Void) {
    send { json in
      json.key("id")
      json.raw(id[...])
      json.key("result")
      result(&json)
    }
  }

  /// Adds a message with `members` to the effects.
  private mutating func send(_ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object { json in
      json.member("jsonrpc", "2.0")
      members(&json)
    }
    json.newline()
    effects.append(.send(json.bytes))
  }
}
