import CLibcrypto

/// The hash functions of Apple's algorithms.
package enum HashFunction: CaseIterable, Sendable {
    case sha1, sha224, sha256, sha384, sha512

    /// The length of a digest in bytes.
    package var length: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// Returns the digest of `bytes`.
    package func digest(of bytes: some Sequence<UInt8>) -> [UInt8] {
        digest(of: [UInt8](bytes))
    }

    package func digest(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { output, count in
            let written = bytes.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, output.baseAddress, nil, method, nil) }
            // Without memory there is no correct result, and a wrong digest would be worse than termination.
            precondition(written == 1, "libcrypto failed to hash")
            count = length
        }
    }

    /// Writes the digest of consecutive `parts` to `output`, which must have room for `length` bytes.
    func write(digestOf parts: [UnsafeBufferPointer<UInt8>], to output: UnsafeMutablePointer<UInt8>) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        // Frees and clears the state, which may contain a secret.
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestInit_ex(context, method, nil) == 1 else { return false }
        for part in parts where EVP_DigestUpdate(context, part.baseAddress, part.count) != 1 { return false }
        return EVP_DigestFinal_ex(context, output, nil) == 1
    }

    var method: OpaquePointer {
        switch self {
        case .sha1: EVP_sha1()
        case .sha224: EVP_sha224()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}

/// The key derivation function of ANSI X9.63, as in SEC 1, section 3.6.1.
enum X963KeyDerivation {
    /// Derives `length` bytes from `secret`. Returns nil for a length below 1 or beyond the range of a 32-bit counter.
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
