import Crypto
import FoundationEssentials

/// Bytes that must not be seen: a password, a key, the plain text of a sealed value.
///
/// The memory is cleared when the last reference goes away, and nothing that prints or reflects a value shows it. What cannot
/// be promised: the array or string the bytes came from belongs to the caller and is not cleared here.
package final class SecretBytes: Sendable, Redacted {
    /// swift-crypto's key storage is the one that zeroes its memory on release in a way the optimizer must keep.
    private let storage: SymmetricKey

    /// Copies `bytes`; none is allowed.
    package init(_ bytes: some Collection<UInt8>) {
        storage =
            bytes.withContiguousStorageIfAvailable { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
            ?? SymmetricKey(data: Array(bytes))
    }

    /// Copies the UTF-8 form of `text`, without normalising it.
    package init(utf8 text: String) {
        var text = text
        storage = text.withUTF8 { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
    }

    /// Takes what swift-crypto derived or opened, without a copy.
    init(_ key: SymmetricKey) {
        storage = key
    }

    /// The number of bytes.
    package var count: Int { storage.bitCount / 8 }

    /// Whether there is no byte.
    package var isEmpty: Bool { count == 0 }

    /// Lends the bytes to `body`. The buffer must not leave it, and a copy made of it is not cleared.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBytes { bytes -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// The bytes as a key of swift-crypto, which shares the storage.
    var key: SymmetricKey { storage }
}

/// A value that prints nothing of what it holds: not when interpolated, not in a debugger, not under `dump`.
///
/// Conformance is all a type has to do. What it prints instead is its own name, so that a log line still says which kind of
/// secret stood there.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name and the word `redacted`.
    package var description: String { "\(Self.self)(redacted)" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
