import Crypto
import Secrets
import Synchronization
import Testing

@testable import DeviceBroker

extension EnclaveAnswer {
    /// The value. A rejection fails the test.
    func granted(_ location: SourceLocation = #_sourceLocation) throws -> Value {
        switch self {
        case .granted(let value): return value
        case .rejected(let rejection):
            Issue.record("rejected: \(rejection)", sourceLocation: location)
            throw EnclaveError(.protocolViolation, "rejected: \(rejection)")
        }
    }

    /// The rejection, or nil for a value.
    var rejection: EnclaveRejection? {
        if case .rejected(let rejection) = self { rejection } else { nil }
    }
}

/// Proofs of invented passcodes.
func proof(_ number: UInt8) throws -> PasscodeProof {
    try #require(PasscodeProof(SecretBytes([UInt8](repeating: number, count: 32))))
}

extension Enclave {
    /// The broker's presence key for this enclave.
    func presenceKey() throws -> PresenceKey {
        try #require(PresenceKey(deviceSecret: try deviceSecret()))
    }
}

/// Signs as the broker does, and records the challenges and its responses.
final class RememberingSigner: PresenceSigner {
    private let key: PresenceKey
    private let memory = Mutex<[(PresenceChallenge, [UInt8]?)]>([])

    init(_ key: PresenceKey) {
        self.key = key
    }

    func signature(for challenge: PresenceChallenge) -> [UInt8]? {
        let signature = key.signature(for: challenge)
        memory.withLock { $0.append((challenge, signature)) }
        return signature
    }

    var challenges: [PresenceChallenge] { memory.withLock { $0.map(\.0) } }
    var signatures: [[UInt8]] { memory.withLock { $0.compactMap(\.1) } }
}

/// Responds with the result of a function of the challenge.
struct ScriptedSigner: PresenceSigner {
    let answer: @Sendable (PresenceChallenge) -> [UInt8]?

    func signature(for challenge: PresenceChallenge) -> [UInt8]? { answer(challenge) }
}

/// A presence key that no enclave knows.
func otherPersonsKey() throws -> PresenceKey {
    try #require(PresenceKey(deviceSecret: SecretBytes([UInt8](repeating: 0x5A, count: 32))))
}

/// The input of most signatures in these tests.
let input = SignatureInput(digest: SHA256.hash(data: Array("hello".utf8)))

/// Returns whether r and s are a valid signature of `input`.
func verifies(_ signature: [UInt8], of input: SignatureInput = input, by key: EnclavePublicKey) throws -> Bool {
    let key = try P256.Signing.PublicKey(x963Representation: key.x963)
    return key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: GivenDigest(bytes: input.bytes))
}

/// 32 bytes as a digest, which swift-crypto verifies without hashing.
struct GivenDigest: Digest {
    static var byteCount: Int { 32 }
    let bytes: [UInt8]
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }
    func makeIterator() -> [UInt8].Iterator { bytes.makeIterator() }
    var description: String { "digest" }
}
