import DeckProtocol

/// What the command line says about the server.
package struct WebServerOptions: Sendable {
  package var address: ListenAddress
  /// The daemon's socket: the control socket, or the one that only observes.
  package var daemonSocket: String
  package var isControlling: Bool
  package var policy: AdmissionPolicy
  /// The folder in place of the built-in page.
  package var assets: AssetFolder?
  /// The folder that is served below `/files/`, for photographs that cards name.
  package var files: AssetFolder?
  /// How many pages may have their WebSocket open at the same time.
  package var pageLimit: Int

  /// Options by their names.
  package init(
    address: ListenAddress,
    daemonSocket: String,
    isControlling: Bool = false,
    policy: AdmissionPolicy = AdmissionPolicy(),
    assets: AssetFolder? = nil,
    files: AssetFolder? = nil,
    pageLimit: Int = 128
  ) {
    self.address = address
    self.daemonSocket = daemonSocket
    self.isControlling = isControlling
    self.policy = policy
    self.assets = assets
    self.files = files
    self.pageLimit = pageLimit
  }

  /// A page's longest message: what the daemon reads as a line.
  var messageLimit: Int { LineFraming.defaultLimit }
}
