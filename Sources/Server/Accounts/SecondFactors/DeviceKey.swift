import Crypto
import FoundationEssentials

/// A key that the owner's device stores and uses to sign challenges after it has verified the owner's presence.
package struct DeviceKey: Hashable, Sendable {
    package let id: DeviceKeyID
    package let account: AccountID
    package let publicKey: DevicePublicKey
    /// The owner's name for the key: 1 to 100 visible scalars.
    package let name: String
    package let createdAt: Timestamp
    /// The time of the last use. Nil until the key has signed a challenge.
    package let lastUsedAt: Timestamp?
    /// The attestation key that attested, when this key was added, that it was created in a TPM and cannot leave it; nil without an
    /// attestation.
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

    /// The maximum number of keys of an account.
    package static var limit: Int { 20 }
}

/// The identifier of a device key. It is not a secret.
package typealias DeviceKeyID = Identifier<DeviceKey>

package enum DeviceKeyOutcome: Sendable {
    /// Recovery codes are created with the first second factor of an account and shown only once.
    case added(DeviceKey, recoveryCodes: [RecoveryCode]?)
    /// The account already has this key.
    case alreadyAdded
    /// The account already has ``DeviceKey/limit`` keys.
    case tooMany
    /// The attestation is not valid for this key.
    case attestationRejected(AttestationRejection)
    /// The request has no attestation, and the operator requires one.
    case attestationRequired
    case reauthenticationRequired
    case sessionEnded
}

/// The public half of a device key: an uncompressed point on P-256 (FIPS 186-5).
package struct DevicePublicKey: Hashable, Sendable {
    /// The X9.63 form: 04 and both coordinates, 65 bytes in total. `SecKeyCopyExternalRepresentation` and `LAPublicKey.bytes`
    /// return it.
    package let x963: [UInt8]

    /// Returns nil unless there are 65 bytes that begin with 04 and encode a point on the curve.
    package init?(x963: [UInt8]) {
        guard x963.count == 65, x963.first == 0x04, (try? P256.Signing.PublicKey(x963Representation: x963)) != nil else {
            return nil
        }
        self.x963 = x963
    }

    /// Returns whether the private half of this key made the signature: ECDSA with SHA-256, in DER
    /// (`ecdsaSignatureMessageX962SHA256`).
    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard signature.count <= Self.longestSignature, let key = try? P256.Signing.PublicKey(x963Representation: x963),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// The length in DER: a sequence of two integers of up to 33 bytes.
    private static var longestSignature: Int { 72 }
}

extension SecondFactorService {
    /// Adds a device key to the signed-in account. From then on every sign-in requires a second factor.
    ///
    /// The key does not sign a challenge here, so that the owner needs no biometric prompt. A user who adds a key that they do not
    /// own locks out only themselves, and has the recovery codes.
    ///
    /// - Parameter attestation: the attestation of the key by the device's TPM. An invalid one is rejected, not ignored.
    package func addDeviceKey(
        _ publicKey: DevicePublicKey, named name: String, attestation shown: ShownAttestation? = nil, to active: ActiveSession,
        client: Client, now: Timestamp
    ) async throws -> DeviceKeyOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        var attestedBy: TPMName?
        if let shown {
            switch try await verification(for: publicKey, shown, in: active, now: now) {
            case .success(let name): attestedBy = name
            case .failure(let rejection): return .attestationRejected(rejection)
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
            event: event(.deviceKeyAdded, active.account.id, by: client, at: now),
            recoveryEvent: event(.recoveryCancelled, active.account.id, by: client, at: now))
        let wait = try await stores.recoveryWait(of: active.account.id, now: now)
        switch try await stores.add(key, addition) {
        case .alreadyAdded: return .alreadyAdded
        case .tooMany: return .tooMany
        case .sessionEnded: return .sessionEnded
        case .added(let withRecoveryCodes):
            [wait.map { _ in addition.recoveryEvent }, addition.event].compactMap(\.self).forEach(accounts.report)
            return .added(key, recoveryCodes: withRecoveryCodes ? codes : nil)
        }
    }

    /// Removes a key. With the last factor the recovery codes are deleted as well.
    package func removeDeviceKey(
        _ id: DeviceKeyID, of active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> FactorRemovalOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let event = event(.deviceKeyRemoved, active.account.id, by: client, at: now)
        return try await removal(event) { try await stores.removeDeviceKey(id, by: active.session.id, event: event) }
    }
}
