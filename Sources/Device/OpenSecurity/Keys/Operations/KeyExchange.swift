public import Foundation

/// The secret that `privateKey` shares with `publicKey`, or bytes derived from it by X9.63.
///
/// For a key in the enclave this may prompt; the call returns when the prompt is answered.
///
/// - Parameters:
///   - publicKey: The other side's, on the same curve; of a private key its public half.
///   - parameters: For an algorithm that derives: ``SecKeyKeyExchangeParameter/requestedSize``, 1 to 1,048,576 bytes, and perhaps
///     ``SecKeyKeyExchangeParameter/sharedInfo``. Others do not look at it.
///   - error: Gets the reason where the result is nil; the caller owns it.
/// - Returns: Nil with ``errSecParam`` for an algorithm or a peer that `privateKey` does not agree with, and for parameters that
///   are missing or out of range; with another error where the key's holder refuses.
@discardableResult
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ publicKey: SecKey, _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    report(to: error) { () throws(SecurityFailure) in
        let scheme = try privateKey.scheme(algorithm, for: .keyExchange)
        guard case .keyExchange(let hash) = scheme, let holder = CurveHolder(privateKey.material),
            case .curvePublic(let peer) = publicKey.publicMaterial
        else { throw .parameter("a key exchange needs two keys on the same curve") }
        // Before anyone is prompted for a result that could not be given.
        let derivation = try hash.map { (hash) throws(SecurityFailure) in
            try KeyExchangeDerivation(hash: hash, parameters: AttributeReader(parameters))
        }
        let secret = try holder.sharedSecret(with: peer)
        let result = try derivation?.derive(from: secret) ?? secret
        return result.withBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    }
}

private struct KeyExchangeDerivation {
    /// The most bytes that are derived at once, so that a wrong number cannot take all memory.
    static let maximumLength = 1 << 20

    let hash: HashFunction
    let length: Int
    let sharedInformation: [UInt8]

    init(hash: HashFunction, parameters: AttributeReader) throws(SecurityFailure) {
        guard let length = try parameters.integer(SecKeyKeyExchangeParameter.requestedSize.rawValue) else {
            throw .parameter("the algorithm needs the requested size")
        }
        guard (1...Self.maximumLength).contains(length) else { throw .parameter("the requested size is out of range") }
        self.hash = hash
        self.length = length
        sharedInformation = try parameters.data(SecKeyKeyExchangeParameter.sharedInfo.rawValue).map { [UInt8]($0) } ?? []
    }

    func derive(from secret: KeyBytes) throws(SecurityFailure) -> KeyBytes {
        guard let derived = X963KeyDerivation.derive(length, from: secret, sharing: sharedInformation, with: hash) else {
            throw SecurityFailure(errSecInternalComponent, "libcrypto could not derive")
        }
        return derived
    }
}
