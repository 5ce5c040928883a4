import DeckProtocol

/// Requests with long replies, which wait until fewer others are to be encoded.
///
/// They wait as requests: a snapshot keeps the data of its moment, which a later change replaces, and a client that has left
/// meanwhile costs nothing. Pages and snapshots do not wait for each other.
struct DeferredReads {
  typealias Read = (request: ClientRequest, client: Client)

  private var pages = FairJobQueue<Read>(end: \.pagesEnd)
  private var snapshots = FairJobQueue<Read>(end: \.snapshotsEnd)

  /// Whether no request for a page, or for a snapshot, waits.
  func isEmpty(ofPages: Bool) -> Bool { ofPages ? pages.count == 0 : snapshots.count == 0 }

  /// Appends a request whose reply would be `answer` now; its client sends no other one before it is performed.
  mutating func append(_ read: Read, for answer: Answer) {
    if answer.isPage {
      pages.append(read, of: read.client, cost: answer.size)
    } else {
      snapshots.append(read, of: read.client, cost: answer.size)
    }
  }

  /// Removes the next request for a page, or for a snapshot: that of the client whose replies were the shortest.
  mutating func removeFirst(ofPages isPage: Bool) -> Read? {
    isPage ? pages.removeFirst() : snapshots.removeFirst()
  }

  /// Drops the request of a client that has left.
  mutating func drop(of client: Client) {
    pages.drop(of: client)
    snapshots.drop(of: client)
  }
}
