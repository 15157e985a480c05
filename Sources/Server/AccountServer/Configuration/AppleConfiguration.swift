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

extension AppleConfiguration {
    /// Nil where no team is set; then nothing else of Apple's may be. Refuses a team without key or client, a key file that others
    /// may read or that holds no key, and a service that is not Apple's unless it is called a test.
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
        let departedKeys = reader.value(Settings.appleDepartedKeys)
        let endpoints = reader.value(Settings.appleServiceURL)
        let isTest = reader.value(Settings.appleServiceIsTest)
        let authoritiesFile = reader.path(Settings.appleAuthoritiesFile)

        if !endpoints.areApples, !isTest {
            reader.report(
                Settings.appleServiceURL.key, "\(endpoints.baseURL) is not Apple: whoever runs it can sign in as anybody",
                "leave it out, or set apple.serviceIsTest to true where only test people have accounts")
        }
        if endpoints.areApples, authoritiesFile != nil {
            reader.report(Settings.appleAuthoritiesFile.key, "Apple's own certificate needs no authority of yours", "leave it out")
        }
        guard let team else {
            for key in [
                Settings.appleKeyID.key, Settings.appleKeyFile.key, Settings.appleNativeClients.key, Settings.appleWebClient.key,
            ]
            where reader.place(of: key) != nil {
                reader.report(key, "apple.team is not set, so Sign in with Apple is off", "set the team too")
            }
            return nil
        }
        if nativeClients.isEmpty, webClient == nil {
            reader.report(
                Settings.appleTeam.key,
                "neither apple.nativeClients nor apple.webClient is set: tokens for any app would have to be taken",
                "name the clients whose people sign in here")
        }
        let web = webClient.flatMap { AppleWebConfiguration(client: $0, origin: origin, isTest: isTest, reading: &reader) }
        guard let key = ClientSecretKey(fileAt: keyFile, named: keyID, reading: &reader) else { return nil }

        self.init(team: team, key: key, nativeClients: nativeClients, web: web)
        self.web?.buttonStyle = buttonStyle
        self.web?.buttonType = buttonType
        self.verification = verification
        self.nonce = nonce
        self.identitiesPerAccount = identitiesPerAccount
        self.departedKeys = departedKeys
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
            let uri = try RedirectURI(origin.url(Self.callbackPath), loopback: isTest ? .allowedForDevelopment : .refused)
            self.init(client: client, redirectURI: uri)
        } catch {
            reader.report(
                Settings.appleWebClient.key, "Apple does not send browsers back to \(origin): \(error)",
                "use an https origin with a domain name, or leave the Services ID out")
            return nil
        }
    }
}

extension ClientSecretKey {
    fileprivate init?(fileAt path: String?, named keyID: KeyID?, reading reader: inout SettingsReader) {
        guard let path else {
            reader.report(Settings.appleKeyFile.key, "it must be set with apple.team", "the .p8 file of the developer account")
            return nil
        }
        guard let keyID else {
            reader.report(Settings.appleKeyID.key, "it must be set with apple.team", "the name of the key, ten characters")
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
