import CLibcrypto
import Glibc

/// A source of random bytes. There is one, and it is ``kSecRandomDefault``.
public typealias SecRandomRef = OpaquePointer

/// The system's source of random bytes.
public var kSecRandomDefault: SecRandomRef? { nil }

/// Fills `bytes` with `count` random bytes that are fit for keys.
///
/// They come from the kernel (`getrandom`). Either all bytes are random, or the call fails and all of them are zero: check the
/// result.
///
/// - Parameters:
///   - rnd: ``kSecRandomDefault``.
///   - count: How many bytes; the memory must hold them.
///   - bytes: Where they go.
/// - Returns: ``errSecSuccess``; ``errSecParam`` for a negative count or another source; ``errSecInternalComponent`` if the kernel
///   gives none.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard rnd == nil, count >= 0 else { return errSecParam }
    let memory = UnsafeMutableRawBufferPointer(start: bytes, count: count)
    return RandomFilling.fill(memory, from: RandomFilling.kernel) ? errSecSuccess : errSecInternalComponent
}

/// Filling memory from a source that may give less than it was asked for.
enum RandomFilling {
    /// Gives the number of bytes written, at least 1, or the negated `errno`.
    typealias Source = (_ address: UnsafeMutableRawPointer, _ count: Int) -> Int

    /// Whether all of `memory` is random now; if not, all of it is zero.
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
