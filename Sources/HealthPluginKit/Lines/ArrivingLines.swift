import HealthModel

/// Reads announced lines while they arrive, so that the reading does not begin when all are there.
struct ArrivingLines {
  private let count: Int
  private var parser: SampleLineParser
  private var lines: [SampleLine] = []
  private var head = 0
  private var fault: PluginError?

  /// Expects lines.
  ///
  /// - Parameters:
  ///   - count: how many were announced.
  ///   - bytes: how many bytes they have together.
  init(count: Int, bytes: Int) {
    self.count = count
    parser = SampleLineParser(end: bytes)
    lines.reserveCapacity(min(max(0, count), max(0, bytes) / SampleLineParser.shortestLine + 1))
  }

  /// Reads the lines that are complete; after a fault nothing more.
  ///
  /// - Parameter text: all that has arrived, from the beginning.
  mutating func take(_ text: [UInt8]) {
    guard fault == nil else { return }
    do throws(PluginError) {
      while let line = try next(text) {
        guard lines.count < count else { throw tooMany }
        if let correlation = line.correlation {
          guard !lines.isEmpty, correlation == head else {
            throw Self.fault("line \(lines.count + 1) of \(count) does not follow its correlation")
          }
        } else {
          head = lines.count
        }
        lines.append(line)
      }
    } catch {
      fault = error
    }
  }

  private mutating func next(_ text: [UInt8]) throws(PluginError) -> SampleLine? {
    do throws(SampleLineFault) {
      return try parser.line(text)
    } catch {
      throw lines.count < count ? Self.fault("line \(lines.count + 1) of \(count): \(error.reason)") : tooMany
    }
  }

  /// The lines, when all bytes have arrived.
  ///
  /// - Parameter text: all bytes, which were taken.
  /// - Returns: the lines.
  /// - Throws: `PluginError` of the kind `data` that names the first invalid line.
  func lines(_ text: [UInt8]) throws(PluginError) -> SampleLines {
    if let fault { throw fault }
    guard parser.position == text.count else {
      throw lines.count < count ? Self.fault("line \(lines.count + 1) of \(count): it does not end") : tooMany
    }
    guard lines.count == count else {
      throw Self.fault("there are \(lines.count) lines of the \(count) announced")
    }
    guard !parser.decoded.isEmpty else { return SampleLines(text: text, lines: lines) }
    return SampleLines(text: text + parser.decoded, lines: lines)
  }

  private var tooMany: PluginError { Self.fault("there are more than the \(count) lines that were announced") }

  private static func fault(_ message: String) -> PluginError {
    PluginError(.data, "sample lines cannot be read: \(message)")
  }
}
