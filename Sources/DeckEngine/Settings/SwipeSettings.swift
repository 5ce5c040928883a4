import DeckProtocol
package import Gestures
import Kinetics

/// Everything that can be tuned only in a swipe deck; the defaults are those of the preset `swipeclean`.
package struct SwipeSettings: KindSettings {
  package static let kind = DeckKind.swipe
  package static var path: any WritableKeyPath<DeckSettings, SwipeSettings?> & Sendable { \.swipe }

  // Layout (S1, S2, S23)
  package var visible = 3
  package var layout = LayoutKind.fitted
  package var layoutEdge = LayoutEdge.bottom
  package var reference = SizeReference.deck
  package var cardAspect = 0.75
  package var cardPadding = Length.points(20)
  package var depthScale = 0.05
  package var depthOffset = Length.points(4)
  package var depthOpacity = 1.0
  package var stretchedInset = Length.points(10)
  package var stretchedTop = Length.points(20)
  package var stretchedHeight = 1.25
  package var stretchedBackX = -0.25
  package var stretchedBackWidth = 1.5

  // Touch (G7)
  package var ownership = ContactOwnership.first

  // Drag (S3–S5)
  package var dragVertical = 0.3
  package var dragAnchor = DragAnchor.center
  package var dragShrink = 0.0
  package var rotationMaximum = 15.0
  package var rotationSpan = 0.5
  package var rotationByHalf = false

  // Directions, progress and commit (S6–S9)
  package var deadZone = Length.points(20)
  package var progressSpan = 0.3
  package var commitAllowed: DirectionList = [.left, .right]
  package var commitThreshold = 1.0
  package var commitBeyond = true
  package var commitFling = false
  package var commitSpan = KineticsDefaults.predictionSpan
  package var commitFlingSpeed = 0.0
  package var commitFlingDistance = Length.points(0)
  package var commitAngle = 90.0
  package var commitBack = 0.0
  package var commitReach = Length.points(0)
  package var decisions = DirectionTable("").with("keep", .right).with("delete", .left)

  // Fly-away (S10)
  package var flyCarriesVelocity = false
  package var flyLongest = 0.35
  package var flyDuration = 0.3
  package var flyCurve = Easing.easeOut
  package var flyDistance = 1.5
  package var flySurface = 0.0
  package var flyStraightens = false
  package var flyDrop = 0.0
  package var flyKeepsRotation = false
  package var flyRotation = DirectionTable(0.0)
    .with(-15, .left, .topLeft, .bottomLeft).with(15, .right, .topRight, .bottomRight)

  // Snap-back (S11, M2)
  package var snapSpring = SpringSetting.response(0.4, dampingFraction: 0.7)
  package var snapDuration = 0.0
  package var snapBehindDuration = 0.2
  package var snapCarriesVelocity = true
  package var snapMaximumVelocity = 8000.0

  // Cards behind (S12, S23)
  package var behindFollows = false
  package var behindSprings = false
  package var promoteDelay = 0.15
  package var promoteDuration = 0.2
  package var promoteCurve = Easing.easeInOut
  package var promoteSprings = false
  package var promoteSpring = SpringSetting.bounciness(9, speed: 16)
  package var promoteIncomingLast = false

  // Overlay (S14)
  package var stampScale = 0.8
  package var stampRotation = 15.0
  package var washOpacity = 0.3
  package var washDuration = 0.15

  // Appear (S15)
  package var appearScale = 0.1
  package var appearDuration = 0.8
  package var appearDelay = 0.8

  // Undo (S16)
  package var undoDuration = 0.3
  package var undoFadeDuration = 1.0

  // Delegate (S18)
  package var delegateDeadline = 0.05
  package var delegateConfirmed: DirectionList = []

  // Round (S19)
  package var roundEnabled = true
  package var roundFirst = 5
  package var roundTimeout = 8.0

  // Haptics (S21, W12)
  package var swipeHaptics = DirectionTable(HapticSetting.none).with(.selection, .right).with(.medium, .left)

  // Accessibility (S22)
  package var announceSwiped = "{label}: {decision}"
  package var announceUndone = "{label} is back"
  package var announceExhausted = "No more cards"

  /// The settings of the preset `swipeclean`.
  package init() {}
}
