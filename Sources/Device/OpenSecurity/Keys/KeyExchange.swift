public import Foundation

/// Returns the secret that `privateKey` shares with `publicKey`, or bytes derived from it by X9.63.
///
/// For a key in the enclave this may show a prompt and block until the user responds.
///
/// - Parameters:
///   - publicKey: The peer's key on the same curve. For a private key, its public half is used.
///   - parameters: For a key derivation: ``SecKeyKeyExchangeParameter/requestedSize``, 1 to 1,048,576 bytes, and optionally
///     ``SecKeyKeyExchangeParameter/sharedInfo``. Ignored for other algorithms.
///   - error: On failure, the reason, which the caller owns.
/// - Returns: The result, or nil with ``errSecParam`` if `privateKey` does not support the algorithm or the peer, or if
///   parameters are missing or out of range; with another error if the device denies the operation.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try privateKey.scheme(algorithm, for: .keyExchange)
        guard case .keyExchange(let hash) = scheme, let holder = CurveHolder(privateKey.material),
            case .curvePublic(let peer) = publicKey.publicMaterial
        else { throw .parameter("a key exchange requires two keys on the same curve") }
        // Checks the parameters before a prompt.
        let derivation = try hash.map { (hash) throws(SecurityFailure) in
            try KeyExchangeDerivation(hash: hash, parameters: AttributeReader(parameters))
        }
        let secret = try holder.sharedSecret(with: peer)
        let result = try derivation?.derive(from: secret) ?? secret
        return result.withBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

private struct KeyExchangeDerivation {
    /// The maximum length of derived bytes, so that a wrong number cannot exhaust memory.
    static let maximumLength = 1 << 20

    let hash: HashFunction
    let length: Int
    let sharedInformation: [UInt8]

    init(hash: HashFunction, parameters: AttributeReader) throws(SecurityFailure) {
        guard let length = try parameters.integer(SecKeyKeyExchangeParameter.requestedSize.rawValue) else {
            throw .parameter("the algorithm requires requestedSize")
        }
        guard (1...Self.maximumLength).contains(length) else { throw .parameter("requestedSize is out of range") }
        self.hash = hash
        self.length = length
        sharedInformation = try parameters.data(SecKeyKeyExchangeParameter.sharedInfo.rawValue).map { [UInt8]($0) } ?? []
    }

    func derive(from secret: KeyBytes) throws(SecurityFailure) -> KeyBytes {
        guard let derived = X963KeyDerivation.derive(length, from: secret, sharing: sharedInformation, with: hash) else {
            throw SecurityFailure(errSecInternalComponent, "libcrypto failed to derive the key")
        }
        return derived
    }
}

/// The private half of a curve key, in this process or in the enclave.
struct CurveHolder {
    let publicKey: CurvePublicKey
    private let material: SecKey.Material

    /// Returns nil for other key material.
    init?(_ material: SecKey.Material) {
        switch material {
        case .curvePrivate(let key): publicKey = key.publicKey
        case .remote(let key): publicKey = key.publicKey
        case .curvePublic, .rsaPublic, .rsaPrivate: return nil
        }
        self.material = material
    }

    func signature(over digest: [UInt8], form: KeyScheme.SignatureForm) throws(SecurityFailure) -> [UInt8] {
        let curve = publicKey.curve
        let signature: [UInt8]?
        switch (material, form) {
        case (.curvePrivate(let key), .der): signature = key.signature(over: digest)
        case (.curvePrivate(let key), .joined):
            signature = key.signature(over: digest).flatMap { CurveSignature.joined(der: $0, on: curve) }
        case (.remote(let key), .der): signature = CurveSignature.der(joined: try key.signature(over: digest), on: curve)
        case (.remote(let key), .joined): signature = try key.signature(over: digest)
        case (.rsaPublic, _), (.rsaPrivate, _), (.curvePublic, _): signature = nil
        }
        guard let signature else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to sign") }
        return signature
    }

