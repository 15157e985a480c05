/// The key derivation function of ANSI X9.63, as in SEC 1, section 3.6.1.
enum X963KeyDerivation {
    /// `length` bytes from `secret`; nil for a length below 1 or above what a 32-bit counter gives.
    static func derive(_ length: Int, from secret: KeyBytes, sharing information: [UInt8], with hash: HashFunction) -> KeyBytes? {
        guard length > 0, length <= (Int(UInt32.max) - 1) * hash.length else { return nil }
        var isComplete = true
        let bytes = KeyBytes(count: length) { output in
            var block = [UInt8](repeating: 0, count: hash.length)
            defer { block.clear() }
            for (index, start) in stride(from: 0, to: length, by: hash.length).enumerated() {
                let counter = withUnsafeBytes(of: UInt32(index + 1).bigEndian) { [UInt8]($0) }
                let done = secret.withBytes { secret in
                    counter.withUnsafeBufferPointer { counter in
                        information.withUnsafeBufferPointer { information in
                            block.withUnsafeMutableBufferPointer { block in
                                block.baseAddress.map { hash.write(digestOf: [secret, counter, information], to: $0) } ?? false
                            }
                        }
                    }
                }
                guard done else {
                    isComplete = false
                    return
                }
                for offset in 0..<min(hash.length, length - start) { output[start + offset] = block[offset] }
            }
        }
        return isComplete ? bytes : nil
    }
}
