/// The input of one run as libFuzzer hands it over.
public struct FuzzInput {
    /// The bytes.
    public let bytes: [UInt8]

    /// Copies the bytes.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The bytes as text, repaired where they are no UTF-8.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A promise of the library under test. Ends the process where it is broken, so that libFuzzer keeps the input.
public func promise(_ holds: Bool, _ words: String) {
    if !holds { fatalError(words) }
}
