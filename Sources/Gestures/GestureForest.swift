/// The gestures of an arena as nodes that refer to each other by index; immutable.
///
/// Leaves are numbered in the order in which they are written, which is the order in which they see touches.
struct GestureForest: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case leaf(Int)
    case exclusive(Int, before: Int)
    case sequence(Int, before: Int)
    case simultaneous(Int, with: Int)
  }

  struct Node: Equatable, Sendable {
    var content: Content
    var parent: Int?
    /// Every leaf within the node.
    var leaves: Range<Int>
    /// The nodes whose failure this one waits for.
    var awaited: [Int] = []
  }

  /// A leaf with the name that its reports have.
  struct Leaf: Equatable, Sendable {
    var node: Int
    var recognizer: LeafRecognizer
    /// Its own name, else that of the nearest gesture around it that has one.
    var name: String?
  }

  private(set) var nodes: [Node] = []
  private(set) var leaves: [Leaf] = []
  /// The alternatives, in order.
  private(set) var roots: [Int] = []
  /// Whether the forest has only alternatives that are leaves and wait for no other gesture.
  let isPlain: Bool

  init(_ alternatives: [GestureTree]) {
    isPlain = alternatives.allSatisfy { $0.isLeaf && $0.awaited.isEmpty }
    var names: [String: [Int]] = [:]
    var requirements: [(node: Int, name: String)] = []
    for tree in alternatives {
      roots.append(add(tree, parent: nil, name: nil, &names, &requirements))
    }
    for (node, name) in requirements {
      let within = nodes[node].leaves
      nodes[node].awaited += (names[name] ?? []).filter { !nodes[$0].leaves.overlaps(within) }
    }
  }

  private mutating func add(
    _ tree: GestureTree,
    parent: Int?,
    name: String?,
    _ names: inout [String: [Int]],
    _ requirements: inout [(node: Int, name: String)]
  ) -> Int {
    let index = nodes.count
    let first = leaves.count
    let label = tree.name ?? name
    nodes.append(Node(content: .leaf(first), parent: parent, leaves: first..<first))
    if let name = tree.name { names[name, default: []].append(index) }
    requirements += tree.awaited.map { (index, $0) }
    func add(_ part: GestureTree) -> Int {
      self.add(part, parent: index, name: label, &names, &requirements)
    }
    func append(_ recognizer: some ArenaRecognizer) {
      leaves.append(Leaf(node: index, recognizer: LeafRecognizer(recognizer), name: label))
    }
    switch tree.content {
    case .tap(let tap): append(TapRecognizer(tap))
    case .longPress(let press): append(LongPressRecognizer(press))
    case .drag(let drag): append(DragRecognizer(drag))
    case .fling(let fling): append(FlingRecognizer(fling))
    case .pinch(let pinch): append(PinchRecognizer(pinch))
    case .exclusive(let one, let other):
      let (one, other) = (add(one), add(other))
      nodes[index].content = .exclusive(one, before: other)
    case .sequence(let one, let other):
      let (one, other) = (add(one), add(other))
      nodes[index].content = .sequence(one, before: other)
    case .simultaneous(let one, let other):
      let (one, other) = (add(one), add(other))
      nodes[index].content = .simultaneous(one, with: other)
    }
    nodes[index].leaves = first..<leaves.count
    return index
  }
}

extension GestureTree {
  fileprivate var isLeaf: Bool {
    switch content {
    case .tap, .longPress, .drag, .fling, .pinch: true
    case .exclusive, .sequence, .simultaneous: false
    }
  }
}
