/// Many spring motions evaluated together at one instant (SPEC.md M6), as structure of arrays in blocks of eight.
///
/// Every value is that of `SpringMotion.state(at:)` to 1e-12 of the motion's scale, waiting, resting and blends included.
///
/// What it is for: dozens of properties that all need the same frame, as in a fanned stack or a grid. Eight springs
/// of the same constants side by side share one exponential and one pair of sine and cosine, also when they set off
/// one after the other, and cost a few multiplications each: some fifteen times less than one by one. Springs that
/// differ have these worked out eight at a time, which halves their cost. Where only a few properties move, or each is
/// asked for at another instant, `SpringMotion` is as fast and simpler. `make bench` has the figures.
public struct SpringBatch: Sendable {
  private var blocks: [SpringBlock] = []
  /// Motions in a blend, by their place: each of their pieces has constants of its own, so they go the scalar way.
  private var blends: [Int: SpringMotion] = [:]
  /// From where blocks count microseconds: the first motion's start, which keeps them exact in a Double.
  private var origin = Instant(microseconds: 0)

  /// How many motions there are.
  public private(set) var count = 0

  /// A batch without motions.
  public init() {}

  /// A batch of `motions`, at the places that they have there.
  public init(_ motions: some Sequence<SpringMotion>) {
    for motion in motions { append(motion) }
  }

  /// Adds `motion` at the place `count`.
  ///
  /// Motions of equal springs are the fastest side by side, eight from a multiple of eight on.
  public mutating func append(_ motion: SpringMotion) {
    if count == 0 { origin = motion.start }
    if count % SpringBlock.width == 0 {
      blocks.append(SpringBlock(motion, origin: origin, after: blocks.last))
    } else {
      blocks[count / SpringBlock.width].set(count % SpringBlock.width, to: motion, origin: origin)
    }
    if motion.isBlending { blends[count] = motion }
    count += 1
  }

  /// Puts `motion` at `place`, where one is: what a retarget needs.
  public mutating func replace(at place: Int, with motion: SpringMotion) {
    precondition((0..<count).contains(place), "there is no motion at place \(place)")
    let (block, lane) = (place / SpringBlock.width, place % SpringBlock.width)
    blocks[block].set(lane, to: motion, origin: origin)
    blends[place] = motion.isBlending ? motion : nil
  }

  /// Takes out every motion, and keeps the room.
  public mutating func removeAll() {
    blocks.removeAll(keepingCapacity: true)
    blends.removeAll()
    count = 0
  }

  /// Works out every motion's position and velocity at `instant`, which the subscript then has.
  ///
  /// It allocates nothing.
  public mutating func evaluate(at instant: Instant) {
    let time = Double(instant.microseconds - origin.microseconds)
    var shared = SpringBlock.Shared()
    for index in blocks.indices { blocks[index].evaluate(at: time, sharing: &shared) }
    guard !blends.isEmpty else { return }
    for (place, motion) in blends {
      let state = motion.state(at: instant)
      blocks[place / SpringBlock.width].put(state, in: place % SpringBlock.width)
    }
  }

  /// Position and velocity of the motion at `place` when last evaluated; zero before.
  public subscript(_ place: Int) -> MotionState {
    precondition((0..<count).contains(place), "there is no motion at place \(place)")
    return blocks[place / SpringBlock.width].state(of: place % SpringBlock.width)
  }
}
