package import NIOCore
package import NIOHTTP1

/// Which requests are answered at all.
///
/// A page of another site can send requests here, but not choose their `Host` and `Origin`: a name that was rebound to
/// this machine's address is not among the names, and another site's origin is neither this one nor permitted.
package struct AdmissionPolicy: Sendable {
  /// Names for `Host` besides those of this machine and the address of the connection, in lower case.
  package var hosts: Set<String>
  /// Origins that may open the WebSocket besides the page's own.
  package var origins: Set<String>
  /// What every request must show, if anything.
  package var token: AccessToken?

  /// The cookie that shows the token.
  static let cookie = "deckd-web"

  /// A policy; `hosts` and `origins` are added to what is always admitted.
  package init(hosts: Set<String> = [], origins: Set<String> = [], token: AccessToken? = nil) {
    self.hosts = Set(hosts.map { $0.lowercased() })
    self.origins = Set(origins.map { $0.lowercased() })
    self.token = token
  }

  /// Why a request is refused; `nil` if it is admitted.
  ///
  /// `local` is the address that its connection came to.
  package func refusal(of head: HTTPRequestHead, at local: SocketAddress?) -> HTTPRefusal? {
    let named = head.headers["host"]
    guard named.count == 1, let host = named.first, let (name, _) = HostName.split(host) else {
      return HTTPRefusal(.badRequest, "expected one Host header.")
    }
    guard isOwn(name, local) else {
      return HTTPRefusal(
        .misdirectedRequest,
        "This host is not served; if it is yours, start deckd-web with --host \(name)."
      )
    }
    let origins = head.headers["origin"]
    guard origins.allSatisfy({ isOwn(origin: $0.lowercased(), host: host.lowercased()) }) else {
      return HTTPRefusal(.forbidden, "This origin is not permitted; if it is yours, start deckd-web with --origin.")
    }
    guard let token, !Self.shownTokens(head).contains(where: token.matches) else { return nil }
    return HTTPRefusal(.unauthorized, "Open this address with ?token= and the token of deckd-web.")
  }

  private func isOwn(_ name: String, _ local: SocketAddress?) -> Bool {
    if HostName.isLoopback(name) || hosts.contains(name) { return true }
    guard let address = HostName.canonicalAddress(name), let own = local?.ipAddress else { return false }
    return address == HostName.canonicalAddress(own)
  }

  /// An origin is a page's own if it has the host and the port of the request; a proxy may have added TLS.
  private func isOwn(origin: String, host: String) -> Bool {
    origin == "http://\(host)" || origin == "https://\(host)" || origins.contains(origin)
  }

  /// What the request shows: as a cookie, as a bearer token, or in its address.
  private static func shownTokens(_ head: HTTPRequestHead) -> [Substring] {
    let cookies: [Substring] = head.headers["cookie"].flatMap { $0.split(separator: ";") }
    let fromCookies = cookies.map { $0.drop { $0 == " " } }.compactMap {
      $0.hasPrefix("\(cookie)=") ? $0.dropFirst(cookie.count + 1) : nil
    }
    let bearer = "bearer "
    let fromHeader = head.headers["authorization"].compactMap {
      $0.lowercased().hasPrefix(bearer) ? $0.dropFirst(bearer.count) : nil
    }
    return fromCookies + fromHeader + [RequestTarget(head.uri).token].compactMap(\.self)
  }
}

/// An answer that refuses a request, with what to do.
package struct HTTPRefusal: Hashable, Sendable {
  package var status: HTTPResponseStatus
  package var message: String

  package init(_ status: HTTPResponseStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// The path and the token of a request's address.
package struct RequestTarget: Hashable, Sendable {
  /// The path as it was sent, without the query.
  package var path: Substring
  /// The value of `token` in the query.
  package var token: Substring?

  package init(_ uri: String) {
    path = uri.prefix { $0 != "?" && $0 != "#" }
    let query = uri[path.endIndex...].dropFirst().prefix { $0 != "#" }
    token = query.split(separator: "&").first { $0.hasPrefix("token=") }?.dropFirst("token=".count)
  }

  /// The path as an address of this host, without the query.
  ///
  /// Two slashes begin another host's address, a browser takes `\` for one, and drops tabs and ends of lines.
  package var location: String {
    let seen = path.unicodeScalars.filter { $0 > " " && $0 != "\\" }
    return "/" + String(String.UnicodeScalarView(seen.drop { $0 == "/" }))
  }

  /// The parts of the path, percent-decoded; `nil` if one is hidden or leads elsewhere, such as `..`.
  ///
  /// A path that ends with a slash has `index.html` as its last part.
  package var parts: [String]? {
    guard path.first == "/" else { return nil }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let name = Self.decoded(part), !name.contains("/"), !name.contains("\0"), name.first != "." else {
        return nil
      }
      parts.append(name)
    }
    if parts.isEmpty || parts.last == "" { parts = parts.dropLast() + [WebAssets.index] }
    return parts.contains("") ? nil : parts
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.first != UInt8(ascii: "+"),
        let value = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
