package import Secrets

/// A request to sign in by password.
///
/// First the account of the user name and the device are looked up; they determine the budgets
/// (``attempt(for:device:budgets:keys:)``). Then the attempt is charged and the password verified. A right password opens a
/// session, unless the password has changed in the meantime.
package struct SignIn: Sendable {
    package let userName: UserNameKey
    package let password: Password
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter userName: the user name as submitted. It need not be a valid user name.
    /// - Parameter deviceToken: the token from an earlier sign-in on this device.
    package init(userName: String, password: Password, deviceToken: OpaqueToken?, client: Client) {
        self.userName = UserNameKey(userName)
        self.password = password
        self.deviceToken = deviceToken
        self.client = client
    }

    /// Returns the attempt. It is charged to the account's known devices if it comes from one of them. Otherwise it is charged to
    /// the user name in this network, the user name, the address and a global budget.
    func attempt(
        for credential: PasswordCredential?, device: Device?, budgets: ThrottlePolicy, keys: BudgetKeys
    ) -> PasswordAttempt {
        let charges: [ThrottleCharge]
        if let device, let account = credential?.account.id, device.account == account {
            charges = [ThrottleCharge(key: keys.devices(of: account), budget: budgets.failuresPerKnownDevices)]
        } else {
            charges =
                [
                    ThrottleCharge(
                        key: keys.failures(for: userName, from: client.address), budget: budgets.failuresPerNameAndAddress),
                    ThrottleCharge(key: keys.name(userName), budget: budgets.failuresPerName),
                ] + keys.charges(of: .failures, from: client, budgets.failuresPerAddress, inAll: budgets.failuresInAll)
        }
        return PasswordAttempt(
            password: password, credential: credential, charges: charges,
            costs: keys.hashCosts(for: userName, client: client, budgets: budgets),
            client: client.hashing())
    }
}

package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The password is right, and the account requires a second factor.
    case factorRequired(FactorChallenge)
    /// The user name or the password is wrong. Neither the response nor its time reveals which.
    case rejected
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Signs in by password. See ``SignIn`` for the steps.
    package func signIn(_ request: SignIn, now: Timestamp) async throws -> SignInOutcome {
        let credential = try await stores.credential(named: request.userName)
        let device = try await knownDevice(request.deviceToken, now: now)
        let attempt = request.attempt(for: credential, device: device, budgets: throttles, keys: budgetKeys)
        let failure = event(.signInFailed, credential?.account.id, by: request.client, at: now)

        switch try await verify(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .rejected: return .rejected
        case .verified(let verified):
            let outcome = try await open(request, verified: verified, refunding: attempt.charges, device: device, now: now)
            await rehashIfNeeded(request.password, verified: verified, client: request.client)
            return outcome
        }
    }

    /// Returns the device of this token, unless it was unused for too long.
    func knownDevice(_ token: OpaqueToken?, now: Timestamp) async throws -> Device? {
        guard let token else { return nil }
        return try await stores.device(token.digest, usedSince: now - Device.lifetime)
    }

    /// Opens the session and refunds the attempt, in one transaction where the store can. If the server ends before, the attempt stays
    /// charged.
    private func open(
        _ request: SignIn, verified: VerifiedPassword, refunding charges: [ThrottleCharge], device: Device?, now: Timestamp
    ) async throws -> SignInOutcome {
        let account = verified.credential.account
        let new = NewSession(
            for: account, event: event(.signedIn, account.id, by: request.client, at: now), replacing: device?.digest,
            authenticatedAt: verified.isFormer ? Session.beforeCounting : now, lifetimes: lifetimes, random: random)
        let outcome: SessionOpeningOutcome
        do {
            outcome = try await stores.open(new.opening, passwordVersion: verified.version, refunding: charges)
        } catch let error as AccountLocked {
            // The refund was undone with the transaction. After any other error it may have been made.
            try await stores.refund(charges, now: now)
            throw error
        }
        switch outcome {
        case .superseded: return .rejected
        case .factorRequired:
            return .factorRequired(
                try await challenge(
                    account.id, for: .signIn(.password(version: verified.version)),
                    device: device?.account == account.id ? device?.digest : nil, now: now))
        case .opened:
            report(new.opening.event)
            return .signedIn(new.signedIn)
        }
    }
}
