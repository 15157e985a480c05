/// The input of one run, as libFuzzer provides it.
public struct FuzzInput {
    /// The bytes.
    public let bytes: [UInt8]

    /// Copies the bytes.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The bytes as text; invalid UTF-8 is repaired.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Checks a promise of the library under test. Ends the process if it is violated, so that libFuzzer keeps the input.
public func promise(_ holds: Bool, _ words: String) {
    if !holds { fatalError(words) }
}
