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
    case .swipeclean: DeckSettings(SwipeSettings())
    case .koloda: .koloda
    case .kolodaStretched: .kolodaStretched
    case .wallet: .wallet
    case .fan: DeckSettings(StackSettings())
    case .carousel: DeckSettings(CarouselSettings())
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
    var own = SwipeSettings()
    own.reference = .card
    // Of a card 480 pt high, the scale takes 12 pt off the lower edge: 12 pt of each card show below the one before.
    own.depthOffset = .points(24)
    own.dragVertical = 1
    own.dragAnchor = .grab
    own.rotationMaximum = 18
    own.rotationSpan = 1
    own.rotationByHalf = true
    own.deadZone = .points(0)
    own.progressSpan = 0.3333
    own.commitBeyond = false
    own.commitFling = true
    own.commitFlingSpeed = 300
    own.commitFlingDistance = .points(20)
    own.commitAngle = 50
    own.commitBack = 150
    own.commitReach = .millimetres(25)
    own.decisions = DirectionTable("")
    own.flyCarriesVelocity = true
    own.snapSpring = .response(0.4, dampingFraction: 0.8)
    own.behindFollows = true
    own.behindSprings = true
    own.promoteDelay = 0
    own.promoteSprings = true
    own.promoteSpring = .response(0.4, dampingFraction: 1)
    own.roundEnabled = false
    own.swipeHaptics = DirectionTable(.none)
    return DeckSettings(own)
  }()

  /// The settings of the preset `koloda`.
  fileprivate static let koloda: DeckSettings = {
    var own = SwipeSettings()
    own.layout = .stacked
    own.reference = .card
    own.depthOpacity = 0.7
    own.dragVertical = 1
    own.dragAnchor = .grab
    own.dragShrink = 0.2
    own.rotationMaximum = 18
    own.rotationSpan = 1
    own.rotationByHalf = true
    own.deadZone = .points(0)
    own.progressSpan = 0.5
    own.commitBeyond = false
    own.decisions = DirectionTable("")
    own.flyDuration = 0.8
    own.flyCurve = .default
    own.flyDistance = 1
    own.flySurface = 1
    own.flyStraightens = true
    own.flyDrop = 0.5
    own.flyKeepsRotation = true
    own.flyRotation = DirectionTable(0.0)
      .with(-45, .left).with(45, .right).with(-90, .down)
      .with(-22.5, .topLeft).with(22.5, .topRight).with(-67.5, .bottomLeft).with(67.5, .bottomRight)
    own.snapSpring = .bounciness(10, speed: 20)
    own.snapDuration = 0.2
    own.behindFollows = true
    own.promoteDelay = 0
    own.promoteCurve = .default
    own.promoteIncomingLast = true
    own.roundEnabled = false
    own.swipeHaptics = DirectionTable(.none)
    var settings = DeckSettings(own)
    settings.appears = true
    return settings
  }()

  /// The settings of the preset `koloda-stretched`.
  fileprivate static let kolodaStretched: DeckSettings = {
    var settings = koloda
    settings.swipe?.visible = 2
    settings.swipe?.layout = .stretched
    settings.swipe?.depthOpacity = 0.1
    settings.swipe?.behindFollows = false
    settings.swipe?.promoteSprings = true
    return settings
  }()

  /// The settings of the preset `wallet`.
  fileprivate static let wallet: DeckSettings = {
    var own = StackSettings()
    own.order = .upwards
    own.top = .points(20)
    own.inset = .points(35)
    own.aspect = 1.586
    own.step = .points(50)
    own.opening = .slide
    own.detailGap = .points(10)
    own.pressDuration = 0.05
    own.pressScrollingDuration = 0.25
    own.pressSlop = .points(10)
    own.pressLift = .points(20)
    own.pressScale = 1
    own.scrollDistance = .points(10)
    own.scrollAlong = false
    own.tapDuration = 0.25
    own.tapSuppression = 0
    own.sideStep = .points(20)
    own.reorder = .atRelease
    own.dropSpring = .response(0.55, dampingFraction: 0.825)
    own.dismissByDrag = false
    own.detailAxis = .horizontal
    var settings = DeckSettings(own)
    settings.appears = true
    return settings
  }()
}
