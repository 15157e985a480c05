import CLibcrypto

/// AES-GCM with the 16-byte initialization vector of Apple's key algorithms. The key has 16 or 32 bytes.
enum AESGCM {
    static let vectorLength = 16
    static let tagLength = 16

    /// Returns the ciphertext followed by its tag. Returns nil if libcrypto fails.
    static func seal(
        _ plaintext: [UInt8], key: UnsafeBufferPointer<UInt8>, vector: [UInt8], authenticating additional: [UInt8] = []
    ) -> [UInt8]? {
        withContext(key: key, vector: vector, isSealing: true) { context in
            guard feed(additional, to: context, output: nil) else { return nil }
            var sealed = [UInt8](repeating: 0, count: plaintext.count + tagLength)
            let done = sealed.withUnsafeMutableBufferPointer { output in
                var rest: Int32 = 0
                guard let start = output.baseAddress, feed(plaintext, to: context, output: start) else { return false }
                return EVP_CipherFinal_ex(context, start + plaintext.count, &rest) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), start + plaintext.count) == 1
            }
            return done ? sealed : nil
        }
    }

    /// Returns the plaintext. Returns nil if any input was modified.
    static func open(
        _ sealed: ArraySlice<UInt8>, key: UnsafeBufferPointer<UInt8>, vector: [UInt8], authenticating additional: [UInt8] = []
    ) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        let ciphertext = [UInt8](sealed.dropLast(tagLength))
        var tag = [UInt8](sealed.suffix(tagLength))
        return withContext(key: key, vector: vector, isSealing: false) { context in
            guard feed(additional, to: context, output: nil),
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
            else { return nil }
            // One extra byte, because libcrypto requires an address even for empty data.
            var plaintext = [UInt8](repeating: 0, count: ciphertext.count + 1)
            let done = plaintext.withUnsafeMutableBufferPointer { output in
                var rest: Int32 = 0
                guard let start = output.baseAddress, feed(ciphertext, to: context, output: start) else { return false }
                return EVP_CipherFinal_ex(context, start + ciphertext.count, &rest) == 1
            }
            guard done else {
                plaintext.clear()
                return nil
            }
            plaintext.removeLast()
            return plaintext
        }
    }

    private static func withContext(
        key: UnsafeBufferPointer<UInt8>, vector: [UInt8], isSealing: Bool, _ body: (OpaquePointer) -> [UInt8]?
    ) -> [UInt8]? {
        guard vector.count == vectorLength, key.count == 16 || key.count == 32, let context = EVP_CIPHER_CTX_new() else {
            return nil
        }
        defer {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
        }
        let cipher = key.count == 16 ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
        guard EVP_CipherInit_ex(context, cipher, nil, nil, nil, isSealing ? 1 : 0) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(vectorLength), nil) == 1,
            EVP_CipherInit_ex(context, nil, nil, key.baseAddress, vector, isSealing ? 1 : 0) == 1
        else { return nil }
        return body(context)
    }

    /// Passes `bytes` in parts, because libcrypto uses 32-bit lengths. Without output, the bytes are only authenticated.
    private static func feed(_ bytes: [UInt8], to context: OpaquePointer, output: UnsafeMutablePointer<UInt8>?) -> Bool {
        bytes.withUnsafeBufferPointer { input in
            var position = 0
            while position < input.count {
                let count = min(input.count - position, 1 << 30)
                var written: Int32 = 0
                guard let start = input.baseAddress,
                    EVP_CipherUpdate(context, output.map { $0 + position }, &written, start + position, Int32(count)) == 1
                else { return false }
                position += count
            }
            return true
        }
    }
}
