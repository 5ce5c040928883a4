/// Matches each point of a frame with a contact of the previous frame.
///
/// The pairs have the least sum of squared distances (Kuhn and Munkres' Hungarian method, with stars, primes
/// and covers). If several sums are equal, the order of the search decides; it is mtdev's.
struct ContactMatching {
  /// mtdev assumes that distances fit into 15 bits along each axis.
  private static let longestStep: Int64 = 32767

  private let rows: Int
  private let columns: Int
  private var costs: [Int64]
  private var stars: [Bool]
  private var primes: [Bool]
  private var coveredRows: [Bool]
  private var coveredColumns: [Bool]

  /// For each of `points` the index of one of `contacts`; `nil` for unmatched points.
  static func match(_ points: [DevicePoint], with contacts: [DevicePoint]) -> [Int?] {
    if points.isEmpty || contacts.isEmpty { return Array(repeating: nil, count: points.count) }
    var matching = ContactMatching(points, contacts)
    matching.solve()
    return points.indices.map(matching.starredColumn)
  }

  private init(_ points: [DevicePoint], _ contacts: [DevicePoint]) {
    rows = points.count
    columns = contacts.count
    costs = points.flatMap { point in contacts.map { Self.cost(point, $0) } }
    stars = Array(repeating: false, count: rows * columns)
    primes = stars
    coveredRows = Array(repeating: false, count: rows)
    coveredColumns = Array(repeating: false, count: columns)
  }

  private static func cost(_ point: DevicePoint, _ contact: DevicePoint) -> Int64 {
    let dx = min(abs(Int64(point.x) - Int64(contact.x)), longestStep)
    let dy = min(abs(Int64(point.y) - Int64(contact.y)), longestStep)
    return dx * dx + dy * dy
  }

  private mutating func solve() {
    reduce()
    starFirstZeros()
    while coveredColumns.count(where: \.self) < min(rows, columns) {
      if let (row, column) = primeUncoveredZero() {
        augment(from: row, column)
      } else {
        shiftCosts()
      }
    }
  }

  /// Subtracts the least cost from every line of the shorter side.
  private mutating func reduce() {
    let lines =
      rows <= columns
      ? (0..<rows).map { row in (0..<columns).map { self.index(row, $0) } }
      : (0..<columns).map { column in (0..<rows).map { self.index($0, column) } }
    for line in lines {
      let least = line.map { costs[$0] }.min() ?? 0
      for index in line { costs[index] -= least }
    }
  }

  /// Stars zeros that share no line, the shorter side first, and covers their columns.
  private mutating func starFirstZeros() {
    var starredRows = Array(repeating: false, count: rows)
    func star(_ row: Int, _ column: Int, in matching: inout ContactMatching) -> Bool {
      let index = matching.index(row, column)
      guard matching.costs[index] == 0, !matching.coveredColumns[column], !starredRows[row] else { return false }
      matching.stars[index] = true
      matching.coveredColumns[column] = true
      starredRows[row] = true
      return true
    }
    if rows <= columns {
      for row in 0..<rows { for column in 0..<columns where star(row, column, in: &self) { break } }
    } else {
      for column in 0..<columns { for row in 0..<rows where star(row, column, in: &self) { break } }
    }
  }

  /// Primes zeros outside the covers until one has no star in its row; `nil` when none is left.
  private mutating func primeUncoveredZero() -> (row: Int, column: Int)? {
    var isFound = true
    while isFound {
      isFound = false
      for column in 0..<columns where !coveredColumns[column] {
        guard let row = (0..<rows).first(where: { !coveredRows[$0] && costs[index($0, column)] == 0 }) else { continue }
        primes[index(row, column)] = true
        guard let starred = starredColumn(row) else { return (row, column) }
        coveredRows[row] = true
        coveredColumns[starred] = false
        isFound = true
      }
    }
    return nil
  }

  /// Adds one star: along an alternating path of primes and stars that begins at a prime, they are swapped.
  private mutating func augment(from row: Int, _ column: Int) {
    var path = [index(row, column)]
    var column = column
    while let starred = (0..<rows).first(where: { stars[index($0, column)] }),
      let primed = (0..<columns).first(where: { primes[index(starred, $0)] })
    {
      path += [index(starred, column), index(starred, primed)]
      column = primed
    }
    for index in path { stars[index].toggle() }
    primes = Array(repeating: false, count: rows * columns)
    coveredRows = Array(repeating: false, count: rows)
    for column in 0..<columns where (0..<rows).contains(where: { stars[index($0, column)] }) {
      coveredColumns[column] = true
    }
  }

  /// Creates an uncovered zero by subtracting the least uncovered cost.
  private mutating func shiftCosts() {
    var least = Int64.max
    for row in 0..<rows where !coveredRows[row] {
      for column in 0..<columns where !coveredColumns[column] { least = min(least, costs[index(row, column)]) }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        if coveredRows[row] { costs[index(row, column)] += least }
        if !coveredColumns[column] { costs[index(row, column)] -= least }
      }
    }
  }

  private func starredColumn(_ row: Int) -> Int? {
    (0..<columns).first { stars[index(row, $0)] }
  }

  private func index(_ row: Int, _ column: Int) -> Int {
    row * columns + column
  }
}
