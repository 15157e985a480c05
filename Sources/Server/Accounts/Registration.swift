import PasswordHashing

/// A request to create an account.
///
/// The user name and the password are checked together, so that the user sees all problems at once. Then the attempt is charged,
/// and the password is hashed whether or not the name is free. The store decides whether the name is taken.
package struct Registration: Sendable {
    package let userName: String
    package let password: Password
    package let client: Client

    package init(userName: String, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }

    /// Returns the checked registration, or every reason to reject it.
    func checked(by policy: PasswordPolicy) -> Result<CheckedRegistration, RegistrationRejections> {
        do {
            let name = try UserName(userName)
            let rejections = policy.rejections(of: password, for: name).map(RegistrationRejection.password)
            guard rejections.isEmpty else { return .failure(RegistrationRejections(rejections)) }
            return .success(CheckedRegistration(userName: name, password: password, client: client))
        } catch {
            let rejections = policy.rejections(of: password, for: nil).map(RegistrationRejection.password)
            return .failure(RegistrationRejections([.userName(error)] + rejections))
        }
    }
}

/// A registration whose user name and password are valid. Only ``Registration/checked(by:)`` creates one.
struct CheckedRegistration: Sendable {
    let userName: UserName
    let password: Password
    let client: Client

    fileprivate init(userName: UserName, password: Password, client: Client) {
        self.userName = userName
        self.password = password
        self.client = client
    }
}

package enum RegistrationRejection: Hashable, Sendable {
    case userName(UserNameError)
    case password(PasswordRejection)
    case userNameTaken
}

/// One or more reasons to reject a registration.
struct RegistrationRejections: Error {
    let list: [RegistrationRejection]

    fileprivate init(_ list: [RegistrationRejection]) {
        self.list = list
    }
}

package enum RegistrationOutcome: Sendable {
    case registered(SignedIn)
    case rejected([RegistrationRejection])
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Creates an account and signs it in. See ``Registration`` for the steps.
    package func register(_ request: Registration, now: Timestamp) async throws -> RegistrationOutcome {
        switch request.checked(by: passwordPolicy) {
        case .failure(let rejections): return .rejected(rejections.list)
        case .success(let checked):
            guard try await !passwordPolicy.isLeaked(checked.password) else { return .rejected([.password(.leaked)]) }
            return try await register(checked, now: now)
        }
    }

    private func register(_ checked: CheckedRegistration, now: Timestamp) async throws -> RegistrationOutcome {
        if case .exhausted(let retryAfter) = try await stores.charge(registrationCharges(from: checked.client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }

        let hash = try await hasher.hash(checked.password.bytes, for: checked.client.hashing())
        let account = Account(
            id: AccountID(random: random), userName: checked.userName, createdAt: now, passwordChangedAt: now,
            language: checked.client.language)
        let new = NewSession(
            for: account, event: event(.accountCreated, account.id, by: checked.client, at: now), replacing: nil,
            lifetimes: lifetimes, random: random)
        switch try await stores.create(account, hash: hash, opening: new.opening) {
        case .userNameTaken: return .rejected([.userNameTaken])
        case .created:
            report(new.opening.event)
            return .registered(new.signedIn)
        }
    }

    /// These charges are never refunded: a registration reveals whether a name is taken, and the budget limits how many names a
    /// client can probe.
    func registrationCharges(from client: Client) -> [ThrottleCharge] {
        budgetKeys.charges(
            of: .registrations, from: client, throttles.registrationsPerAddress, inAll: throttles.registrationsInAll)
    }
}
