import DeviceProtocol
public import Foundation
public import OpenSecurity

/// The private key of a saved right: P-256, in the device's enclave, which it never leaves. It works while the right is authorised.
///
/// Operations throw ``LAError/notInteractive`` unless the right is authorised, and errors of Security's (`NSOSStatusErrorDomain`) as
/// `SecKeyCreateSignature` and its like do. Completion handlers are called on a private queue, never before the call returns.
public final class LAPrivateKey: NSObject, Sendable {
    /// The public half, for which nobody need be asked.
    public let publicKey: LAPublicKey
    private let key: SecKey

    init(_ holder: RightKeyHolder) throws(DeviceRefusal) {
        do throws(SecurityFailure) {
            key = try SecKey(remote: holder)
        } catch {
            throw .unavailable(error.reason)
        }
        publicKey = LAPublicKey(SecKey(key.publicMaterial), holder)
        super.init()
    }

    /// Whether the key signs with the algorithm.
    public func canSign(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .sign, algorithm)
    }

    /// Signs a message or a digest, as the algorithm says.
    public func sign(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.signature(over: data, algorithm) }
    }

    /// Signs a message or a digest, as the algorithm says.
    public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await BlockingCall.value { [key] in try key.signature(over: data, algorithm) }
    }

    /// Whether the key decrypts with the algorithm.
    public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .decrypt, algorithm)
    }

    /// Decrypts what was encrypted to the public key.
    public func decrypt(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.decryption(of: data, algorithm) }
    }

    /// Decrypts what was encrypted to the public key.
    public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await BlockingCall.value { [key] in try key.decryption(of: data, algorithm) }
    }

    /// Whether the key agrees on secrets with the algorithm.
    public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm)
    }

    /// Agrees on a secret with the holder of another P-256 key.
    ///
    /// - Parameters:
    ///   - publicKey: The other's public key: 4, X and Y, 65 bytes.
    ///   - parameters: As of `SecKeyCopyKeyExchangeResult`: `SecKeyKeyExchangeParameter.requestedSize` and perhaps `sharedInfo`, or their raw values,
    ///     for an algorithm that derives.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any],
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        let parameters = ExchangeParameters(parameters)
        BlockingCall.reply(to: handler) { [key] in try key.secret(with: publicKey, algorithm, parameters) }
    }

    /// Agrees on a secret with the holder of another key; see ``exchangeKeys(publicKey:algorithm:parameters:completion:)``.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
    ) async throws -> Data {
        let parameters = ExchangeParameters(parameters)
        return try await BlockingCall.value { [key] in try key.secret(with: publicKey, algorithm, parameters) }
    }
}

/// The public key of a saved right. It works always; nobody is asked.
///
/// Operations throw errors of Security's (`NSOSStatusErrorDomain`), as `SecKeyVerifySignature` and its like do. Completion handlers are called on a
/// private queue, never before the call returns.
public final class LAPublicKey: NSObject, Sendable {
    private let key: SecKey
    let holder: RightKeyHolder

    init(_ key: SecKey, _ holder: RightKeyHolder) {
        self.key = key
        self.holder = holder
        super.init()
    }

    /// The key in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    public var bytes: Data {
        get async throws { Data(key.publicBytes) }
    }

    /// Gives the key in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    public func exportBytes(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [key] in Data(key.publicBytes) }
    }

    /// Whether the key encrypts with the algorithm.
    public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .encrypt, algorithm)
    }

    /// Encrypts to the holder of the private key.
    public func encrypt(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.encryption(of: data, algorithm) }
    }

    /// Encrypts to the holder of the private key.
    public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try key.encryption(of: data, algorithm)
    }

    /// Whether the key verifies with the algorithm.
    public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .verify, algorithm)
    }

    /// Verifies a signature over a message or a digest, as the algorithm says. The handler gets nil for a good one, and an error with
    /// `errSecVerifyFailed` for any other.
    public func verify(
        _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.verify(signature, over: signedData, algorithm) }
    }

    /// Verifies a signature over a message or a digest, as the algorithm says. Throws `errSecVerifyFailed` for one that is not good.
    public func verify(_ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm) async throws {
        try key.verify(signature, over: signedData, algorithm)
    }
}

// Not Apple's: there the keys of rights come with no statement that anybody else could check.
extension LAPublicKey {
    /// Not Apple's: what the device's TPM states of the key, for a server to check: that it was made inside and cannot leave.
    ///
    /// The statement holds for `challenge` alone, of which the device states the SHA-256; nobody is asked. It has four structures of TPM 2.0, each
    /// behind its length in two bytes: docs/second-factors.md. Throws `errSecUnimplemented` where the enclave states nothing, as one of software
    /// does, and a TPM of rights that were saved before it could.
    public func attestation(for challenge: Data) async throws -> Data {
        guard let digest = Octets32(HashFunction.sha256.digest(of: challenge)) else {
            throw DeviceRefusal.badRequest("no digest").appError
        }
        return try await BlockingCall.value { [holder] in
            do throws(DeviceRefusal) {
                return Data(try holder.attestation(over: digest).bytes)
            } catch {
                throw error.appError
            }
        }
    }
}

/// The secret of a saved right. Whoever reads it holds it in clear from then on.
public final class LASecret: NSObject, Sendable {
    private let identifier: RightIdentifier
    private let authorization: RightAuthorization

    init(_ identifier: RightIdentifier, _ authorization: RightAuthorization) {
        self.identifier = identifier
        self.authorization = authorization
        super.init()
    }

    /// The bytes. Throws ``LAError/notInteractive`` unless the right is authorised, and `errSecItemNotFound` (`NSOSStatusErrorDomain`) where
    /// the right has no secret.
    public var rawData: Data {
        get async throws {
            try await BlockingCall.value { [self] in try read() }
        }
    }

    /// Reads the bytes; see ``rawData``.
    ///
    /// - Parameter handler: Called on a private queue, never before this returns.
    public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try read() }
    }

    private func read() throws -> Data {
        do throws(DeviceRefusal) {
            let request = ReadRightSecret(identifier: identifier, context: try authorization.authorizedContext())
            return Data(try authorization.device.perform(request).bytes)
        } catch {
            throw error.error(isBiometryAlone: authorization.isBiometryAlone)
        }
    }
}
