import DeckDaemon
import Testing

@Suite
struct `The queue for turns` {
  /// Takes turns of the given lengths until each element has had `count`; returns their order.
  private static func order(_ lengths: [Character: Int64], turns count: Int) -> String {
    var queue = FairQueue<Character>()
    for name in lengths.keys.sorted() { queue.insert(name, after: 0) }
    var order = ""
    for _ in 0..<count {
      guard let (name, start) = queue.removeFirst() else { break }
      order.append(name)
      queue.insert(name, after: start + (lengths[name] ?? 0))
    }
    return order
  }

  @Test
  func `takes turns of equal length in the order of insertion`() {
    #expect(Self.order(["a": 5, "b": 5, "c": 5], turns: 9) == "abcabcabc")
    #expect(Self.order(["a": 0, "b": 0], turns: 6) == "ababab")
  }

  @Test
  func `gives each element the same time, not the same number of turns`() {
    let order = Self.order(["a": 1, "b": 10], turns: 110)
    #expect(abs(order.count { $0 == "a" } - 100) <= 1)
  }

  @Test
  func `takes next what has been away, and lets it save up nothing`() {
    var queue = FairQueue<Character>()
    queue.insert("a", after: 0)
    for turn in 1...10 {
      #expect(queue.removeFirst()?.start == Int64(turn - 1) * 100)
      queue.insert("a", after: Int64(turn) * 100)
    }
    queue.insert("b", after: 100)
    let turn = queue.removeFirst()
    #expect(turn?.element == "b" && turn?.start == 900)
    // Its next turn is after that of the one that has waited.
    queue.insert("b", after: 900 + 150)
    #expect(queue.removeFirst()?.element == "a")
  }

  @Test
  func `takes what has been away before those that have waited since the same turn`() {
    var queue = FairQueue<Character>()
    for name in "abc" { queue.insert(name, after: 500) }
    #expect(queue.removeFirst()?.element == "a")
    queue.insert("d", after: 200)
    queue.insert("e", after: 500)
    #expect((0..<4).map { _ in queue.removeFirst()?.element } == ["d", "b", "c", "e"])
  }

  @Test
  func `takes next what returns and has used little, also if others have used as much`() {
    var queue = FairQueue<Character>()
    for name in "abcd" { queue.insert(name, after: 0) }
    #expect(queue.removeFirst()?.element == "a")
    queue.insert("a", after: 30, grace: 200)
    let turn = queue.removeFirst()
    #expect(turn?.element == "a" && turn?.start == 30)
    // Until it has used that much more than they.
    queue.insert("a", after: 230, grace: 200)
    #expect((0..<4).map { _ in queue.removeFirst()?.element } == ["b", "c", "d", "a"])
  }

  @Test
  func `is empty at first, and when everything is removed`() {
    var queue = FairQueue<Int>()
    #expect(queue.isEmpty && queue.removeFirst() == nil)
    queue.insert(1, after: 3)
    #expect(!queue.isEmpty && queue.removeFirst()?.element == 1 && queue.isEmpty)
  }
}

@Suite
struct `The order of turns` {
  private enum Group {
    case few
    case many
  }

  @Test
  func `gives a group half of the time, however many the other has`() {
    var order = TurnOrder<Group, Int>()
    var ends: [Int: Int64] = [:]
    for number in 0..<100 { order.insert(number, in: number == 0 ? .few : .many, after: nil, turn: 500) }
    var turns: [Int] = []
    while turns.count < 400, let (number, start) = order.beginTurn() {
      turns.append(number)
      ends[number] = start + 500
      order.insert(number, in: number == 0 ? .few : .many, after: ends[number], turn: 500)
      order.endTurn(charging: 500)
    }
    #expect(abs(turns.count { $0 == 0 } - 200) <= 1)
    #expect((1..<100).allSatisfy { number in abs(turns.count { $0 == number } - 2) <= 1 })
  }

  @Test
  func `gives one group all the time while the other has nothing`() {
    var order = TurnOrder<Group, Int>()
    for number in 1...3 { order.insert(number, in: .many, after: nil, turn: 500) }
    #expect(order.beginTurn()?.element == 1)
    // A turn that nobody ends counts for nothing.
    #expect(order.beginTurn()?.element == 2)
    order.endTurn(charging: 500)
    order.insert(0, in: .few, after: nil, turn: 500)
    #expect(order.beginTurn()?.element == 0)
    order.endTurn(charging: 500)
    #expect(!order.isEmpty && order.beginTurn()?.element == 3)
    #expect(order.isEmpty && order.beginTurn() == nil)
  }
  @Test
  func `loses the elements that are removed, and no group that has others`() {
    var order = TurnOrder<Group, Int>()
    for number in 0..<6 { order.insert(number, in: number == 0 ? .few : .many, after: nil, turn: 500) }
    #expect(order.beginTurn()?.element == 0)
    order.removeAll { $0 % 2 == 1 }
    order.insert(7, in: .few, after: nil, turn: 500)
    order.removeAll { $0 == 7 }
    order.endTurn(charging: 500)
    #expect(order.count == 2)
    order.insert(9, in: .few, after: nil, turn: 500)
    var turns: [Int] = []
    while let (number, _) = order.beginTurn() {
      turns.append(number)
      order.endTurn(charging: 500)
    }
    #expect(turns.sorted() == [2, 4, 9] && turns.first != 4 && order.isEmpty)
  }
}
