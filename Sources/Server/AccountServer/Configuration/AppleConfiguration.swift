package import AccountPages
import AppleButtons
package import AppleIdentity

/// The service's Apple configuration. Without it, Sign in with Apple is off.
package struct AppleConfiguration: Sendable {
    /// The credential that a sign-in verifies.
    package enum Verification: String, CaseIterable, Hashable, Sendable {
        /// The identity token, verified with Apple's cached keys. A job exchanges the code later. Sign-ins work while Apple's
        /// token endpoint is unavailable.
        case identityToken = "identity-token"
        /// The authorization code, exchanged at Apple before the user is signed in. Each sign-in waits for Apple.
        case authorizationCode = "authorization-code"
    }

    /// The policy for identity tokens without a nonce.
    package enum NoncePolicy: String, CaseIterable, Hashable, Sendable {
        /// Rejects them.
        case required
        /// Accepts a token from an app once if it has `nonce_supported: false`.
        case legacy
    }

    package var team: TeamID
    package var key: ClientSecretKey
    /// The bundle identifiers of the apps.
    package var nativeClients: [ClientID]
    /// The Services ID and redirect URI of the pages.
    package var web: AppleWebConfiguration?
    package var verification = Verification.identityToken
    package var nonce = NoncePolicy.required
    /// The maximum number of Apple Accounts that can be linked to one account.
    package var identitiesPerAccount = 1
    /// The time for which keys that left Apple's set are still accepted.
    package var retiredKeys: Duration = .seconds(86_400)
    package var endpoints = AppleEndpoints.apple
    /// Additional certificate authorities for an emulator, in PEM.
    package var authorities: [String] = []

    package init(team: TeamID, key: ClientSecretKey, nativeClients: [ClientID], web: AppleWebConfiguration? = nil) {
        self.team = team
        self.key = key
        self.nativeClients = nativeClients
        self.web = web
    }
}

/// The label of the Apple buttons on the pages.
package enum AppleButtonType: String, CaseIterable, Hashable, Sendable {
    /// The label that fits each page.
    case byPage = "by-page"
    case signIn = "sign-in"
    case signUp = "sign-up"
    case `continue` = "continue"

    /// Returns the kind of the button on a page of the given kind.
    func kind(on page: AppleButtonKind) -> AppleButtonKind { AppleButtonKind(rawValue: rawValue) ?? page }
}

/// The configuration of Sign in with Apple on the pages.
package struct AppleWebConfiguration: Sendable {
    package var client: ClientID
    package var redirectURI: RedirectURI
    package var buttonStyle = AppleButton.Style.automatic
    package var buttonType = AppleButtonType.byPage

    package init(client: ClientID, redirectURI: RedirectURI) {
        self.client = client
        self.redirectURI = redirectURI
    }

    /// The path that Apple posts its response to.
    package static let callbackPath = "/sign-in/apple/callback"
}

extension AppleConfiguration {
    /// Returns nil if no team is set; other Apple settings are then rejected. Rejects a team without a key or client. Rejects a key
    /// file that other users can read or that contains no key. Rejects a service other than Apple's without the mark for a test.
    init?(reading reader: inout SettingsReader, origin: PublicOrigin?) {
        let team = reader.value(Settings.appleTeam)
        let keyID = reader.value(Settings.appleKeyID)
        let keyFile = reader.path(Settings.appleKeyFile)
        let nativeClients = reader.value(Settings.appleNativeClients)
        let webClient = reader.value(Settings.appleWebClient)
        let buttonStyle = reader.value(Settings.appleButtonStyle)
        let buttonType = reader.value(Settings.appleButtonType)
        let verification = reader.value(Settings.appleVerification)
        let nonce = reader.value(Settings.appleNonce)
        let identitiesPerAccount = reader.value(Settings.appleIdentitiesPerAccount)
        let retiredKeys = reader.value(Settings.appleRetiredKeys)
        let endpoints = reader.value(Settings.appleServiceURL)
        let isTest = reader.value(Settings.appleServiceIsTest)
        let authoritiesFile = reader.path(Settings.appleAuthoritiesFile)

        if !endpoints.areApples, !isTest {
            reader.report(
                Settings.appleServiceURL.key, "\(endpoints.baseURL) is not Apple: its operator can sign in to every account",
                "remove it, or set apple.serviceIsTest to true if all accounts are test accounts")
        }
        if endpoints.areApples, authoritiesFile != nil {
            reader.report(Settings.appleAuthoritiesFile.key, "Apple's certificate needs no additional authority", "remove it")
        }
        guard let team else {
            for key in [
                Settings.appleKeyID.key, Settings.appleKeyFile.key, Settings.appleNativeClients.key, Settings.appleWebClient.key,
            ]
            where reader.place(of: key) != nil {
                reader.report(key, "apple.team is not set, so Sign in with Apple is off", "set apple.team too")
            }
            return nil
        }
        if nativeClients.isEmpty, webClient == nil {
            reader.report(
                Settings.appleTeam.key,
                "neither apple.nativeClients nor apple.webClient is set, so the audience of tokens cannot be checked",
                "set the clients whose users sign in here")
        }
        let web = webClient.flatMap { AppleWebConfiguration(client: $0, origin: origin, isTest: isTest, reading: &reader) }
        guard let key = ClientSecretKey(fileAt: keyFile, named: keyID, reading: &reader) else { return nil }

        self.init(team: team, key: key, nativeClients: nativeClients, web: web)
        self.web?.buttonStyle = buttonStyle
        self.web?.buttonType = buttonType
        self.verification = verification
        self.nonce = nonce
        self.identitiesPerAccount = identitiesPerAccount
        self.retiredKeys = retiredKeys
        self.endpoints = endpoints
        authorities =
            authoritiesFile.flatMap { reader.bytes(inFileAt: $0, upTo: 65_536, of: Settings.appleAuthoritiesFile.key) }
            .map { [String(decoding: $0, as: UTF8.self)] } ?? []
    }
}

extension AppleWebConfiguration {
    fileprivate init?(client: ClientID, origin: PublicOrigin?, isTest: Bool, reading reader: inout SettingsReader) {
        guard let origin else { return nil }
        do {
            let uri = try RedirectURI(origin.url(Self.callbackPath), loopback: isTest ? .allowedForDevelopment : .rejected)
            self.init(client: client, redirectURI: uri)
        } catch {
            reader.report(
                Settings.appleWebClient.key, "Apple does not redirect browsers to \(origin): \(error)",
                "use an https origin with a domain name, or remove the Services ID")
            return nil
        }
    }
}

extension ClientSecretKey {
    fileprivate init?(fileAt path: String?, named keyID: KeyID?, reading reader: inout SettingsReader) {
        guard let path else {
            reader.report(
                Settings.appleKeyFile.key, "the setting is required with apple.team",
                "set it to the .p8 file from the developer account")
            return nil
        }
        guard let keyID else {
            reader.report(Settings.appleKeyID.key, "the setting is required with apple.team", "set it to the ten-character key ID")
            return nil
        }
        let key = Settings.appleKeyFile.key
        guard let bytes = reader.bytes(inFileAt: path, upTo: 4_096, of: key, isSecret: true) else { return nil }
        do throws(AppleIdentityError) {
            try self.init(p8: bytes, keyID: keyID)
        } catch {
            reader.report(key, "\(path): \(error.reason)", error.remedy)
            return nil
        }
    }
}
