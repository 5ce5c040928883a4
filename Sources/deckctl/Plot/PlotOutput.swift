import ArgumentParser
import Glibc

/// Where a plot goes, as an option: an SVG, or a PNG that a program makes of it.
struct PlotOutput: ExpressibleByArgument {
  /// The program that draws SVG, of the Debian package librsvg2-bin.
  private static let renderer = "rsvg-convert"
  /// The pixels of a PNG for each of a sheet: text is sharp in print, and on a dense display.
  private static let density = 2.0
  /// The most pixels on a side that the renderer draws, less some that it may round up.
  private static let maximumSide = 32_700.0
  /// The endings of pictures that are neither; a file with such a name could not be opened.
  private static let otherEndings = [".jpg", ".jpeg", ".gif", ".webp", ".pdf", ".ps", ".eps", ".bmp", ".tif", ".tiff"]

  static let completion = CompletionKind.file(extensions: ["svg", "png"])

  let path: String

  init(argument: String) { path = argument }

  private var isPNG: Bool { path.lowercased().hasSuffix(".png") }

  /// Rejects the name of a picture of another format, and that of a recording.
  func validate(beside recordings: [String]) throws(ValidationError) {
    if let file = FileIdentity(of: path), let same = recordings.first(where: { FileIdentity(of: $0) == file }) {
      throw ValidationError("--output: \(same) is a recording, which a plot would replace.")
    }
    guard let ending = Self.otherEndings.first(where: { path.lowercased().hasSuffix($0) }) else { return }
    throw ValidationError("--output: expected a name in .svg or .png, not \(ending).")
  }

  /// Writes a sheet to the file.
  func write(_ sheet: SVGSheet, title: String) throws(Failure) {
    let document = Array(sheet.document(title: title).utf8)
    try OutputFile.write(isPNG ? try png(document, height: sheet.size.height) : document, to: path)
  }

  private func png(_ document: [UInt8], height: Double) throws(Failure) -> [UInt8] {
    let zoom = min(Self.density, Self.maximumSide / height)
    let renderer = FilterProgram(Self.renderer, ["--zoom", zoom.text, "--unlimited", "--format", "png"])
    do throws(FilterProgram.Problem) {
      return try renderer.output(for: document)
    } catch {
      switch error {
      case .notInstalled:
        throw Failure(
          """
          \(path): \(Self.renderer), which makes PNG, is not installed: install the package librsvg2-bin, or give a name \
          in .svg, which needs no other program
          """
        )
      case .failed(let reason): throw Failure("\(path): \(Self.renderer): \(reason)")
      }
    }
  }
}

/// Which regular file a path leads to.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}
