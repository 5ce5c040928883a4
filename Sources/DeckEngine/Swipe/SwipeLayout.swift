import Kinetics
import DeckProtocol
import Gestures

/// The geometry of a swipe deck: where cards rest, how a dragged card is turned, where it leaves to.
///
/// A pure function of the settings and the sizes; it holds nothing that moves.
struct SwipeLayout: Hashable, Sendable {
  let settings: DeckSettings
  let area: Rectangle
  let surface: Size
  /// The front card at rest, in the deck's coordinates.
  let card: Rectangle
  private let pointsPerMillimetre: Double

  init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration) {
    self.settings = settings
    self.area = area
    self.surface = surface.size
    pointsPerMillimetre = surface.pointsPerMillimetre
    let padding = settings.cardPadding.points(perMillimetre: pointsPerMillimetre)
    let roomWidth = max(area.size.width - 2 * padding, 1)
    let roomHeight = max(area.size.height - 2 * padding, 1)
    let width = min(roomWidth, roomHeight * settings.cardAspect)
    let size = Size(width: width, height: width / settings.cardAspect)
    card = Rectangle(
      origin: Point(x: (area.size.width - size.width) / 2, y: (area.size.height - size.height) / 2),
      size: size
    )
  }

  /// A drag begins after this many points.
  var dragDistance: Double { points(settings.dragDistance) }

  /// Which touches of the surface are palms and noise.
  var filter: TouchFilter {
    TouchFilter(
      surface: surface,
      edgeMargin: points(settings.edgeMargin),
      maximumContacts: settings.maximumContacts > 0 ? settings.maximumContacts : nil
    )
  }

  /// The card's size at a depth, relative to the front card; depths may lie between two cards.
  func scale(atDepth depth: Double) -> Double {
    max(1 - depth * settings.depthScale, 0)
  }

  /// How far below the front card's centre a card's centre lies.
  func drop(atDepth depth: Double) -> Double {
    depth * points(settings.depthOffset)
  }

  /// A dragged card's rotation in degrees (S5), at a translation of `dx`.
  func rotation(at dx: Double) -> Double {
    settings.rotationMaximum * min(max(dx / rotationReach, -1), 1)
  }

  /// How fast the rotation changes, in degrees per second, at a translation of `dx` and a speed of `velocity`.
  func rotationVelocity(at dx: Double, velocity: Double) -> Double {
    dx.magnitude < rotationReach ? settings.rotationMaximum * velocity / rotationReach : 0
  }

  /// The direction that a translation points to (S6); `nil` in the dead zone and where it is not allowed.
  func direction(at dx: Double, allowed: [Direction]) -> Direction? {
    guard dx.magnitude > points(settings.deadZone) else { return nil }
    let direction: Direction = dx > 0 ? .right : .left
    return allowed.contains(direction) ? direction : nil
  }

  /// How near a translation is to a commit (S7), 0…1.
  func progress(at dx: Double, allowed: [Direction]) -> Double {
    direction(at: dx, allowed: allowed) == nil ? 0 : min(dx.magnitude / commitDistance, 1)
  }

  /// The decision that a release at a translation of `dx` makes (S8).
  func commit(at dx: Double, allowed: [Direction]) -> Direction? {
    dx.magnitude > commitDistance ? direction(at: dx, allowed: allowed) : nil
  }

  /// The name of a direction's decision.
  func decision(_ direction: Direction) -> String? {
    settings.decisions[direction].isEmpty ? nil : settings.decisions[direction]
  }

  /// The translation that a decided card leaves to (S10): at least until it is off the surface.
  func flyAway(to direction: Direction) -> Double {
    let usual = settings.flyDistance * area.size.width
    let turn = settings.rotationMaximum * .pi / 180
    // Sine and cosine are at most 1 and turn, so this bounds the turned card's half width.
    let halfWidth = (card.size.width + card.size.height * min(turn, 1)) / 2
    let center = area.origin.x + card.center.x
    return direction == .left
      ? -max(usual, center + halfWidth) : max(usual, surface.width - center + halfWidth)
  }

  private var rotationReach: Double { settings.rotationSpan * area.size.width }

  private var commitDistance: Double { settings.progressSpan * area.size.width }

  private func points(_ length: Length) -> Double {
    length.points(perMillimetre: pointsPerMillimetre)
  }
}
