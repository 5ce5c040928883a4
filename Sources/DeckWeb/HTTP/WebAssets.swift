import CWebClient
package import NIOCore

/// A file that is part of the program.
package struct WebAsset: Hashable, Sendable {
  package var type: String
  package var tag: String
  package var bytes: ByteBuffer
}

/// The built-in files by their names: the kiosk page, the studio and what both share.
package enum WebAssets {
  /// The modules for authors' pages and the studio, each served where their folder has none of this name.
  static let modules: Set = ["deckd.js", "cards.js", "cards.css", studio, "studio.js", "studio.css", icon]
  /// The path of the workbench.
  static let studio = "studio"
  /// The file that a folder's own path stands for.
  package static let index = "index.html"
  /// The path of the icon, which there is none of.
  static let icon = "favicon.ico"

  /// All of them.
  package static let builtIn: [String: WebAsset] = {
    var assets: [String: WebAsset] = [:]
    var next = deckd_web_file_list()
    while let file = next?.pointee, let name = file.name {
      let name = String(cString: name)
      let bytes = ByteBuffer(bytes: UnsafeRawBufferPointer(start: file.bytes, count: file.length))
      assets[name] = WebAsset(type: ContentType.of(name), tag: "\"\(tag(bytes))\"", bytes: bytes)
      next = next?.successor()
    }
    return assets
  }()

  /// FNV-1a of 64 bits: another build has another tag.
  private static func tag(_ bytes: ByteBuffer) -> String {
    String(bytes.readableBytesView.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }
}

/// Content types by the endings of names.
enum ContentType {
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "json": "application/json", "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    "avif": "image/avif", "gif": "image/gif", "ico": "image/x-icon", "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
  ]

  static func of(_ name: String) -> String {
    let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
    return ending.flatMap { types[$0] } ?? "application/octet-stream"
  }
}
