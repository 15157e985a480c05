@_exported public import Crypto
public import Foundation
public import OpenLocalAuthentication
public import OpenSecurity

// CryptoKit as Apple's platforms have it: swift-crypto, and what it leaves out because it needs a device.

/// Keys that are made in the device's enclave, used there, and never leave it.
public enum SecureEnclave {
    /// Whether this process has a device.
    public static var isAvailable: Bool { EnclaveKey.isPossible }

    /// Keys on P-256: the curve of the enclave.
    public enum P256 {
        /// Keys that sign.
        public enum Signing {
            /// A key of the enclave that signs (ECDSA; FIPS 186-5, section 6).
            public struct PrivateKey: Sendable {
                private let key: EnclaveKey

                /// Makes a key. Nobody is asked for that.
                ///
                /// - Parameters:
                ///   - compactRepresentable: Whether the public key has a `compactRepresentation`. Keys are made until one has: two on average.
                ///   - accessControl: When it may be used, and who is asked before. Its flags are to name `privateKeyUsage`.
                ///   - authenticationContext: Who was authenticated already, for this object's uses.
                /// - Throws: an error of `NSOSStatusErrorDomain` where there is no device, or it refuses.
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
                    authenticationContext: LAContext? = nil
                ) throws {
                    key = try EnclaveKey(
                        isCompact: compactRepresentable, accessControl: accessControl, context: authenticationContext)
                }

                /// The key that an earlier one's ``dataRepresentation`` stands for.
                ///
                /// - Throws: an error of `NSOSStatusErrorDomain` for other data: another app's, another device's, damaged.
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    key = try EnclaveKey(representation: dataRepresentation, context: authenticationContext)
                }

                /// The public half.
                public var publicKey: Crypto.P256.Signing.PublicKey { key.signingKey }

                /// What stands for the key: sealed by the device, for this app alone. It may be kept anywhere.
                public var dataRepresentation: Data { key.representation }

                /// A signature over a digest, or over its leftmost 32 bytes. The person may be asked before.
                ///
                /// - Throws: an error of `NSOSStatusErrorDomain` or `LAError`, as `SecKeyCreateSignature` gives it.
                public func signature<D: Digest>(for digest: D) throws -> Crypto.P256.Signing.ECDSASignature {
                    try key.signature(over: Data(digest))
                }

                /// A signature over the SHA-256 digest of `data`.
                ///
                /// - Throws: as ``signature(for:)-(D)``.
                public func signature<D: DataProtocol>(for data: D) throws -> Crypto.P256.Signing.ECDSASignature {
                    try signature(for: SHA256.hash(data: data))
                }
            }
        }

        /// Keys that agree on secrets.
        public enum KeyAgreement {
            /// A key of the enclave that agrees on secrets with others (ECDH; SEC 1, section 3.3.1).
            public struct PrivateKey: Sendable {
                private let key: EnclaveKey

                /// Makes a key. Nobody is asked for that.
                ///
                /// - Parameters:
                ///   - compactRepresentable: Whether the public key has a `compactRepresentation`. Keys are made until one has: two on average.
                ///   - accessControl: When it may be used, and who is asked before. Its flags are to name `privateKeyUsage`.
                ///   - authenticationContext: Who was authenticated already, for this object's uses.
                /// - Throws: an error of `NSOSStatusErrorDomain` where there is no device, or it refuses.
                public init(
                    compactRepresentable: Bool = true, accessControl: SecAccessControl? = nil,
                    authenticationContext: LAContext? = nil
                ) throws {
                    key = try EnclaveKey(
                        isCompact: compactRepresentable, accessControl: accessControl, context: authenticationContext)
                }

                /// The key that an earlier one's ``dataRepresentation`` stands for.
                ///
                /// - Throws: an error of `NSOSStatusErrorDomain` for other data: another app's, another device's, damaged.
                public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws {
                    key = try EnclaveKey(representation: dataRepresentation, context: authenticationContext)
                }

                /// The public half.
                public var publicKey: Crypto.P256.KeyAgreement.PublicKey { key.agreementKey }

                /// What stands for the key: sealed by the device, for this app alone. It may be kept anywhere.
                public var dataRepresentation: Data { key.representation }

                /// The secret that this key and another share. The person may be asked before.
                ///
                /// - Throws: an error of `NSOSStatusErrorDomain` or `LAError`, as `SecKeyCopyKeyExchangeResult` gives it.
                public func sharedSecretFromKeyAgreement(
                    with publicKeyShare: Crypto.P256.KeyAgreement.PublicKey
                ) throws -> SharedSecret {
                    try key.sharedSecret(with: publicKeyShare)
                }
            }
        }
    }
}
