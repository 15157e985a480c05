package import AccountPages
import AppleButtons
package import AppleIdentity

/// Who this service is at Apple. Without one, Sign in with Apple is off.
package struct AppleConfiguration: Sendable {
    /// What a sign-in rests on.
    package enum Verification: String, CaseIterable, Hashable, Sendable {
        /// The identity token, verified with Apple's cached keys; the code is exchanged afterwards. Sign-ins go on while Apple's
        /// token endpoint is down.
        case identityToken = "identity-token"
        /// The code, exchanged at Apple before anybody is signed in. Each sign-in waits for Apple.
        case authorizationCode = "authorization-code"
    }

    /// What holds for identity tokens without a nonce.
    package enum NoncePolicy: String, CaseIterable, Hashable, Sendable {
        /// They are refused.
        case required
        /// From apps, one that says `nonce_supported: false` is accepted, once.
        case legacy
    }

    package var team: TeamID
    package var key: ClientSecretKey
    /// The bundle identifiers of the apps.
    package var nativeClients: [ClientID]
    /// The Services ID of the pages, and where Apple sends browsers back to.
    package var web: AppleWebConfiguration?
    package var verification = Verification.identityToken
    package var nonce = NoncePolicy.required
    /// How many Apple Accounts can be linked to one account.
    package var identitiesPerAccount = 1
    /// How long keys that left Apple's set are still taken.
    package var departedKeys: Duration = .seconds(86_400)
    package var endpoints = AppleEndpoints.apple
    /// Certificates of authorities that only an emulator needs, PEM.
    package var authorities: [String] = []

    package init(team: TeamID, key: ClientSecretKey, nativeClients: [ClientID], web: AppleWebConfiguration? = nil) {
        self.team = team
        self.key = key
        self.nativeClients = nativeClients
        self.web = web
    }
}

/// What the buttons of the pages say.
package enum AppleButtonType: String, CaseIterable, Hashable, Sendable {
    /// Each what its page is for.
    case byPage = "by-page"
    case signIn = "sign-in"
    case signUp = "sign-up"
    case `continue` = "continue"

    /// What a button says on a page for this.
    func kind(on page: AppleButtonKind) -> AppleButtonKind { AppleButtonKind(rawValue: rawValue) ?? page }
}

/// The pages' part in Sign in with Apple.
package struct AppleWebConfiguration: Sendable {
    package var client: ClientID
    package var redirectURI: RedirectURI
    package var buttonStyle = AppleButton.Style.automatic
    package var buttonType = AppleButtonType.byPage

    package init(client: ClientID, redirectURI: RedirectURI) {
        self.client = client
        self.redirectURI = redirectURI
    }

    /// The path that Apple's answer is posted to.
    package static let callbackPath = "/sign-in/apple/callback"
}
