public import HealthModel
public enum InputFormat: String, CaseIterable, Sendable { case jsonLines = "jsonl", json, appleHealth = "apple-health" }
public struct AppleHealthReader: RecordReader { public init(chunk: InputChunk) {}
 public private(set) var elementCounts: [(name: String, count: Int)] = []
 public mutating func next(in bytes: RawSpan, into buffer: inout RawSampleBuffer) -> RecordKind { .end } }
public struct ResolvedInput: Sendable { public let path: String; public let displayPath: String; public let format: InputFormat; public let origin: String?; public let size: Int64?
 public static func resolve(path: String, format: InputFormat?, stdinName: String?) throws(InputError) -> ResolvedInput { ResolvedInput(path: path, displayPath: path, format: format ?? (path.hasSuffix("json") && !path.hasSuffix("ndjson") ? .json : .jsonLines), origin: nil, size: nil) }
 public func makeByteSource() throws(InputError) -> any ByteSource { try FileSource(path: path) }
 public func makeChunks(size: Int, from offset: Int64) throws(InputError) -> any ChunkSource { let s = try FileSource(path: path); return format == .json ? JSONArrayChunker(source: s, size: size) : LineChunker(source: s, size: size) } }
