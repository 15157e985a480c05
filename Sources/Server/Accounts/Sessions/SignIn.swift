package import Secrets

/// A request to sign in by password.
///
/// The ceremony: what is known of the name and the device is looked up, which decides the budgets (``attempt(for:device:budgets:keys:)``);
/// the attempt is charged and tried; a right password opens a session, unless the password has changed meanwhile.
package struct SignIn: Sendable {
    package let userName: UserNameKey
    package let password: Password
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameter userName: as submitted; whether an account could have such a name does not matter here.
    /// - Parameter deviceToken: what an earlier sign-in on this device was given.
    package init(userName: String, password: Password, deviceToken: OpaqueToken?, client: Client) {
        self.userName = UserNameKey(userName)
        self.password = password
        self.deviceToken = deviceToken
        self.client = client
    }

    /// The attempt, charged to the account's known devices if it comes from one of them, and otherwise to the name in this network,
    /// the name, the address and everybody.
    func attempt(
        for credential: PasswordCredential?, device: Device?, budgets: ThrottlePolicy, keys: BudgetKeys
    ) -> PasswordAttempt {
        let charges: [ThrottleCharge]
        if let device, let account = credential?.account.id, device.account == account {
            charges = [ThrottleCharge(key: keys.devices(of: account), budget: budgets.failuresPerKnownDevices)]
        } else {
            charges = [
                ThrottleCharge(key: keys.failures(for: userName, from: client.address), budget: budgets.failuresPerNameAndAddress),
                ThrottleCharge(key: keys.name(userName), budget: budgets.failuresPerName),
                ThrottleCharge(key: keys.failures(from: client.address), budget: budgets.failuresPerAddress),
                ThrottleCharge(key: keys.allFailures, budget: budgets.failuresInAll),
            ]
        }
        return PasswordAttempt(
            password: password, credential: credential, charges: charges,
            costs: keys.hashCosts(for: userName, client: client, budgets: budgets),
            client: client.hashing())
    }
}

package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The password is right, and a second factor is to be shown.
    case factorRequired(FactorChallenge)
    /// The name or the password is wrong; which of them is not said, and takes no time to tell.
    case refused
    case throttled(retryAfter: Duration)
}

extension AccountService {
    /// Signs in by password. See ``SignIn`` for the ceremony.
    package func signIn(_ request: SignIn, now: Timestamp) async throws -> SignInOutcome {
        let credential = try await stores.credential(named: request.userName)
        let device = try await knownDevice(request.deviceToken, now: now)
        let attempt = request.attempt(for: credential, device: device, budgets: throttles, keys: budgetKeys)
        let failure = event(.signInFailed, credential?.account.id, by: request.client, at: now)

        switch try await self.attempt(attempt, failure: failure, now: now) {
        case .throttled(let retryAfter): return .throttled(retryAfter: retryAfter)
        case .refused: return .refused
        case .verified(let verified):
            let outcome = try await open(request, verified: verified, device: device, now: now)
            await rehashIfNeeded(request.password, verified: verified, client: request.client)
            return outcome
        }
    }

    /// The device with this token, unless it has been unused for too long.
    func knownDevice(_ token: OpaqueToken?, now: Timestamp) async throws -> Device? {
        guard let token else { return nil }
        return try await stores.device(token.digest, usedSince: now - Device.lifetime)
    }

    private func open(
        _ request: SignIn, verified: VerifiedPassword, device: Device?, now: Timestamp
    ) async throws -> SignInOutcome {
        let new = NewSession(
            for: verified.credential.account, client: request.client, event: .signedIn, replacing: device?.digest,
            authenticatedAt: verified.isFormer ? Session.beforeCounting : now, now: now, lifetimes: lifetimes, random: random)
        switch try await stores.open(new.opening, passwordVersion: verified.version) {
        case .superseded: return .refused
        case .factorRequired:
            let account = verified.credential.account.id
            return .factorRequired(
                try await challenge(
                    account, for: .signIn(.password(version: verified.version)),
                    device: device?.account == account ? device?.digest : nil, now: now))
        case .opened:
            report(new.opening.event)
            return .signedIn(new.signedIn)
        }
    }
}
