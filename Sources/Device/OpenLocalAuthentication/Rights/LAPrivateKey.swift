import DeviceProtocol
public import Foundation
public import OpenSecurity

/// The private key of a saved right: a P-256 key that never leaves the device's enclave. It works while the right is authorized.
///
/// Operations throw ``LAError/notInteractive`` unless the right is authorized, and errors of Security (`NSOSStatusErrorDomain`)
/// like `SecKeyCreateSignature` and similar functions. Completion handlers are called on a private queue after the method
/// returns.
public final class LAPrivateKey: NSObject, Sendable {
    /// The public key, which needs no authorization.
    public let publicKey: LAPublicKey
    private let key: SecKey

    init(_ holder: RightKeyHolder) throws(DeviceError) {
        do throws(SecurityFailure) {
            key = try SecKey(remote: holder)
        } catch {
            throw .unavailable(error.reason)
        }
        publicKey = LAPublicKey(SecKey(key.publicMaterial), holder)
        super.init()
    }

    /// Returns whether the key supports signing with the algorithm.
    public func canSign(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .sign, algorithm)
    }

    /// Signs a message or a digest, depending on the algorithm.
    public func sign(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.signature(over: data, algorithm) }
    }

    /// Signs a message or a digest, depending on the algorithm.
    public func sign(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await BlockingCall.value { [key] in try key.signature(over: data, algorithm) }
    }

    /// Returns whether the key supports decryption with the algorithm.
    public func canDecrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .decrypt, algorithm)
    }

    /// Decrypts data that was encrypted with the public key.
    public func decrypt(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.decryption(of: data, algorithm) }
    }

    /// Decrypts data that was encrypted with the public key.
    public func decrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try await BlockingCall.value { [key] in try key.decryption(of: data, algorithm) }
    }

    /// Returns whether the key supports key exchange with the algorithm.
    public func canExchangeKeys(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .keyExchange, algorithm)
    }

    /// Performs a key exchange with another P-256 key.
    ///
    /// - Parameters:
    ///   - publicKey: The peer's public key: 4, X and Y, 65 bytes.
    ///   - parameters: The parameters of `SecKeyCopyKeyExchangeResult` for a key derivation:
    ///     `SecKeyKeyExchangeParameter.requestedSize` and optionally `sharedInfo`, or their raw values.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any],
        completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        let parameters = ExchangeParameters(parameters)
        BlockingCall.reply(to: handler) { [key] in try key.secret(with: publicKey, algorithm, parameters) }
    }

    /// Performs a key exchange; see ``exchangeKeys(publicKey:algorithm:parameters:completion:)``.
    public func exchangeKeys(
        publicKey: Data, algorithm: SecKeyAlgorithm, parameters: [AnyHashable: Any]
    ) async throws -> Data {
        let parameters = ExchangeParameters(parameters)
        return try await BlockingCall.value { [key] in try key.secret(with: publicKey, algorithm, parameters) }
    }
}

/// The public key of a saved right. It needs no authorization.
///
/// Operations throw errors of Security (`NSOSStatusErrorDomain`) like `SecKeyVerifySignature` and similar functions. Completion
/// handlers are called on a private queue after the method returns.
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

    /// Exports the key in the uncompressed form of X9.63: 4, X and Y, 65 bytes.
    public func exportBytes(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [key] in Data(key.publicBytes) }
    }

    /// Returns whether the key supports encryption with the algorithm.
    public func canEncrypt(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .encrypt, algorithm)
    }

    /// Encrypts data for the owner of the private key.
    public func encrypt(
        _ data: Data, algorithm: SecKeyAlgorithm, completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.encryption(of: data, algorithm) }
    }

    /// Encrypts data for the owner of the private key.
    public func encrypt(_ data: Data, algorithm: SecKeyAlgorithm) async throws -> Data {
        try key.encryption(of: data, algorithm)
    }

    /// Returns whether the key supports verification with the algorithm.
    public func canVerify(using algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyIsAlgorithmSupported(key, .verify, algorithm)
    }

    /// Verifies a signature of a message or a digest, depending on the algorithm. Passes nil to the handler for a valid
    /// signature, otherwise an error with `errSecVerifyFailed`.
    public func verify(
        _ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm,
        completion handler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [key] in try key.verify(signature, over: signedData, algorithm) }
    }

    /// Verifies a signature of a message or a digest, depending on the algorithm. Throws `errSecVerifyFailed` for an invalid
    /// signature.
    public func verify(_ signedData: Data, signature: Data, algorithm: SecKeyAlgorithm) async throws {
        try key.verify(signature, over: signedData, algorithm)
    }
}

// Not in Apple's API, whose keys of rights cannot be attested.
extension LAPublicKey {
    /// Returns an attestation of the key by the device's TPM, for a server to verify: the key was created in the TPM and cannot
    /// leave it.
    ///
    /// Not in Apple's API. The attestation is bound to `challenge`, whose SHA-256 digest it contains. It needs no authorization.
    /// It consists of four TPM 2.0 structures, each preceded by its length in two bytes; see docs/second-factors.md. Throws
    /// `errSecUnimplemented` if the enclave cannot attest the key: for an enclave in software, and for rights that were saved
    /// before the TPM enclave supported it.
    public func attestation(for challenge: Data) async throws -> Data {
        guard let digest = Octets32(HashFunction.sha256.digest(of: challenge)) else {
            throw DeviceError.badRequest("the digest is malformed").appError
        }
        return try await BlockingCall.value { [holder] in
            do throws(DeviceError) {
                return Data(try holder.attestation(over: digest).bytes)
            } catch {
                throw error.appError
            }
        }
    }
}

/// The secret of a saved right. A caller that reads it has it in the clear.
public final class LASecret: NSObject, Sendable {
    private let identifier: RightIdentifier
    private let authorization: RightAuthorization

    init(_ identifier: RightIdentifier, _ authorization: RightAuthorization) {
        self.identifier = identifier
        self.authorization = authorization
        super.init()
    }

    /// The bytes. Throws ``LAError/notInteractive`` unless the right is authorized, and `errSecItemNotFound`
    /// (`NSOSStatusErrorDomain`) if the right has no secret.
    public var rawData: Data {
        get async throws {
            try await BlockingCall.value { [self] in try read() }
        }
    }

    /// Reads the bytes; see ``rawData``.
    ///
    /// - Parameter handler: Called on a private queue after the method returns.
    public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try read() }
    }

    private func read() throws -> Data {
        do throws(DeviceError) {
            let request = ReadRightSecret(identifier: identifier, context: try authorization.authorizedContext())
            return Data(try authorization.device.perform(request).bytes)
        } catch {
            throw error.error(isBiometryAlone: authorization.isBiometryAlone)
        }
    }
}
