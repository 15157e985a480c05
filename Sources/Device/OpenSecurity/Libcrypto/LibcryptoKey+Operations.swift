import CLibcrypto

/// Single operations with a key. Each gives nil, or false, where libcrypto refuses, for whatever reason.
extension LibcryptoKey {
    typealias Setting = (_ context: OpaquePointer) -> Int32

    /// A signature over `digest`, which no further hash is applied to.
    func signature(over digest: [UInt8], settings: [Setting] = []) -> [UInt8]? {
        perform(EVP_PKEY_sign_init, settings) { context in
            Self.output { EVP_PKEY_sign(context, $0, $1, digest, digest.count) }
        }
    }

    func verifies(_ signature: [UInt8], over digest: [UInt8], settings: [Setting] = []) -> Bool {
        perform(EVP_PKEY_verify_init, settings) { context in
            EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1 ? true : nil
        } ?? false
    }

    func encrypted(_ plaintext: [UInt8], settings: [Setting]) -> [UInt8]? {
        perform(EVP_PKEY_encrypt_init, settings) { context in
            Self.output { EVP_PKEY_encrypt(context, $0, $1, plaintext, plaintext.count) }
        }
    }

    func decrypted(_ ciphertext: [UInt8], settings: [Setting]) -> KeyBytes? {
        perform(EVP_PKEY_decrypt_init, settings) { context in
            Self.secretOutput { EVP_PKEY_decrypt(context, $0, $1, ciphertext, ciphertext.count) }
        }
    }

    /// What a key exchange with `peer` gives.
    func sharedSecret(with peer: LibcryptoKey) -> KeyBytes? {
        perform(EVP_PKEY_derive_init, [{ EVP_PKEY_derive_set_peer($0, peer.pointer) }]) { context in
            Self.secretOutput { EVP_PKEY_derive(context, $0, $1) }
        }
    }

    private func perform<Value>(_ start: Setting, _ settings: [Setting], _ body: (OpaquePointer) -> Value?) -> Value? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return nil }
        defer {
            EVP_PKEY_CTX_free(context)
            ERR_clear_error()
        }
        guard start(context) == 1, settings.allSatisfy({ $0(context) > 0 }) else { return nil }
        return body(context)
    }

    /// Asks `body` for the size first, then for the bytes, as libcrypto's functions want it.
    private static func output(_ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32) -> [UInt8]? {
        var size = 0
        guard body(nil, &size) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        guard bytes.withUnsafeMutableBufferPointer({ body($0.baseAddress, &size) }) == 1, size <= bytes.count else { return nil }
        bytes.removeSubrange(size...)
        return bytes
    }

    private static func secretOutput(_ body: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32) -> KeyBytes? {
        var size = 0
        guard body(nil, &size) == 1 else { return nil }
        var result: Int32 = 0
        let capacity = size
        let bytes = KeyBytes(count: capacity) { result = body($0.baseAddress, &size) }
        guard result == 1, size <= capacity else { return nil }
        return size == capacity ? bytes : bytes.withBytes { KeyBytes(copying: $0.prefix(size)) }
    }
}
