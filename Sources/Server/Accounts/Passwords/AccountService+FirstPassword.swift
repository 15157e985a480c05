import PasswordHashing

extension AccountService {
    /// Gives the signed-in account its first password. See ``FirstPassword`` for the ceremony.
    package func setFirstPassword(
        _ request: FirstPassword, of active: ActiveSession, now: Timestamp
    ) async throws -> FirstPasswordOutcome {
        guard !active.account.hasPassword else { return .hasPassword }
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        switch request.checked(by: passwordPolicy, current: active.account.userName) {
        case .refused(let refusals): return .refused(refusals)
        case .userNameRequired: return .userNameRequired
        case .good(let name):
            guard try await !passwordPolicy.isLeaked(request.password) else { return .refused([.password(.leaked)]) }
            return try await set(request, name: name, of: active, now: now)
        }
    }

    private func set(
        _ request: FirstPassword, name: UserName, of active: ActiveSession, now: Timestamp
    ) async throws -> FirstPasswordOutcome {
        // Names taken are found out this way as by registering.
        switch try await stores.charge(registrationCharges(from: request.client), now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }
        let hash = try await hasher.hash(request.password.bytes, for: request.client.hashing(in: active))
        let event = event(.passwordSet, active.account.id, by: request.client, at: now)
        let setting = FirstPasswordSetting(
            account: active.account.id, userName: request.userName == nil ? nil : name, hash: hash, session: active.session.id,
            event: event)
        switch try await stores.setFirstPassword(setting) {
        case .superseded: return .superseded
        case .userNameTaken: return .refused([.userNameTaken])
        case .set:
            report(event)
            return .set(active.account.renamed(name).passwordChanged(at: now))
        }
    }
}
