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
