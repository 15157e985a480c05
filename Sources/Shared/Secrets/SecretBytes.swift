import Crypto
import FoundationEssentials

/// Secret bytes: a password, a key, or the plain text of a sealed value.
///
/// The memory is cleared when the last reference is released, and printing or reflecting the value reveals nothing. The array or
/// string that the bytes came from belongs to the caller and is not cleared.
package final class SecretBytes: Sendable, Redacted {
    /// The key storage of swift-crypto zeroes its memory on release in a way that the optimizer must preserve.
    private let storage: SymmetricKey

    /// Copies `bytes`, which may be empty.
    package init(_ bytes: some Collection<UInt8>) {
        storage =
            bytes.withContiguousStorageIfAvailable { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
            ?? SymmetricKey(data: Array(bytes))
    }

    /// Copies the UTF-8 form of `text`, without normalization.
    package init(utf8 text: String) {
        var text = text
        storage = text.withUTF8 { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
    }

    /// The number of bytes.
    package var count: Int { storage.bitCount / 8 }

    /// Whether there are no bytes.
    package var isEmpty: Bool { count == 0 }

    /// Calls `body` with the bytes. The buffer is valid only during the call, and copies of it are not cleared.
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

/// A value whose description, debug description and mirror reveal nothing of its content.
///
/// Types only declare the conformance. They print their own name instead, so that a log line still shows the kind of secret.
package protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The type's name and the word `redacted`.
    package var description: String { "\(Self.self)(redacted)" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
