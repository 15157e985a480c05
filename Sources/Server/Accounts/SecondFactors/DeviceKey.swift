import Crypto
import FoundationEssentials

/// A key that a device of the owner keeps, and signs challenges with once its owner is present there.
package struct DeviceKey: Hashable, Sendable {
    package let id: DeviceKeyID
    package let account: AccountID
    package let publicKey: DevicePublicKey
    /// What its owner calls it, cleaned: 1 to 100 scalars that can be seen.
    package let name: String
    package let createdAt: Timestamp
    /// Nil until it has signed a challenge.
    package let lastUsedAt: Timestamp?
    /// The attestation key that stated, when this one was added, that it was made in a TPM and cannot leave it; nil where nobody did.
    package let attestedBy: TPMName?

    package init(
        id: DeviceKeyID, account: AccountID, publicKey: DevicePublicKey, name: String, createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil, attestedBy: TPMName? = nil
    ) {
        self.id = id
        self.account = account
        self.publicKey = publicKey
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.attestedBy = attestedBy
    }

    /// How many an account may have.
    package static var limit: Int { 20 }
}

/// What names a device key; it proves nothing.
package typealias DeviceKeyID = Identifier<DeviceKey>

package enum DeviceKeyOutcome: Sendable {
    /// Recovery codes come with the first second factor of an account and are shown this once.
    case added(DeviceKey, recoveryCodes: [RecoveryCode]?)
    /// The account has this key.
    case alreadyAdded
    /// It has ``DeviceKey/limit``.
    case tooMany
    /// A statement was shown, and does not hold for this key.
    case attestationRefused(AttestationRefusal)
    /// None was shown, and the operator wants one.
    case attestationRequired
    case reauthenticationRequired
    case sessionEnded
}

/// The public half of a key that a device keeps: a point of the curve P-256 (FIPS 186-5), uncompressed.
package struct DevicePublicKey: Hashable, Sendable {
    /// X9.63: 04, then both coordinates, 65 bytes in all. It is what `SecKeyCopyExternalRepresentation` and `LAPublicKey.bytes` give.
    package let x963: [UInt8]

    /// Refuses what is not 65 bytes, begins with anything but 04, or is no point of the curve.
    package init?(x963: [UInt8]) {
        guard x963.count == 65, x963.first == 0x04, (try? P256.Signing.PublicKey(x963Representation: x963)) != nil else {
            return nil
        }
        self.x963 = x963
    }

    /// Whether the signature of a message is of the private half: ECDSA with SHA-256, in DER (`ecdsaSignatureMessageX962SHA256`).
    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count <= Self.longestSignature, let key = try? P256.Signing.PublicKey(x963Representation: x963),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// In DER: a sequence of two integers of up to 33 bytes.
    private static var longestSignature: Int { 72 }
}

extension SecondFactorService {
    /// Adds the key of a device to the signed-in account. From then on every sign-in asks for a second factor.
    ///
    /// The key is not asked to sign anything here, so that its owner is not asked for a finger: whoever adds a key they do not have
    /// locks out nobody but themselves, and has the recovery codes.
    ///
    /// - Parameter attestation: what the device's TPM states of the key; one that does not hold is refused, not overlooked.
    package func addDeviceKey(
        _ publicKey: DevicePublicKey, named name: String, attestation shown: ShownAttestation? = nil, to active: ActiveSession,
        client: Client, now: Timestamp
    ) async throws -> DeviceKeyOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        var attestedBy: TPMName?
        if let shown {
            switch try await vouching(for: publicKey, shown, in: active, now: now) {
            case .success(let name): attestedBy = name
            case .failure(let refusal): return .attestationRefused(refusal)
            }
        } else if attestation.isRequired {
            return .attestationRequired
        }
        let title = ShownText(name).text
        let key = DeviceKey(
            id: DeviceKeyID(random: random), account: active.account.id, publicKey: publicKey,
            name: title.isEmpty ? client.deviceName : title, createdAt: now, attestedBy: attestedBy)
        let codes = RecoveryCode.set(random: random)
        let addition = FactorAddition(
            account: active.account.id, session: active.session.id, renewal: nil, recoveryCodes: codes.map(\.digest),
            event: event(.deviceKeyAdded, active.account.id, by: client, at: now))
        switch try await stores.add(key, addition) {
        case .alreadyAdded: return .alreadyAdded
        case .tooMany: return .tooMany
        case .sessionEnded: return .sessionEnded
        case .added(let withRecoveryCodes):
            accounts.report(addition.event)
            return .added(key, recoveryCodes: withRecoveryCodes ? codes : nil)
        }
    }

    /// Takes a key away; with the last factor the recovery codes go.
    package func removeDeviceKey(
        _ id: DeviceKeyID, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> FactorRemovalOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.deviceKeyRemoved, active.account.id, by: client, at: now)
        return try await removal(event) { try await stores.removeDeviceKey(id, by: active.session.id, event: event) }
    }
}
