import Crypto
import FoundationEssentials
import Secrets

/// An opened key of the software enclave, prepared for one kind of operation.
struct SoftwareKey: Sendable {
    private enum Form {
        case signing(P256.Signing.PrivateKey)
        case agreement(P256.KeyAgreement.PrivateKey)
    }

    private let form: Form

    /// Creates a key from the scalar of a genuine blob. Fails with ``EnclaveError/Code/damagedState`` if the scalar is not a P-256
    /// key.
    init(_ scalar: SecretBytes, for operation: KeyUse.Operation) throws(Interruption) {
        do {
            form = try scalar.withBytes { bytes in
                switch operation {
                case .sign: .signing(try P256.Signing.PrivateKey(rawRepresentation: bytes))
                case .agree: .agreement(try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes))
                }
            }
        } catch {
            throw .failed(EnclaveError(.damagedState, "the scalar in a genuine blob is not a P-256 key"))
        }
    }

    func perform(_ operation: KeyUse.Operation) throws(Interruption) -> EnclaveResponse {
        switch (operation, form) {
        case (.sign(let input), .signing(let key)):
            guard let signature = try? key.signature(for: PreparedDigest(input)) else { break }
            return .signature(Array(signature.rawRepresentation))
        case (.agree(let peer), .agreement(let key)):
            guard let shared = try? key.sharedSecretFromKeyAgreement(with: peer.point) else { break }
            return .secret(shared.withUnsafeBytes { SecretBytes($0) })
        case (.sign, .agreement), (.agree, .signing): break
        }
        throw .failed(EnclaveError(.damagedState, "the key in a genuine blob cannot perform this operation"))
    }
}

/// Recently used keys, opened, because creating a key from its scalar takes longer than signing with it. Never contains keys that
/// require the passcode. Each use is still authorized individually.
struct RecentKeys: Sendable {
    static let limit = 64

    private struct Slot: Hashable {
        let blob: [UInt8]
        let isForSigning: Bool

        init(_ use: KeyUse) {
            blob = use.blob
            isForSigning = if case .sign = use.operation { true } else { false }
        }
    }

    private var keys: [Slot: SoftwareKey] = [:]

    subscript(use: KeyUse) -> SoftwareKey? { keys[Slot(use)] }

    mutating func remember(_ key: SoftwareKey, of use: KeyUse) {
        if keys.count >= Self.limit { keys = [:] }
        keys[Slot(use)] = key
    }
}

/// 32 bytes as a digest of swift-crypto, which signs them without hashing.
private struct PreparedDigest: Digest {
    static var byteCount: Int { SignatureInput.byteCount }

    private let bytes: [UInt8]

    init(_ input: SignatureInput) {
        bytes = input.bytes
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    func makeIterator() -> [UInt8].Iterator { bytes.makeIterator() }

    var description: String { "digest" }
}
