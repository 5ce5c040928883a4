import DeckClient
import DeckProtocol
import Glibc
import JSON

// The Swift client under faults.py: reports on its output what it is delivered, and on request its models.
guard CommandLine.arguments.count == 2 else {
  print("usage: faults-client SOCKET")
  exit(64)
}

@Sendable
func report(_ line: String) {
  print(line)
  fflush(nil)
}

let client = DeckClient(socket: CommandLine.arguments[1])
let updates = client.updates()
// The main thread reads.
Task.detached {
  for await update in updates {
    switch update {
    case .event(let event): report("event \(event.sequence)")
    case .unknownEvent(let event): report("event \(event.sequence)")
    case .resync: report("resync")
    case .disconnected(let reason): report("disconnected: \(reason)")
    case .problem(let error): report("problem: \(error)")
    case .connected, .ready, .prefetch, .notification: break
    }
  }
}
while readLine() != nil {
  var json = JSONWriter()
  json.object { json in
    for (id, deck) in client.decks {
      json.key(id)
      deck.write(to: &json)
    }
  }
  report("model \(String(decoding: json.bytes, as: UTF8.self))")
}
