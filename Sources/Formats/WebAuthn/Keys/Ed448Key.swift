#if Ed448
internal import CLibcrypto

/// A public key on the curve Ed448 (RFC 8032). libcrypto verifies its signatures, because swift-crypto lacks the curve.
struct Ed448Key: Sendable, Equatable {
    /// Whether the build has the curve.
    static let isBuilt = true

    private let bytes: [UInt8]

    /// Creates a key from 57 bytes. As with Ed25519, bytes that are not a point are accepted, but no signature is valid for them.
    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard bytes.count == 57 else { throw .unusableKey("The key must have 57 bytes.") }
        self.bytes = bytes
    }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        let key = EVP_PKEY_new_raw_public_key_ex(nil, "ED448", nil, bytes, bytes.count)
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            EVP_PKEY_free(key)
            ERR_clear_error()
        }
        return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
#else
/// A placeholder for public keys on the curve Ed448 in a build without the trait `Ed448`. Its creation always fails.
struct Ed448Key: Sendable, Equatable {
    /// Whether the build has the curve.
    static let isBuilt = false

    init(_ bytes: [UInt8]) throws(WebAuthnError) {
        throw WebAuthnError(
            .algorithmNotBuilt, "Ed448 is unavailable: the package was built without its trait Ed448.", in: "publicKey")
    }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool { false }
}
#endif
