import DeckProtocol

/// A named set of defaults.
package enum Preset: String, CaseIterable, Hashable, Sendable {
  case natural
  case swipeclean
  case koloda
  case kolodaStretched = "koloda-stretched"
  case wallet
  case fan
  case carousel

  /// The preset of a deck that names none.
  package static let usual = Preset.natural

  /// The settings that a deck of this preset starts from.
  package var settings: DeckSettings {
    switch self {
    case .natural: .natural
    case .swipeclean: DeckSettings()
    case .koloda: .koloda
    case .kolodaStretched: .kolodaStretched
    case .wallet: .wallet
    case .fan, .carousel: DeckSettings()
    }
  }

  /// The kind of deck that the preset describes.
  package var kind: DeckKind {
    switch self {
    case .natural, .swipeclean, .koloda, .kolodaStretched: .swipe
    case .wallet, .fan: .stack
    case .carousel: .carousel
    }
  }
}

extension DeckSettings {
  /// The settings of the preset `natural`: a card continues as the finger moved (S24).
  fileprivate static let natural: DeckSettings = {
    var settings = DeckSettings()
    settings.reference = .card
    // Of a card 480 pt high, the scale takes 12 pt off the lower edge: 12 pt of each card show below the one before.
    settings.depthOffset = .points(24)
    settings.dragVertical = 1
    settings.dragAnchor = .grab
    settings.rotationMaximum = 18
    settings.rotationSpan = 1
    settings.rotationByHalf = true
    settings.deadZone = .points(0)
    settings.progressSpan = 0.3333
    settings.commitBeyond = false
    settings.commitFling = true
    settings.commitFlingSpeed = 300
    settings.commitFlingDistance = .points(20)
    settings.commitAngle = 50
    settings.commitBack = 150
    settings.commitReach = .millimetres(25)
    settings.decisions = DirectionTable("")
    settings.flyCarriesVelocity = true
    settings.snapSpring = .response(0.4, dampingFraction: 0.8)
    settings.behindFollows = true
    settings.behindSprings = true
    settings.promoteDelay = 0
    settings.promoteSprings = true
    settings.promoteSpring = .response(0.4, dampingFraction: 1)
    settings.roundEnabled = false
    settings.swipeHaptics = DirectionTable(.none)
    return settings
  }()

  /// The settings of the preset `koloda`.
  fileprivate static let koloda: DeckSettings = {
    var settings = DeckSettings()
    settings.layout = .stacked
    settings.reference = .card
    settings.depthOpacity = 0.7
    settings.dragVertical = 1
    settings.dragAnchor = .grab
    settings.dragShrink = 0.2
    settings.rotationMaximum = 18
    settings.rotationSpan = 1
    settings.rotationByHalf = true
    settings.deadZone = .points(0)
    settings.progressSpan = 0.5
    settings.commitBeyond = false
    settings.decisions = DirectionTable("")
    settings.flyDuration = 0.8
    settings.flyCurve = .default
    settings.flyDistance = 1
    settings.flySurface = 1
    settings.flyStraightens = true
    settings.flyDrop = 0.5
    settings.flyKeepsRotation = true
    settings.flyRotation = DirectionTable(0.0)
      .with(-45, .left).with(45, .right).with(-90, .down)
      .with(-22.5, .topLeft).with(22.5, .topRight).with(-67.5, .bottomLeft).with(67.5, .bottomRight)
    settings.snapSpring = .bounciness(10, speed: 20)
    settings.snapDuration = 0.2
    settings.behindFollows = true
    settings.promoteDelay = 0
    settings.promoteCurve = .default
    settings.promoteIncomingLast = true
    settings.appears = true
    settings.roundEnabled = false
    settings.swipeHaptics = DirectionTable(.none)
    return settings
  }()

  /// The settings of the preset `koloda-stretched`.
  fileprivate static let kolodaStretched: DeckSettings = {
    var settings = koloda
    settings.visible = 2
    settings.layout = .stretched
    settings.depthOpacity = 0.1
    settings.behindFollows = false
    settings.promoteSprings = true
    return settings
  }()

  /// The settings of the preset `wallet`.
  fileprivate static let wallet: DeckSettings = {
    var settings = DeckSettings()
    settings.appears = true
    settings.stack.order = .upwards
    settings.stack.top = .points(20)
    settings.stack.inset = .points(35)
    settings.stack.aspect = 1.586
    settings.stack.step = .points(50)
    settings.stack.opening = .slide
    settings.stack.detailGap = .points(10)
    settings.stack.pressDuration = 0.05
    settings.stack.pressScrollingDuration = 0.25
    settings.stack.pressSlop = .points(10)
    settings.stack.pressLift = .points(20)
    settings.stack.pressScale = 1
    settings.stack.scrollDistance = .points(10)
    settings.stack.scrollAlong = false
    settings.stack.tapDuration = 0.25
    settings.stack.tapSuppression = 0
    settings.stack.sideStep = .points(20)
    settings.stack.reorder = .atRelease
    settings.stack.dropSpring = .response(0.55, dampingFraction: 0.825)
    settings.stack.dismissByDrag = false
    settings.stack.detailAxis = .horizontal
    return settings
  }()
}
