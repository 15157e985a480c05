import PasswordHashing

/// A request to add a password to an account that signs in with Apple. Requires recent authentication with the Apple identity. All
/// sessions and credentials stay valid.
package struct FirstPassword: Sendable {
    /// The user name as typed. Nil keeps the account's name; an account without one must choose one.
    package let userName: String?
    package let password: Password
    package let client: Client

    package init(userName: String?, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }

    /// Checks the name and the password, and returns the valid name or every reason to reject them.
    func checked(by policy: PasswordPolicy, current: UserName?) -> CheckedFirstPassword {
        let name: UserName?
        do {
            name = try userName.map { typed throws(UserNameError) in try UserName(typed) } ?? current
        } catch {
            return .rejected([.userName(error)] + policy.rejections(of: password, for: nil).map(RegistrationRejection.password))
        }
        guard let name else { return .userNameRequired }
        let rejections = policy.rejections(of: password, for: name).map(RegistrationRejection.password)
        return rejections.isEmpty ? .good(name) : .rejected(rejections)
    }
}

enum CheckedFirstPassword: Sendable {
    case good(UserName)
    case rejected([RegistrationRejection])
    case userNameRequired
}

package enum FirstPasswordOutcome: Sendable {
    /// The updated account.
    case set(Account)
    case rejected([RegistrationRejection])
    case userNameRequired
    /// The account already has a password, which must be changed instead.
    case hasPassword
    case reauthenticationRequired
    case throttled(retryAfter: Duration)
    /// At the same time another request set a password, or the session ended. Nothing was changed here.
    case superseded
}

extension AccountService {
    /// Sets the first password of the signed-in account. See ``FirstPassword`` for the rules.
    package func setFirstPassword(
        _ request: FirstPassword, of active: ActiveSession, now: Timestamp
    ) async throws -> FirstPasswordOutcome {
        guard !active.account.hasPassword else { return .hasPassword }
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        switch request.checked(by: passwordPolicy, current: active.account.userName) {
        case .rejected(let rejections): return .rejected(rejections)
        case .userNameRequired: return .userNameRequired
        case .good(let name):
            guard try await !passwordPolicy.isLeaked(request.password) else { return .rejected([.password(.leaked)]) }
            return try await set(request, name: name, of: active, now: now)
        }
    }

    private func set(
        _ request: FirstPassword, name: UserName, of active: ActiveSession, now: Timestamp
    ) async throws -> FirstPasswordOutcome {
        // This reveals taken names as a registration does, so it is charged as one.
        if case .exhausted(let retryAfter) = try await stores.charge(registrationCharges(from: request.client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let hash = try await hasher.hash(request.password.bytes, for: request.client.hashing(in: active))
        let event = event(.passwordSet, active.account.id, by: request.client, at: now)
        let setting = FirstPasswordSetting(
            account: active.account.id, userName: request.userName == nil ? nil : name, hash: hash, session: active.session.id,
            event: event)
        switch try await stores.setFirstPassword(setting) {
        case .superseded: return .superseded
        case .userNameTaken: return .rejected([.userNameTaken])
        case .set:
            report(event)
            return .set(active.account.renamed(name).passwordChanged(at: now))
        }
    }
}
