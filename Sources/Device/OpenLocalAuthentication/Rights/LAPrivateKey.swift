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
