/// Many spring motions evaluated together at one instant (M6), as a structure of arrays in blocks of eight.
///
/// Every value equals that of `SpringMotion.state(at:)` to 1e-12 of the motion's scale, including motions that wait,
/// rest or blend.
///
/// It is for dozens of properties that all need the same frame, as in a fanned stack or a grid. Eight springs with the
/// same constants side by side share one exponential and one pair of sine and cosine, even if they start one after
/// another, and cost a few multiplications each: some fifteen times less than one by one. Springs that differ have
/// these computed eight at a time, which halves their cost. For a few properties, or for properties evaluated at
/// different instants, `SpringMotion` is as fast and simpler. `make bench` has the figures.
public struct SpringBatch: Sendable {
  private var blocks: [SpringBlock] = []
  /// Motions in a blend, by index: each of their pieces has constants of its own, so they are evaluated one by one.
  private var blends: [Int: SpringMotion] = [:]
  /// The origin of the blocks' microseconds: the first motion's start, so that they stay exact in a Double.
  private var origin = Instant(microseconds: 0)

  /// How many motions there are.
  public private(set) var count = 0

  /// A batch without motions.
  public init() {}

  /// A batch of `motions`, with the same indexes.
  public init(_ motions: some Sequence<SpringMotion>) {
    for motion in motions { append(motion) }
  }

  /// Adds `motion` at index `count`.
  ///
  /// Motions of equal springs are fastest side by side, in groups of eight that begin at a multiple of eight.
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

  /// Replaces the motion at index `place` by `motion`, as a retarget requires.
  public mutating func replace(at place: Int, with motion: SpringMotion) {
    precondition((0..<count).contains(place), "there is no motion at place \(place)")
    let (block, lane) = (place / SpringBlock.width, place % SpringBlock.width)
    blocks[block].set(lane, to: motion, origin: origin)
    blends[place] = motion.isBlending ? motion : nil
  }

  /// Removes every motion, and keeps the capacity.
  public mutating func removeAll() {
    blocks.removeAll(keepingCapacity: true)
    blends.removeAll()
    count = 0
  }

  /// Computes every motion's position and velocity at `instant`, which the subscript then returns.
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

  /// Position and velocity of the motion at index `place` at the last evaluation; zero before the first.
  public subscript(_ place: Int) -> MotionState {
    precondition((0..<count).contains(place), "there is no motion at place \(place)")
    return blocks[place / SpringBlock.width].state(of: place % SpringBlock.width)
  }
}
