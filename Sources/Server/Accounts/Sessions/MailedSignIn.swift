package import Secrets

/// Signs in by a code that is mailed to a verified address. Exists only where mail is on and the operator turned the method on.
///
/// A client that reads the mailbox passes it, so the code is the weakest factor. It never replaces the second factor of an account.
/// Its session has no recent authentication until the user proves a password, a passkey or an Apple identity in it. Until then the
/// session cannot change a credential, an address or a factor, and cannot end other sessions.
package struct MailedSignInService: Sendable {
    package let accounts: AccountService
    private let codes: MailedCodeSender

    /// - Parameter codeRequests: the step of the time of ``begin(_:client:now:)``.
    package init(accounts: AccountService, sealer: MailSealer, codeRequests: TimeStep = .none) {
        self.accounts = accounts
        codes = MailedCodeSender(accounts: accounts, sealer: sealer, step: codeRequests)
    }

    /// Sends a code to the verified address of this name, if there is one.
    package func begin(_ name: AccountName, client: Client, now: Timestamp) async throws -> MailedCodeBeginning {
        try await codes.begin(name, for: .signIn, client: client, now: now)
    }

    /// Uses up a code, and opens a session or returns the challenge of the second factor. A wrong code costs the same with and
    /// without an account.
    package func signIn(_ request: MailedSignIn, now: Timestamp) async throws -> MailedSignInOutcome {
        let stores = accounts.stores
        let use = MailedCodeUse(request.code, for: .signIn, holder: request.holder)
        let device = try await accounts.knownDevice(request.deviceToken, now: now)
        let account = try await stores.account(of: use)
        let known = device.flatMap { $0.account == account?.id ? $0.digest : nil }
        let new = account.map { account in
            NewSession(
                for: account, event: accounts.event(.signedInByMail, account.id, by: request.client, at: now), origin: .mailedCode,
                replacing: known, authenticatedAt: Session.beforeCounting, lifetimes: accounts.lifetimes, random: accounts.random)
        }
        switch try await stores.openSession(new?.opening, by: use, now: now) {
        case .missing: return .codeRejected(attemptsLeft: 0)
        case .wrong(let attemptsLeft): return .codeRejected(attemptsLeft: attemptsLeft)
        case .factorRequired(let address):
            guard let account else { throw StoreError(.failed, reason: "a mailed code without an account was accepted") }
            return .factorRequired(
                try await accounts.challenge(account.id, for: .signIn(.mailedCode(address)), device: known, now: now))
        case .opened:
            guard let new else { throw StoreError(.failed, reason: "a mailed code without an account opened a session") }
            accounts.report(new.opening.event)
            return .signedIn(new.signedIn)
        }
    }
}

/// A request to sign in by a mailed code.
package struct MailedSignIn: Sendable {
    package let code: MailedCode
    package let holder: OpaqueToken
    package let deviceToken: OpaqueToken?
    package let client: Client

    /// - Parameters:
    ///   - holder: the secret that the client received when it asked for the code.
    ///   - deviceToken: the token from an earlier sign-in on this device.
    package init(_ code: MailedCode, holder: OpaqueToken, deviceToken: OpaqueToken?, client: Client) {
        self.code = code
        self.holder = holder
        self.deviceToken = deviceToken
        self.client = client
    }
}

package enum MailedSignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The code is right, and the account requires a second factor.
    case factorRequired(FactorChallenge)
    /// The code is wrong, or was never sent. Without attempts left, the client requests another one.
    case codeRejected(attemptsLeft: Int)
}
