import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A secret of 32 bytes that only the enclave can open again, and only for who meets a policy. Making one needs nobody: it is sealed to the
/// public half of a key that the enclave makes for it (ECDH on P-256, HKDF-SHA256, AES-256-GCM).
struct GuardedSecret: Hashable, Sendable {
    private static let version: UInt8 = 1

    let key: KeyBlob
    private let ephemeral: [UInt8]
    private let sealed: [UInt8]

    /// Seals `secret` under `policy`. Throws `passcodeNotSet` where the policy names a passcode that the device does not have.
    init(_ secret: SecretBytes, policy: KeyPolicy, enclave: any Enclave, random: any RandomBytes) throws(DeviceRefusal) {
        let made = try enclave.granted { (enclave) throws(EnclaveError) in try enclave.createKey(policy) }
        do {
            let ours = P256.KeyAgreement.PrivateKey()
            let theirs = try P256.KeyAgreement.PublicKey(x963Representation: made.publicKey.x963)
            let shared = try ours.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { SecretBytes($0) }
            key = made.blob
            ephemeral = Array(ours.publicKey.x963Representation)
            sealed = try Self.sealingKey(shared).seal(secret, boundTo: made.blob.bytes + ephemeral, random: random).bytes
        } catch {
            throw .unavailable("a secret cannot be sealed: \(error)")
        }
    }

    /// Gives nothing for bytes that are no such secret.
    init?(bytes: [UInt8]) {
        var reader = WireReader(bytes)
        do throws(WireError) {
            guard try reader.number(UInt8.self) == Self.version else { return nil }
            key = KeyBlob(try reader.octets(atMost: 1_024))
            ephemeral = try reader.octets(atMost: EnclavePublicKey.byteCount)
            sealed = try reader.octets(atMost: 1_024)
            try reader.finish()
        } catch {
            return nil
        }
    }

    var bytes: [UInt8] {
        var writer = WireWriter()
        writer.number(Self.version)
        writer.octets(key.bytes)
        writer.octets(ephemeral)
        writer.octets(sealed)
        return writer.bytes
    }

    /// Throws what the enclave refuses with, and `notDecodable` where the bytes were changed.
    func open(enclave: any Enclave, authorization: KeyAuthorization) throws(DeviceRefusal) -> SecretBytes {
        guard let peer = EnclavePublicKey(x963: ephemeral) else { throw .item(.notDecodable) }
        let shared = try enclave.granted { (enclave) throws(EnclaveError) in
            try enclave.sharedSecret(of: key, with: peer, authorization: authorization)
        }
        do {
            return try Self.sealingKey(shared).open(Sealed(bytes: sealed), boundTo: key.bytes + ephemeral)
        } catch {
            throw .item(.notDecodable)
        }
    }

    private static func sealingKey(_ shared: SecretBytes) throws(DeviceRefusal) -> SealingKey {
        guard let key = MasterKey(shared) else { throw .unavailable("the enclave gives a secret of \(shared.count) bytes") }
        return key.sealingKey(for: .guardedSecret)
    }
}

extension KeyPurpose {
    fileprivate static let guardedSecret = KeyPurpose("device-guarded-secret")
}
