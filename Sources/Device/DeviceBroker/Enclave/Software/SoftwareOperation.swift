import Crypto
import FoundationEssentials
import Secrets

/// What the software enclave does with an opened key.
enum SoftwareOperation {
    static func perform(_ operation: KeyUse.Operation, with secret: SecretBytes) throws(Interruption) -> EnclaveResponse {
        switch operation {
        case .sign(let input):
            guard let key = secret.withBytes({ try? P256.Signing.PrivateKey(rawRepresentation: $0) }),
                let signature = try? key.signature(for: PreparedDigest(input))
            else { throw .failed(EnclaveError(.damagedState, "the key inside a genuine blob cannot sign")) }
            return .signature(Array(signature.rawRepresentation))
        case .agree(let peer):
            guard let key = secret.withBytes({ try? P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }),
                let peer = try? P256.KeyAgreement.PublicKey(x963Representation: peer.x963),
                let shared = try? key.sharedSecretFromKeyAgreement(with: peer)
            else { throw .failed(EnclaveError(.damagedState, "the key inside a genuine blob cannot agree")) }
            return .secret(shared.withUnsafeBytes { SecretBytes($0) })
        }
    }
}

/// 32 bytes that swift-crypto takes for a digest, so that it signs them as they are.
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
