import DeckProtocol
import Gestures
import Kinetics

/// The geometry of a deck: a pure function of its settings and the sizes, without any motion.
protocol DeckLayout: Hashable, Sendable {
  associatedtype Own: KindSettings

  /// All settings of the deck.
  var settings: DeckSettings { get }
  /// Those among them that only the deck's kind has.
  var own: Own { get }
  /// The deck's rectangle on its surface.
  var area: Rectangle { get }
  var surface: SurfaceConfiguration { get }

  init(settings: DeckSettings, area: Rectangle, surface: SurfaceConfiguration)
}

extension DeckLayout {
  init(_ definition: DeckDefinition, on surface: SurfaceConfiguration) {
    self.init(
      settings: definition.settings,
      area: definition.area(on: surface.size),
      surface: surface
    )
  }

  /// The filter of palms and noise among the touches of the surface.
  var filter: TouchFilter {
    TouchFilter(
      surface: surface.size,
      edgeMargin: points(settings.edgeMargin),
      maximumContacts: settings.maximumContacts > 0 ? settings.maximumContacts : nil,
      ignoresGhosts: settings.ghostFilter
    )
  }

  func points(_ length: Length) -> Double {
    length.points(perMillimetre: surface.pointsPerMillimetre)
  }
}
