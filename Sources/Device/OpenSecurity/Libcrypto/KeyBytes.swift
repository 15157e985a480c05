import CLibcrypto

/// Secret bytes in memory of their own, which is cleared when the last reference goes. Prints nothing.
///
/// Copies that a caller makes are the caller's to clear.
package final class KeyBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // `@unchecked` because of the pointer: the memory is written before `init` returns and never again until `deinit`.
    private let memory: UnsafeMutableRawBufferPointer

    /// Bytes that `fill` writes. The memory is zero before, and cleared if `fill` throws.
    package init<Failure: Error>(
        count: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        memory = .allocate(byteCount: count, alignment: 16)
        let bytes = memory.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(bytes)
    }

    package convenience init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { memory in _ = memory.update(fromContentsOf: bytes) }
    }

    deinit {
        OPENSSL_cleanse(memory.baseAddress, memory.count)
        memory.deallocate()
    }

    package var count: Int { memory.count }

    package func withBytes<Value, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(UnsafeBufferPointer(memory.bindMemory(to: UInt8.self)))
    }

    package var description: String { "<\(count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Overwrites every byte, in a way that the optimiser keeps. Works on this array's storage alone, so not on copies shared
    /// before.
    package mutating func clear() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
