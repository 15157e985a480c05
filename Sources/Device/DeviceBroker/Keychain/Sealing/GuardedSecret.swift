import Crypto
import DeviceProtocol
import FoundationEssentials
import Secrets

/// A secret of 32 bytes that only the enclave can open, if the authorization satisfies a policy. Sealing requires no authorization:
/// it uses the public half of a key that the enclave creates for it (ECDH on P-256, HKDF-SHA256, AES-256-GCM).
struct GuardedSecret: WireRecord, Hashable {
    let key: KeyBlob
    private let ephemeral: [UInt8]
    private let sealed: [UInt8]

    /// Seals `secret` under `policy`. Throws `passcodeNotSet` if the policy requires a passcode and the device has none.
    init(_ secret: SecretBytes, policy: KeyPolicy, enclave: any Enclave, random: any RandomBytes) throws(DeviceError) {
        let made = try enclave.granted { (enclave) throws(EnclaveError) in try enclave.createKey(policy) }
        do {
            let ours = P256.KeyAgreement.PrivateKey()
            let theirs = try P256.KeyAgreement.PublicKey(x963Representation: made.publicKey.x963)
            let shared = try ours.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { SecretBytes($0) }
            key = made.blob
            ephemeral = Array(ours.publicKey.x963Representation)
            sealed = try Self.sealingKey(shared).seal(secret, boundTo: made.blob.bytes + ephemeral, random: random).bytes
        } catch {
            throw .unavailable("cannot seal a secret: \(error)")
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

    /// Opens the secret. Throws the enclave's rejections, and `notDecodable` if the bytes were modified.
    func open(enclave: any Enclave, authorization: KeyAuthorization) throws(DeviceError) -> SecretBytes {
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

    private static func sealingKey(_ shared: SecretBytes) throws(DeviceError) -> SealingKey {
        guard let key = MasterKey(shared) else { throw .unavailable("the enclave returned a secret of \(shared.count) bytes") }
        return key.sealingKey(for: .guardedSecret)
    }
}

extension KeyPurpose {
    fileprivate static let guardedSecret = KeyPurpose("device-guarded-secret")
}

extension Enclave {
    /// Returns the value that the enclave grants, and throws its rejections as errors of the device. This is the only conversion
    /// between the two.
    func granted<Value>(
        _ body: (any Enclave) throws(EnclaveError) -> EnclaveAnswer<Value>
    ) throws(DeviceError) -> Value {
        let answer: EnclaveAnswer<Value>
        do throws(EnclaveError) {
            answer = try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
        switch answer {
        case .granted(let value): return value
        case .rejected(let rejection): throw DeviceError(rejection)
        }
    }

    /// Performs an operation that the enclave never rejects.
    func done<Value>(_ body: (any Enclave) throws(EnclaveError) -> Value) throws(DeviceError) -> Value {
        do throws(EnclaveError) {
            return try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
    }

    /// Returns the key from which the keys of this device are derived that do not depend on a passcode. Throws `unavailable` if the
    /// enclave does not return its secret.
    func deviceKey() throws(DeviceError) -> MasterKey {
        guard let key = MasterKey(try done { (enclave) throws(EnclaveError) in try enclave.deviceSecret() }) else {
            throw .unavailable("the enclave's device secret must have \(MasterKey.byteCount) bytes")
        }
        return key
    }
}

extension DeviceError {
    init(_ rejection: EnclaveRejection) {
        switch rejection {
        case .unknownBlob, .passcodeRemoved, .biometricSetChanged: self = .item(.notDecodable)
        case .authorizationRequired, .wrongPasscode, .wrongPresence: self = .authentication(.authenticationFailed)
        case .lockedOut: self = .authentication(.biometryLockout)
        case .passcodeNotSet: self = .item(.passcodeNotSet)
        case .passcodeAlreadySet: self = .badRequest("a passcode is already set")
        case .cannotAttest: self = .item(.notAttestable)
        }
    }
}

extension KeyPolicy {
    /// Creates the enclave's policy for an access control list.
    ///
    /// For the enclave, a confirmation on the watch is equivalent to a match: presence that the broker asserts. The broker shows
    /// the prompt that the list requires.
    init(_ control: AccessControl) throws(DeviceError) {
        switch (control.constraints, control.combination) {
        case ([.userPresence], _): self = .userPresence
        case (let constraints, let combination):
            var factors = Set(constraints.compactMap(\.factor))
            if constraints.contains(.companion), !factors.contains(.currentBiometry) { factors.insert(.biometry) }
            guard let policy = KeyPolicy(combination == .all ? .all : .any, of: factors) else {
                throw .badRequest("the access control list requires both kinds of biometry")
            }
            self = policy
        }
    }

    /// Whether a change of the biometric set invalidates the data that the policy protects.
    var isInvalidatedByEnrolment: Bool { self == .currentBiometry || self == .passcodeAndCurrentBiometry }
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
