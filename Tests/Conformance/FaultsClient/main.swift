import DeckClient
import DeckProtocol
import Glibc
import JSON

// The Swift client under faults.py: reports on its output what it is delivered, and on request its models.
guard CommandLine.arguments.count == 3 else {
  print("usage: faults-client SOCKET DECK")
  exit(64)
}
var options = DeckSession.Options()
options.deck = CommandLine.arguments[2]
let client = DeckClient(socket: CommandLine.arguments[1], options: options)
let queue = client.updateQueue()

func reportUpdates() {
  for update in queue.takeAll() {
    switch update {
    case .event(let event): print("event \(event.sequence)")
    case .unknownEvent(let event): print("event \(event.sequence)")
    case .resync: print("resync")
    case .disconnected(let reason): print("disconnected: \(reason)")
    case .problem(let error): print("problem: \(error)")
    case .connected, .ready, .prefetch, .notification: break
    }
  }
  fflush(nil)
}

while true {
  var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  let hasLine = poll(&input, 1, 5) > 0
  if hasLine, readLine() == nil { break }
  // Before the updates: every event that the models include is reported before them.
  let decks = client.decks
  reportUpdates()
  guard hasLine else { continue }
  var json = JSONWriter()
  json.object { json in
    for (id, deck) in decks {
      json.key(id)
      deck.write(to: &json)
    }
  }
  print("model \(String(decoding: json.bytes, as: UTF8.self))")
  fflush(nil)
}
