import CLibcrypto
import Glibc

/// A source of random bytes. The only one is ``kSecRandomDefault``.
public typealias SecRandomRef = OpaquePointer

/// The system's source of random bytes.
public var kSecRandomDefault: SecRandomRef? { nil }

/// Generates cryptographically secure random bytes.
///
/// The bytes come from the kernel (`getrandom`). If the call fails, all bytes are zero; check the result.
///
/// - Parameters:
///   - rnd: ``kSecRandomDefault``.
///   - count: The number of bytes.
///   - bytes: A buffer of at least `count` bytes.
/// - Returns: ``errSecSuccess``; ``errSecParam`` for a negative count or another source; ``errSecInternalComponent`` if the
///   kernel returns no bytes.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard rnd == nil, count >= 0 else { return errSecParam }
    let memory = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    return RandomFilling.fill(memory, from: RandomFilling.kernel) ? errSecSuccess : errSecInternalComponent
}

/// Fills memory from a source that may return fewer bytes than requested.
enum RandomFilling {
    /// Returns the number of bytes written, at least 1, or the negated `errno`.
    typealias Source = (_ address: UnsafeMutableRawPointer, _ count: Int) -> Int

    /// Returns whether all of `memory` is random. Otherwise all of it is zero.
    static func fill(_ memory: UnsafeMutableRawBufferPointer, from source: Source) -> Bool {
        var filled = 0
        while filled < memory.count {
            guard let start = memory.baseAddress else { return false }
            let count = source(start + filled, memory.count - filled)
            if count == -Int(EINTR) { continue }
            guard count > 0, count <= memory.count - filled else {
                memory.initializeMemory(as: UInt8.self, repeating: 0)
                return false
            }
            filled += count
        }
        return true
    }

    static func kernel(_ address: UnsafeMutableRawPointer, _ count: Int) -> Int {
        let written = getrandom(address, count, 0)
        return written >= 0 ? written : -Int(errno)
    }
}
