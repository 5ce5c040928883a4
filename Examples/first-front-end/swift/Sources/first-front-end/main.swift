import DeckClient
import DeckProtocol

let client = DeckClient()
for await update in client.updates() {
  switch update {
  case .ready(let deck):
    print("\(deck) shows \(client[deck]?.front?.id ?? "no card")")
    draw(deck)
  case .event(let event):
    print("\(event.deck): \(event.type.rawValue)")
    while client.isMoving(event.deck) {
      draw(event.deck)
      try await Task.sleep(for: .milliseconds(100))
    }
    draw(event.deck)
  case .disconnected(let reason): print(reason)
  default: break
  }
}

func draw(_ deck: String) {
  let cards = client.places(of: deck).cards
  print(cards.map { "\($0.id) at \(Int($0.x)), \(Int($0.y)), turned by \(Int($0.rotation))°" }.joined(separator: "; "))
}
