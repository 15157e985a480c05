import PasswordHashing

extension AccountService {
    /// Creates an account and signs it in. See ``Registration`` for the ceremony.
    package func register(_ request: Registration, now: Timestamp) async throws -> RegistrationOutcome {
        switch request.checked(by: passwordPolicy) {
        case .failure(let refusals): return .refused(refusals.list)
        case .success(let checked):
            guard try await !passwordPolicy.isLeaked(checked.password) else { return .refused([.password(.leaked)]) }
            return try await register(checked, now: now)
        }
    }

    private func register(_ checked: CheckedRegistration, now: Timestamp) async throws -> RegistrationOutcome {
        switch try await stores.charge(registrationCharges(from: checked.client), now: now) {
        case .exhausted(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .admitted: break
        }

        let hash = try await hasher.hash(checked.password.bytes, for: checked.client.hashing())
        let account = Account(
            id: AccountID(random: random), userName: checked.userName, createdAt: now, passwordChangedAt: now)
        let new = NewSession(
            for: account, client: checked.client, event: .accountCreated, replacing: nil, now: now, lifetimes: lifetimes,
            random: random)
        switch try await stores.create(account, hash: hash, opening: new.opening) {
        case .userNameTaken: return .refused([.userNameTaken])
        case .created:
            report(new.opening.event)
            return .registered(new.signedIn)
        }
    }

    /// Never given back: names taken are found out by asking for them, and the budget is what bounds that.
    func registrationCharges(from client: Client) -> [ThrottleCharge] {
        [
            ThrottleCharge(key: budgetKeys.registrations(from: client.address), budget: throttles.registrationsPerAddress),
            ThrottleCharge(key: budgetKeys.allRegistrations, budget: throttles.registrationsInAll),
        ]
    }
}
