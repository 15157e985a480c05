import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Values that hold secrets")
struct RedactionTests {
    /// Returns every form in which a secret could be printed, without spaces because `dump` indents.
    private static func spellings(password: String, tokens: [OpaqueToken], hash: PasswordHash) -> [String] {
        let digests = tokens.map(\.digest.bytes)
        let texts =
            [password] + hash.phc.split(separator: "$").suffix(2).map(String.init) + tokens.map { $0.reveal() }
            + digests.map { Base64URL.encode($0) } + digests.map { $0.map { String($0, radix: 16) }.joined() }
            + (digests + [Array(password.utf8)]).flatMap { [listed($0), dumped($0)] }
        return texts.map { $0.replacing(" ", with: "") }
    }

    private static func listed(_ bytes: [UInt8]) -> String {
        bytes.prefix(4).map(\.description).joined(separator: ", ")
    }

    private static func dumped(_ bytes: [UInt8]) -> String {
        bytes.prefix(4).map { "- \($0)\n" }.joined()
    }

    private static func printed(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        let texts = [
            String(describing: value), String(reflecting: value), "\(value)", "\(Optional(value) as Any)", "\([value])", dumped,
        ]
        return texts.map { $0.replacing(" ", with: "") }
    }

    @Test("values that contain a token, password or digest do not print, interpolate, reflect or dump it")
    func nothingIsPrinted() async throws {
        let random = PredictableRandomBytes(seed: 12)
        let (token, deviceToken, keptToken) = (
            OpaqueToken(random: random), OpaqueToken(random: random), OpaqueToken(random: random)
        )
        let secret = "velvet-otter 41 harbour"
        let password = Password(secret)
        let hash = try await FakeHasher().hash(password.bytes, for: .local)
        let secrets = Self.spellings(password: secret, tokens: [token, deviceToken, keptToken], hash: hash)

        for value in try Self.values(password, hash, token, deviceToken, keptToken) {
            for text in Self.printed(value) {
                for hidden in secrets { #expect(!text.contains(hidden), "\(type(of: value)) prints a secret") }
            }
        }
    }

    @Test("the length of a password is not printed either")
    func length() {
        var dumped = ""
        dump(Password(String(repeating: "x", count: 987)), to: &dumped)
        #expect(!dumped.contains("987"))
        #expect(!"\(Password(String(repeating: "x", count: 987)))".contains("987"))
    }

    @Test("the search finds an unredacted secret")
    func nearTwin() {
        struct Careless {
            let text: String
            let bytes: [UInt8]
        }
        let token = OpaqueToken(random: PredictableRandomBytes(seed: 12))
        let printed = Self.printed([Careless(text: token.reveal(), bytes: token.digest.bytes)])
        for hidden in [token.reveal(), Self.listed(token.digest.bytes), Self.dumped(token.digest.bytes)] {
            #expect(printed.contains { $0.contains(hidden.replacing(" ", with: "")) })
        }
    }

    /// Returns one value of each type of the domain that contains a secret.
    private static func values(
        _ password: Password, _ hash: PasswordHash, _ token: OpaqueToken, _ deviceToken: OpaqueToken, _ keptToken: OpaqueToken
    ) throws -> [Any] {
        let random = PredictableRandomBytes(seed: 13)
        let now = AccountBench.start
        let client = AccountBench.home
        let name = try UserName("anna.k")
        let account = Account(id: AccountID(random: random), userName: name, createdAt: now, passwordChangedAt: now)
        let new = NewSession(
            for: account,
            event: AuditEvent(id: AuditEventID(random: random), kind: .signedIn, account: account.id, at: now, client: client),
            replacing: deviceToken.digest, lifetimes: SessionLifetimes(), random: random)
        let device = Device(account: account.id, digest: deviceToken.digest, lastUsedAt: now)
        let opening = SessionOpening(
            session: new.opening.session, digest: token.digest, device: device, replacedDevice: keptToken.digest,
            event: new.opening.event)
        let renewal = SessionRenewal(session: new.opening.session.id, digest: token.digest, authenticatedAt: now)
        let signedIn = SignedIn(active: new.signedIn.active, token: token, deviceToken: deviceToken)
        let credential = PasswordCredential(account: account, hash: hash, version: 1)
        let signIn = SignIn(userName: "anna.k", password: password, deviceToken: deviceToken, client: client)
        let attempt = signIn.attempt(for: credential, device: device, budgets: ThrottlePolicy(), keys: AccountBench.budgetKeys)
        let registration = Registration(userName: "anna.k", password: password, client: client)
        let change = PasswordChange(
            new: password, current: password, client: client, keepingPresentedToken: keptToken)
        return [
            password, token, token.digest, device, new, opening, renewal, signedIn, credential, hash, signIn, attempt, registration,
            change,
            attempt.verified(matches: true) as Any, registration.checked(by: AccountBench.policy),
            RenewedSession(of: signedIn.active, account: account, authenticatedAt: now, token: token),
            RegistrationOutcome.registered(signedIn), SignInOutcome.signedIn(signedIn),
            ReauthenticationOutcome.reauthenticated(signedIn),
            PasswordChangeOutcome.changed(signedIn), AccountBench.budgetKeys,
            ImportedAccount(account: account, hash: hash, event: opening.event),
            AccountImportEntry(id: nil, userName: name, hash: hash, createdAt: nil),
            PasswordReplacement(account: account.id, version: 1, hash: hash, renewal: renewal, at: now, event: opening.event),
            FirstPassword(userName: "anna.k", password: password, client: client),
            Challenge(nonce: token, expiresAt: now),
            StoredChallenge(digest: token.digest, purpose: .appleSignIn, expiresAt: now),
            AppleWebAttempt(state: token, nonce: deviceToken, browser: keptToken, expiresAt: now),
            AppleWebLanding(
                StoredAppleWebAttempt(
                    state: token.digest, browser: deviceToken.digest, nonce: keptToken, purpose: .signIn,
                    next: try #require(ReturnPath("/")), expiresAt: now)),
            try #require(AppleRefreshToken(token.reveal())),
            try #require(AppleAuthorizationCode(token.reveal(), flow: .native)),
            AppleGrant.code(try #require(AppleAuthorizationCode(token.reveal(), flow: .native))),
            AppleSignIn(
                assertion: try AppleBench.assertion(), grant: .refreshToken(try #require(AppleRefreshToken(token.reveal()))),
                deviceToken: deviceToken, client: client),
            AppleExchangeOutcome.exchanged(try #require(AppleRefreshToken(token.reveal())), try AppleBench.key()),
        ]
    }
}
