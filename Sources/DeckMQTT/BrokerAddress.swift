/// Where a broker is: `mqtt://HOST[:PORT]` or, over TLS, `mqtts://HOST[:PORT]`.
package struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
  package static let expected = "mqtt://HOST[:PORT] or mqtts://HOST[:PORT]"

  package var host: String
  package var port: Int32
  package var isSecure: Bool

  /// A host at the usual port.
  package init(host: String, isSecure: Bool) {
    (self.host, self.isSecure, port) = (host, isSecure, Self.usualPort(isSecure: isSecure))
  }

  private static func usualPort(isSecure: Bool) -> Int32 { isSecure ? 8883 : 1883 }

  /// Reads an address, or returns `nil`.
  ///
  /// The ports are 1883, and 8883 over TLS.
  package init?(_ text: String) {
    let schemes = [("mqtt://", false), ("mqtts://", true)]
    guard let (scheme, isSecure) = schemes.first(where: { text.hasPrefix($0.0) }) else { return nil }
    var rest = text.dropFirst(scheme.count)
    self.isSecure = isSecure
    port = Self.usualPort(isSecure: isSecure)
    if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      host = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      host = String(rest[..<end])
      rest = rest[end...]
    }
    if rest.hasPrefix(":") {
      guard let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
      port = Int32(number)
    } else if !rest.isEmpty {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { "/@ ".contains($0) }) else { return nil }
  }

  package var description: String {
    "\(isSecure ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

/// How the bridge presents itself to the broker.
package struct BrokerOptions: Sendable {
  /// The versions of the protocol: with 5 the broker says why it refuses an event, and commands have correlation data.
  package enum Version: String, CaseIterable, Sendable {
    case v5 = "5"
    case v311 = "3.1.1"
  }

  package var address: BrokerAddress
  package var version: Version
  package var client: String
  package var user: String?
  package var password: String?
  /// The file of the certificate authorities; `nil` for the system's.
  package var authorities: String?
  /// The files of the client's certificate and key.
  package var certificate: (chain: String, key: String)?

  package init(_ address: BrokerAddress, version: Version, client: String) {
    (self.address, self.version, self.client) = (address, version, client)
  }
}
