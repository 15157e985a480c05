import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A secret of 32 bytes that only the enclave can open again, and only for who meets a policy. Making one needs nobody: it is sealed to the
/// public half of a key that the enclave makes for it (ECDH on P-256, HKDF-SHA256, AES-256-GCM).
struct GuardedSecret: WireRecord, Hashable {
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

    static let wire = WireForm(
        version: 1, Self.init(key:ephemeral:sealed:), .field(\.key.bytes, .octets(atMost: 1_024)),
        .field(\.ephemeral, .octets(atMost: EnclavePublicKey.byteCount)), .field(\.sealed, .octets(atMost: 1_024)))

    private init(key: [UInt8], ephemeral: [UInt8], sealed: [UInt8]) {
        self.key = KeyBlob(key)
        self.ephemeral = ephemeral
        self.sealed = sealed
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

extension Enclave {
    /// What the enclave grants. Its refusals become the refusals of the device: one place decides what an app is told.
    func granted<Value>(
        _ body: (any Enclave) throws(EnclaveError) -> EnclaveAnswer<Value>
    ) throws(DeviceRefusal) -> Value {
        let answer: EnclaveAnswer<Value>
        do throws(EnclaveError) {
            answer = try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
        switch answer {
        case .granted(let value): return value
        case .refused(let refusal): throw DeviceRefusal(refusal)
        }
    }

    /// What the enclave does, where it has no reason to refuse.
    func done<Value>(_ body: (any Enclave) throws(EnclaveError) -> Value) throws(DeviceRefusal) -> Value {
        do throws(EnclaveError) {
            return try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
    }

    /// From which the keys come that belong to this device and to nobody's passcode. Throws `unavailable` where the enclave does not give the secret.
    func deviceKey() throws(DeviceRefusal) -> MasterKey {
        guard let key = MasterKey(try done { (enclave) throws(EnclaveError) in try enclave.deviceSecret() }) else {
            throw .unavailable("the enclave's device secret is not of \(MasterKey.byteCount) bytes")
        }
        return key
    }
}

extension DeviceRefusal {
    init(_ refusal: EnclaveRefusal) {
        switch refusal {
        case .unknownBlob, .passcodeGone, .biometricSetChanged: self = .item(.notDecodable)
        case .authorizationRequired, .wrongPasscode, .wrongPresence: self = .authentication(.authenticationFailed)
        case .lockedOut: self = .authentication(.biometryLockout)
        case .passcodeNotSet: self = .item(.passcodeNotSet)
        case .passcodeAlreadySet: self = .badRequest("a passcode is set already")
        case .cannotAttest: self = .item(.notAttestable)
        }
    }
}

extension KeyPolicy {
    /// The policy under which the enclave keeps what stands behind the list.
    ///
    /// To the enclave a confirmation on the watch is what a match is: presence for which the broker signs. The broker asks for the one that the list names.
    init(_ control: AccessControl) throws(DeviceRefusal) {
        switch (control.constraints, control.combination) {
        case ([.userPresence], _): self = .userPresence
        case (let constraints, let combination):
            var factors = Set(constraints.compactMap(\.factor))
            if constraints.contains(.companion), !factors.contains(.currentBiometry) { factors.insert(.biometry) }
            guard let policy = KeyPolicy(combination == .all ? .all : .any, of: factors) else {
                throw .badRequest("the access control list asks for both kinds of biometry")
            }
            self = policy
        }
    }

    /// Whether what is kept under the policy is dead once the set of fingers or faces has changed.
    var diesWithSet: Bool { self == .currentBiometry || self == .passcodeAndCurrentBiometry }
}

extension AccessConstraint {
    fileprivate var factor: KeyPolicy.Factor? {
        switch self {
        case .biometryAny: .biometry
        case .biometryCurrentSet: .currentBiometry
        case .devicePasscode: .passcode
        case .userPresence, .companion: nil
        }
    }
}