    /// - Throws: ``errSecParam`` for a peer on another curve.
    func sharedSecret(with peer: CurvePublicKey) throws(SecurityFailure) -> KeyBytes {
        guard peer.curve == publicKey.curve else { throw .parameter("the keys are on different curves") }
        let secret: KeyBytes?
        switch material {
        case .curvePrivate(let key): secret = key.sharedSecret(with: peer)
        case .remote(let key): secret = try key.sharedSecret(with: peer)
        case .rsaPublic, .rsaPrivate, .curvePublic: secret = nil
        }
        guard let secret else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to compute the shared secret") }
        return secret
    }
}

/// Encryption with a curve key: an ephemeral key, the ciphertext and its 16-byte tag.
///
/// X9.63 derives the AES key, and for ``KeyScheme/Vector/derived`` the initialization vector after it, from the shared secret
/// with the ephemeral key as shared information. Uses AES-128 on P-256, AES-256 on the larger curves.
struct IntegratedEncryption {
    let hash: HashFunction
    let vector: KeyScheme.Vector

    func encrypt(_ plaintext: [UInt8], to recipient: CurvePublicKey) throws(SecurityFailure) -> [UInt8] {
        guard let ephemeral = CurvePrivateKey(generatingOn: recipient.curve), let secret = ephemeral.sharedSecret(with: recipient),
            let keys = derivedKeys(secret, ephemeral: ephemeral.publicKey),
            let sealed = withKeys(keys, { AESGCM.seal(plaintext, key: $0, vector: $1) })
        else { throw SecurityFailure(errSecInternalComponent, "libcrypto failed to encrypt") }
        return ephemeral.publicKey.x963 + sealed
    }

    /// - Throws: ``errSecParam`` if the data is too short, if the ephemeral key is not a point on the curve, or if the data was
    ///   not encrypted with this key and algorithm or was modified. The first two are checked before a remote key is used.
    func decrypt(_ message: [UInt8], with holder: CurveHolder) throws(SecurityFailure) -> [UInt8] {
        let curve = holder.publicKey.curve
        guard message.count >= curve.publicLength + AESGCM.tagLength else {
            throw .parameter("the data is too short for a ciphertext of this key")
        }
        guard let ephemeral = CurvePublicKey(x963: message.prefix(curve.publicLength), on: curve) else {
            throw .parameter("the data does not begin with a key on the curve")
        }
        let secret = try holder.sharedSecret(with: ephemeral)
        guard let keys = derivedKeys(secret, ephemeral: ephemeral),
            let plaintext = withKeys(keys, { AESGCM.open(message[curve.publicLength...], key: $0, vector: $1) })
        else { throw .parameter("the data was not encrypted with this key and algorithm, or was modified") }
        return plaintext
    }

    private func derivedKeys(_ secret: KeyBytes, ephemeral: CurvePublicKey) -> KeyBytes? {
        let keyLength = Self.keyLength(on: ephemeral.curve)
        let length = vector == .derived ? keyLength + AESGCM.vectorLength : keyLength
        return X963KeyDerivation.derive(length, from: secret, sharing: ephemeral.x963, with: hash)
    }

    private func withKeys(_ keys: KeyBytes, _ body: (UnsafeBufferPointer<UInt8>, [UInt8]) -> [UInt8]?) -> [UInt8]? {
        keys.withBytes { bytes in
            let keyLength = vector == .derived ? bytes.count - AESGCM.vectorLength : bytes.count
            let derived = [UInt8](bytes[keyLength...])
            return body(
                UnsafeBufferPointer(rebasing: bytes[..<keyLength]),
                vector == .derived ? derived : [UInt8](repeating: 0, count: AESGCM.vectorLength))
        }
    }

    private static func keyLength(on curve: Curve) -> Int {
        curve == .p256 ? 16 : 32
    }
}
