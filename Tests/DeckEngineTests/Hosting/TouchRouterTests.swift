import DeckEngine
import Gestures
import Kinetics
import Testing

@Suite
struct `The router of touches` {
  private func contact(_ id: Int, _ phase: Contact.Phase, _ x: Double = 0) -> Contact {
    Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: 0))
  }

  /// A router whose frame was claimed for a deck that holds the contacts 1, at 10, and 2, at 20.
  private func router(_ contacts: Contact...) -> TouchRouter {
    var router = TouchRouter()
    router.begin(TouchFrame(time: .zero, contacts: contacts))
    _ = router.claim([contact(1, .down, 10), contact(2, .down, 20)])
    return router
  }

  @Test
  func `leaves contacts to other decks that a deck does not hold`() {
    let router = router(contact(3, .moved, 5), contact(1, .moved, 11), contact(4, .down, 6))
    #expect(router.changes == [contact(1, .moved, 11)])
    #expect(router.unclaimed == [contact(3, .moved, 5), contact(4, .down, 6)])
    #expect(router.held.map(\.position.x) == [11, 20])
  }

  @Test
  func `claims nothing from a frame about other contacts`() {
    var router = TouchRouter()
    router.begin(TouchFrame(time: .zero, contacts: [contact(3, .moved, 5), contact(1, .stationary)]))
    let claims = [router.claim([contact(1, .down, 10)]), router.claim([contact(3, .down, 4)])]
    #expect(claims == [false, true])
    #expect(router.unclaimed.isEmpty)
  }

  @Test
  func `reports the last move of a finger that is lifted elsewhere`() {
    #expect(router(contact(1, .up, 15)).changes == [contact(1, .moved, 15), contact(1, .up, 15)])
    let still = router(contact(1, .up, 10))
    #expect(still.changes == [contact(1, .up, 10)])
    #expect(still.held.map(\.id) == [ContactID(2)])
  }

  @Test
  func `keeps a contact without a position where it was`() {
    let router = router(contact(1, .moved, .nan), contact(2, .up, .nan))
    #expect(router.changes == [contact(1, .moved, 10), contact(2, .up, 20)])
  }

  @Test
  func `cancels a contact where it was`() {
    let router = router(contact(1, .cancelled, 99))
    #expect(router.changes == [contact(1, .cancelled, 10)])
    #expect(router.unclaimed.isEmpty)
  }

  @Test
  func `cancels a contact whose up was never reported, and offers it to the decks again`() {
    let router = router(contact(1, .down, 50))
    #expect(router.changes == [contact(1, .cancelled, 10)])
    #expect(router.unclaimed == [contact(1, .down, 50)])
    #expect(router.held.map(\.id) == [ContactID(2)])
  }

  @Test
  func `keeps nothing from one frame to the next`() {
    var router = router(contact(1, .moved, 11), contact(3, .down))
    router.end()
    #expect(router.unclaimed.isEmpty && router.changes.isEmpty && router.held.isEmpty)
  }
}
