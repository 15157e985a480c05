extension SecondFactorService {
    /// Adds the key of a device to the signed-in account. From then on every sign-in asks for a second factor.
    ///
    /// The key is not asked to sign anything here, so that its owner is not asked for a finger: whoever adds a key they do not have
    /// locks out nobody but themselves, and has the recovery codes.
    package func addDeviceKey(
        _ publicKey: DevicePublicKey, named name: String, to active: ActiveSession, client: Client, now: Timestamp
    ) async throws -> DeviceKeyOutcome {
        guard accounts.isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let shown = ShownText(name).text
        let key = DeviceKey(
            id: DeviceKeyID(random: random), account: active.account.id, publicKey: publicKey,
            name: shown.isEmpty ? client.deviceName : shown, createdAt: now)
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
