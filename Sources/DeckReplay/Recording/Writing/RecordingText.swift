/// Writes a recording as text, frame by frame.
///
/// Reading the text returns an equal recording, wherever it ends between two frames. No event may be before the clock's
/// origin: the formats have no negative times.
package struct RecordingText: Sendable {
  /// The formats that are written.
  package enum Format: String, CaseIterable, Sendable {
    /// As `evemu-record` writes it.
    case evemu
    /// The YAML of `libinput record`.
    case libinput
  }

  private let format: Format

  /// A text in `format`.
  package init(_ format: Format) {
    self.format = format
  }

  /// What precedes the events of the device of `description`, which was at `node`.
  package func head(_ description: DeviceDescription?, node: String? = nil) -> String {
    switch format {
    case .evemu: EvemuText.firstLine + (description.map(EvemuText.head) ?? "")
    case .libinput: LibinputRecordText.head(description, node: node)
    }
  }

  /// The events of one hardware frame.
  package func frame(_ events: some Collection<EvdevEvent>) -> String {
    switch format {
    case .evemu: events.map(EvemuText.line).joined()
    case .libinput: LibinputRecordText.frame(events)
    }
  }
}

extension Recording {
  /// The recording as text; reading it returns an equal recording.
  package func text(as format: RecordingText.Format) -> String {
    let text = RecordingText(format)
    var result = text.head(description)
    var start = events.startIndex
    for place in events.indices where events[place].isReport || place == events.endIndex - 1 {
      result += text.frame(events[start...place])
      start = place + 1
    }
    return result
  }

  /// The recording in the format of evemu 1.3.
  package var evemuText: String { text(as: .evemu) }
}
