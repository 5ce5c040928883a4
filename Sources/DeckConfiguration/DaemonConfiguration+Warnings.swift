import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

extension DaemonConfiguration {
  /// Valid but probably unintended configuration, one sentence each, for `deckd --check-config` and the log.
  package var warnings: [String] { overlaps + unreachablePanels + unreachableGestures + decks.flatMap(strayDecisions) }

  /// Decks that overlap others, one sentence for each.
  private var overlaps: [String] {
    // A deck has hundreds of settings: to compare the areas alone keeps thousands of decks from taking minutes.
    var earlier: [String: [(index: Int, area: Rectangle)]] = [:]
    let sizes = Dictionary(surfaces.map { ($0.name, $0.size) }) { first, _ in first }
    return decks.enumerated().compactMap { index, above in
      let area = above.area(on: (sizes[above.surface] ?? nil) ?? SurfaceSizing.withoutPanel)
      var covered = 0
      var last: Int?
      for other in earlier[above.surface, default: []] where overlap(area, other.area) {
        covered += 1
        last = other.index
      }
      earlier[above.surface, default: []].append((index, area))
      guard let below = last.map({ decks[$0] }) else { return nil }
      let others = covered > 1 ? " and \(covered - 1) more" : ""
      return """
        the decks \(SettingText.quoted(below.id))\(others) and \(SettingText.quoted(above.id)) overlap on surface \
        \(SettingText.quoted(above.surface)): where both have a card, a touch is for \(SettingText.quoted(above.id)); \
        give them areas side by side
        """
    }
  }

  /// Whether two areas of a surface overlap.
  private func overlap(_ one: Rectangle, _ other: Rectangle) -> Bool {
    let width =
      min(one.origin.x + one.size.width, other.origin.x + other.size.width) - max(one.origin.x, other.origin.x)
    let height =
      min(one.origin.y + one.size.height, other.origin.y + other.size.height) - max(one.origin.y, other.origin.y)
    return width > 0 && height > 0
  }

  /// Panel sections that can never match, because earlier sections match all of their panels.
  private var unreachablePanels: [String] {
    panels.indices.compactMap { index in
      guard let first = panels[..<index].firstIndex(where: { $0.match.covers(panels[index].match) }) else { return nil }
      return "panels[\(index)] is never used: panels[\(first)] matches every panel that it does; put it before that one"
    }
  }

  /// Decisions of a deck for directions that none of its cards can be swiped in.
  ///
  /// Those of the preset are not the file's mistake.
  private func strayDecisions(_ deck: DeckDefinition) -> [String] {
    guard let own = deck.settings.swipe else { return [] }
    return Direction.allCases.compactMap { direction in
      let decision = own.decisions[direction]
      guard !decision.isEmpty, decision != deck.preset.settings.swipe?.decisions[direction],
        // The cards last: there may be 100,000.
        !own.commitAllowed.contains(direction),
        !deck.cards.contains(where: { $0.allowed?.contains(direction) ?? false })
      else { return nil }
      return """
        deck \(SettingText.quoted(deck.id)): no card can be swiped \(direction.rawValue), for which decision.\
        \(direction.rawValue) is \(SettingText.quoted(decision)); add \(direction.rawValue) to commit.allowed
        """
    }
  }
}

extension PanelMatch {
  /// Whether this matches every panel that `other` matches.
  fileprivate func covers(_ other: PanelMatch) -> Bool {
    covers(name, other.name) && covers(path, other.path)
      && (id == nil || id == other.id)
      && properties.allSatisfy { other.properties[$0.key] == $0.value }
  }

  /// Whether `glob` covers another; an asterisk in the other is covered only by one in this.
  private func covers(_ glob: Glob?, _ other: Glob?) -> Bool {
    guard let glob else { return true }
    return other.map { glob.matches($0.pattern) } ?? glob.pattern.allSatisfy { $0 == "*" }
  }
}
