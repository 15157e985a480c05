@_exported public import Crypto
public import Foundation
public import OpenLocalAuthentication
public import OpenSecurity

// CryptoKit on Apple's platforms consists of swift-crypto and types that need a device.

/// Keys that are created and used in the device's enclave, and never leave it.
public enum SecureEnclave {
    /// Whether this process has a device.
    public static var isAvailable: Bool { EnclaveKey.isPossible }

    /// P-256 keys, the only curve of the enclave.
    public enum P256 {
        /// Keys for signing.
        public enum Signing {
            /// A private key in the enclave for signing (ECDSA; FIPS 186-5, section 6).
            public struct PrivateKey: Sendable {
                private let key: EnclaveKey

                /// Creates a key. Shows no prompt.
                ///
                /// - Parameters:
                ///   - compactRepresentable: Whether the public key has a `compactRepresentation`. Creates keys until one has it,
                ///     two on average.
                ///   - accessControl: The conditions for using the key. Its flags should contain `privateKeyUsage`.
                ///   - authenticationContext: A context for uses of this object, which may already be authenticated.
                /// - Throws: An error of `NSOSStatusErrorDomain` if there is no device or it denies the request.
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
                    authenticationContext: LAContext? = nil
                ) throws {
                    key = try EnclaveKey(
                        isCompact: compactRepresentable, accessControl: accessControl, context: authenticationContext)
                }

                /// Creates a key from the ``dataRepresentation`` of an earlier one.
                ///
                /// - Throws: An error of `NSOSStatusErrorDomain` for damaged data, and for data of another app or device.
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    key = try EnclaveKey(representation: dataRepresentation, context: authenticationContext)
                }

                /// The public key.
                public var publicKey: Crypto.P256.Signing.PublicKey { key.signingKey }

                /// The sealed key, which only this app on this device can use. It may be stored anywhere.
                public var dataRepresentation: Data { key.representation }

                /// Returns a signature of the leftmost 32 bytes of a digest. May show a prompt.
                ///
                /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError`, as `SecKeyCreateSignature` returns it.
                public func signature<D: Digest>(for digest: D) throws -> Crypto.P256.Signing.ECDSASignature {
                    try key.signature(over: Data(digest))
                }

                /// Returns a signature of the SHA-256 digest of `data`.
                ///
                /// - Throws: As ``signature(for:)-(D)``.
                public func signature<D: DataProtocol>(for data: D) throws -> Crypto.P256.Signing.ECDSASignature {
                    try signature(for: SHA256.hash(data: data))
                }
            }
        }

        /// Keys for key agreement.
        public enum KeyAgreement {
            /// A private key in the enclave for key agreement (ECDH; SEC 1, section 3.3.1).
            public struct PrivateKey: Sendable {
                private let key: EnclaveKey

                /// Creates a key. Shows no prompt.
                ///
                /// - Parameters:
                ///   - compactRepresentable: Whether the public key has a `compactRepresentation`. Creates keys until one has it,
                ///     two on average.
                ///   - accessControl: The conditions for using the key. Its flags should contain `privateKeyUsage`.
                ///   - authenticationContext: A context for uses of this object, which may already be authenticated.
                /// - Throws: An error of `NSOSStatusErrorDomain` if there is no device or it denies the request.
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
                    authenticationContext: LAContext? = nil
                ) throws {
                    key = try EnclaveKey(
                        isCompact: compactRepresentable, accessControl: accessControl, context: authenticationContext)
                }

                /// Creates a key from the ``dataRepresentation`` of an earlier one.
                ///
                /// - Throws: An error of `NSOSStatusErrorDomain` for damaged data, and for data of another app or device.
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    key = try EnclaveKey(representation: dataRepresentation, context: authenticationContext)
                }

                /// The public key.
                public var publicKey: Crypto.P256.KeyAgreement.PublicKey { key.agreementKey }

                /// The sealed key, which only this app on this device can use. It may be stored anywhere.
                public var dataRepresentation: Data { key.representation }

                /// Returns the secret that this key shares with another one. May show a prompt.
                ///
                /// - Throws: An error of `NSOSStatusErrorDomain` or `LAError`, as `SecKeyCopyKeyExchangeResult` returns it.
                public func sharedSecretFromKeyAgreement(
                    with publicKeyShare: Crypto.P256.KeyAgreement.PublicKey
                ) throws -> SharedSecret {
                    try key.sharedSecret(with: publicKeyShare)
                }
            }
        }
    }
}
