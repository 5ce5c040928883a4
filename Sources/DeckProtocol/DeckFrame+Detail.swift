extension DeckFrame {
  /// What is shown of a stack's open card besides the card: a scrolled content that its owner draws.
  public struct Detail: Hashable, Sendable {
    /// What the content's scrolling does to the card at the head of it.
    public struct Header: Hashable, Sendable {
      /// From 0, invisible, to 1, opaque.
      public var opacity: Double
      /// 1 is the header's own size.
      public var scale: Double

      /// A header, invisible at `opacity` 0.
      public init(opacity: Double, scale: Double) {
        self.opacity = opacity
        self.scale = scale
      }
    }

    /// The id of the open card.
    public var card: String
    /// The rectangle's left edge, in points of the deck.
    public var x: Double
    /// The rectangle's upper edge, in points of the deck.
    public var y: Double
    /// In points, before `scale`.
    public var width: Double
    /// In points, before `scale`.
    public var height: Double
    /// From 0, invisible, to 1, opaque.
    public var opacity: Double
    /// About the middle of the upper edge; 1 is the rectangle's own size.
    public var scale: Double
    /// How far the content is scrolled, in points; beyond its ends while it is pulled there.
    public var scroll: Double
    /// The content's length, in points, as its owner said.
    public var content: Double
    /// What the content's scrolling does to the card.
    public var header: Header
    /// How far the card is open: from 0, in its stack, to 1.
    public var progress: Double

    /// The detail of `card` in a rectangle.
    public init(
      card: String,
      x: Double,
      y: Double,
      width: Double,
      height: Double,
      opacity: Double,
      scale: Double,
      scroll: Double,
      content: Double,
      header: Header,
      progress: Double
    ) {
      self.card = card
      self.x = x
      self.y = y
      self.width = width
      self.height = height
      self.opacity = opacity
      self.scale = scale
      self.scroll = scroll
      self.content = content
      self.header = header
      self.progress = progress
    }

    func writeMembers(to json: inout JSONWriter) {
      json.member("card", card)
      json.member("x", x)
      json.member("y", y)
      json.member("w", width)
      json.member("h", height)
      json.member("opacity", opacity)
      json.member("scale", scale)
      json.member("scroll", scroll)
      json.member("content", content)
      json.member("header") { json in
        json.member("opacity", header.opacity)
        json.member("scale", header.scale)
      }
      json.member("progress", progress)
    }
  }
}
