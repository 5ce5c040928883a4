import Gestures
import Kinetics
import Testing

private func contact(_ id: Int, _ phase: Contact.Phase, _ x: Double, _ y: Double) -> Contact {
  Contact(id: ContactID(id), phase: phase, position: Point(x: x, y: y))
}

private func frame(_ contacts: Contact...) -> TouchFrame {
  TouchFrame(time: Instant(microseconds: 0), contacts: contacts)
}

@Suite
struct `A filter of palms and noise` {
  private let surface = Size(width: 400, height: 800)

  @Test(arguments: [(5.0, 400.0), (200, 9.9), (391, 400), (200, 795)])
  func `ignores a contact that starts in the edge margin until it has ended`(x: Double, y: Double) {
    var filter = TouchFilter(surface: surface, edgeMargin: 10)
    #expect(filter.filter(frame(contact(0, .down, x, y))).contacts.isEmpty)
    #expect(filter.filter(frame(contact(0, .moved, 200, 400))).contacts.isEmpty)
    #expect(filter.filter(frame(contact(0, .up, 200, 400))).contacts.isEmpty)
    let next = frame(contact(0, .down, 200, 400))
    #expect(filter.filter(next) == next)
    let outside = frame(contact(0, .moved, x, y))
    #expect(filter.filter(outside) == outside)
  }

  @Test
  func `has no margin unless it is given one`() {
    var filter = TouchFilter(surface: surface)
    let corner = frame(contact(0, .down, 0, 0))
    #expect(filter.filter(corner) == corner)
  }

  @Test
  func `ignores the contacts that are too many, and lets earlier ones go on`() {
    var filter = TouchFilter(surface: surface, maximumContacts: 2)
    let first = frame(contact(0, .down, 100, 100))
    #expect(filter.filter(first) == first)
    let hand = frame(contact(0, .stationary, 100, 100), contact(1, .down, 1, 1), contact(2, .down, 2, 2))
    #expect(filter.filter(hand).contacts.map(\.id) == [ContactID(0)])
    let moved = frame(contact(0, .moved, 110, 100), contact(1, .moved, 1, 2), contact(2, .up, 2, 2))
    #expect(filter.filter(moved).contacts == [contact(0, .moved, 110, 100)])
    let later = frame(contact(0, .up, 110, 100), contact(1, .stationary, 1, 2), contact(3, .down, 3, 3))
    #expect(filter.filter(later).contacts.map(\.id) == [ContactID(0), ContactID(3)])
  }

  @Test
  func `ignores what has no position or comes and goes within a frame`() {
    var filter = TouchFilter(surface: surface, ignoresGhosts: true)
    for place in [Double.nan, .infinity, -.infinity, 1e7] {
      let nowhere = contact(0, .down, place, 10)
      #expect(filter.rejection(of: nowhere, in: frame(nowhere)) == .noPosition)
    }
    let (down, up) = (contact(0, .down, 10, 10), contact(0, .up, 10, 10))
    #expect(filter.rejection(of: down, in: frame(down, up)) == .ghost)
    #expect(filter.rejection(of: down, in: frame(up, down)) == nil)
    filter.ignoresGhosts = false
    #expect(filter.rejection(of: down, in: frame(down, up)) == nil)
  }
}
