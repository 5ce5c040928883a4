package import NIOCore

/// Where pages connect: `127.0.0.1:8137`, `[::1]:8137`, `localhost:8137` or `unix:PATH`.
package enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
  case internet(SocketAddress)
  case unix(path: String)

  /// The usual address.
  package static let usual = "127.0.0.1:8137"

  /// What `init` takes, for messages.
  package static let expected = #"127.0.0.1:8137, "[::1]:8137", or unix:PATH"#

  /// The address that `text` names; `nil` if it names none.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst("unix:".count))
      guard !path.isEmpty else { return nil }
      self = .unix(path: path)
      return
    }
    guard let (name, port) = HostName.split(text), let port, let number = Int(port), number < 1 << 16 else {
      return nil
    }
    let numeric = name == "localhost" ? "127.0.0.1" : name
    guard let address = try? SocketAddress(ipAddress: numeric, port: number) else { return nil }
    self = .internet(address)
  }

  /// Whether only this machine can connect.
  package var isLocal: Bool {
    guard case .internet(let address) = self else { return true }
    return address.ipAddress.map(HostName.isLoopback) ?? false
  }

  package var description: String {
    switch self {
    case .unix(let path): "unix:\(path)"
    case .internet(let address): "http://\(HostName.joined(address.ipAddress ?? "", port: address.port))/"
    }
  }
}

/// The name and the port of a `Host` header, or of an address to listen on.
package enum HostName {
  /// The name in lower case, without brackets and a final dot, and the port's digits; `nil` if the text is neither.
  package static func split(_ text: String) -> (name: String, port: Substring?)? {
    let text = text.lowercased()
    let name: Substring
    let rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
    }
    let port = rest.dropFirst()
    guard
      rest.isEmpty || rest.first == ":" && !port.isEmpty && port.allSatisfy({ ("0"..."9").contains($0) }),
      !name.isEmpty, name != "."
    else { return nil }
    return (String(name.last == "." ? name.dropLast() : name), rest.isEmpty ? nil : port)
  }

  /// Whether the name or the address is of this machine, and of no network.
  package static func isLoopback(_ name: String) -> Bool {
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    guard let address = try? SocketAddress(ipAddress: name, port: 0) else { return false }
    return switch address {
    case .v4: name.hasPrefix("127.")
    case .v6: address.ipAddress == "::1"
    case .unixDomainSocket: false
    }
  }

  /// The address in the form in which two are equal if they are the same; `nil` for a name.
  package static func canonicalAddress(_ name: String) -> String? {
    guard let text = try? SocketAddress(ipAddress: name, port: 0).ipAddress else { return nil }
    // An IPv4 connection to an IPv6 socket.
    return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst("::ffff:".count)) : text
  }

  static func joined(_ address: String, port: Int?) -> String {
    (address.contains(":") ? "[\(address)]" : address) + (port.map { ":\($0)" } ?? "")
  }
}
