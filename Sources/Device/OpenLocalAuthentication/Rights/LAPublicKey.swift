public import Foundation
public import OpenSecurity

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
