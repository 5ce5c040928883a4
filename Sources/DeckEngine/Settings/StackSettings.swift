/// Everything that can be tuned only in a stack deck; the defaults are those of the preset `fan`.
package struct StackSettings: KindSettings {
  package static let kind = DeckKind.stack
  package static var path: any WritableKeyPath<DeckSettings, StackSettings?> & Sendable { \.stack }

  // Layout (W1)
  package var order = StackOrder.downwards
  package var top = Length.points(16)
  package var inset = Length.points(16)
  package var maxWidth = Length.points(480)
  package var height = Length.points(220)
  package var aspect = 0.0
  package var step = Length.points(64)

  // Appear (W2)
  package var appearSpring = SpringSetting.response(0.1, dampingFraction: 0.8)
  package var appearBlend = 0.02
  package var appearStagger = 0.1

  // Open (W3)
  package var opening = StackOpening.hero
  package var openSpring = SpringSetting.response(0.35, dampingFraction: 0.85)
  package var openDuration = 0.15
  package var openDelay = 0.1
  package var openCurve = Easing.easeOut
  package var openExit = Length.points(1400)
  package var detailGap = Length.points(30)
  package var headerHeight = Length.points(220)
  package var headerInset = Length.points(16)

  // Press (W4)
  package var pressDuration = 0.4
  package var pressScrollingDuration = 0.4
  package var pressSlop = Length.points(12)
  package var pressLift = Length.points(0)
  package var pressScale = 1.03
  package var tapSlop = Length.points(10)
  package var tapDuration = 0.4
  package var tapSuppression = 0.25
  package var sideStep = Length.points(0)
  package var sideDistance = Length.points(10)

  // Reorder (W5, W6)
  package var reorder = StackReorder.live
  package var shiftSpring = SpringSetting.response(0.25, dampingFraction: 0.7)
  package var dropSpring = SpringSetting.response(0.3, dampingFraction: 0.8)

  // Release (M2)
  package var releaseCarriesVelocity = true

  // Scroll (W7)
  package var scrollDistance = Length.points(12)
  package var scrollAlong = true
  package var scrollDeceleration = 0.998
  package var scrollBand = 0.55
  package var scrollSpring = SpringSetting.response(0.3, dampingFraction: 0.8)
  package var autoscrollMargin = Length.points(60)
  package var autoscrollSpeed = 600.0

  // Fan (W8)
  package var fans = true
  package var fanPull = 0.25
  package var fanStep = 0.8
  package var fanMaximum = Length.points(150)
  package var fanSpring = SpringSetting.response(0.3, dampingFraction: 0.8)

  // Dismiss (W9)
  package var dismissByDrag = true
  package var dismissStart = Length.points(20)
  package var dismissScroll = Length.points(10)
  package var dismissFollow = 0.6
  package var dismissDistance = Length.points(120)
  package var dismissRatio = 1.5
  package var dismissLeast = Length.points(60)
  package var dismissFade = 0.3
  package var dismissShrink = 0.1
  package var dismissSpring = SpringSetting.response(0.3, dampingFraction: 0.85)

  // Detail (W10)
  package var detailAxis = DetailAxis.vertical
  package var detailDistance = Length.points(10)
  package var detailSnap = Length.points(0)
  package var headerScroll = Length.points(220)
  package var headerFade = Length.points(200)
  package var headerShrink = Length.points(800)
  package var headerScale = 0.85

  // Bounce (W11)
  package var bounceArm = Length.points(50)
  package var bounceArrival = Length.points(30)
  package var bounceSpeed = 800.0
  package var bounceLeast = Length.points(15)
  package var bounceMost = Length.points(30)
  package var bounceStagger = 0.04
  package var bounceRise = SpringSetting.duration(0.3, bounce: 0.3)
  package var bounceFallDelay = 0.15
  package var bounceFall = SpringSetting.duration(0.4, bounce: 0.65)

  // Accessibility (S22)
  package var announceOpened = "{label} is open"
  package var announceClosed = "{label} is closed"

  /// The settings of the preset `fan`.
  package init() {}
}
