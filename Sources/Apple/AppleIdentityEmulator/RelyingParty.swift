/// The complete registration of a developer, ready for a backend: a team, an app, a website and a key.
public struct RelyingParty: Sendable {
    /// The team ID: `iss` of client secrets.
    public let team: TeamID
    /// The bundle identifier: `client_id` of native sign-in.
    public let app: ClientID
    /// The Services ID: `client_id` of web sign-in; nil without a website.
    public let website: ClientID?
    /// The key ID: `kid` of client secrets.
    public let keyID: KeyID
    /// The private key.
    public let key: DeveloperKeyFile
}

extension AppleService {
    /// Registers everything that a relying party needs before its first sign-in.
    ///
    /// - Parameters:
    ///   - bundleID: the app's identifier, such as `com.example.shop`.
    ///   - servicesID: the website's identifier; nil appends `.web` to the bundle identifier. Without return URLs there is no
    ///     website.
    ///   - websiteName: the name of the website on the sheet; nil for that of the app.
    ///   - returnURLs: the return URLs. Their hosts become the website's domains.
    ///   - notificationURL: the URL that receives notifications; nil for none.
    ///   - team: an existing team; nil creates one.
    ///   - emailSources: domains and addresses that may write to relay addresses of the team's users.
    /// - Throws: ``EmulatorError`` for an identifier that is malformed or taken, for a URL that is rejected, and for too many e-mail
    ///   sources.
    public func addRelyingParty(
        named name: String, bundleID: String, servicesID: String? = nil, websiteName: String? = nil, returnURLs: [String] = [],
        notificationURL: String? = nil, team: TeamID? = nil, emailSources: [EmailSource] = []
    ) throws(EmulatorError) -> RelyingParty {
        guard let app = ClientID(bundleID), let website = ClientID(servicesID ?? bundleID + ".web") else {
            throw EmulatorError(.malformed, ClientID.rule)
        }
        var team = team
        if team == nil { team = try addTeam(name: name).id }
        guard let team else { throw EmulatorError(.unknown, "the team does not exist") }
        try addAppID(app, team: team, name: name, notificationURL: notificationURL)
        for source in emailSources { try addEmailSource(source, to: team) }
        if !returnURLs.isEmpty {
            let parsed = returnURLs.compactMap { ReturnURL($0, allowingLoopback: true) }
            let domains = Set(parsed.filter { !$0.isLoopback }.map(\.host)).sorted()
            try addServicesID(website, primary: app, name: websiteName ?? name, domains: domains, returnURLs: returnURLs)
        }
        let key = try createKey(named: name, primary: app)
        return RelyingParty(
            team: team, app: app, website: returnURLs.isEmpty ? nil : website, keyID: key.id, key: try downloadKey(key.id))
    }
}

/// Accounts and a relying party for experiments, as `--seed-demo` creates them.
public struct DemoSetup: Sendable {
    /// The password of every demo account.
    public static let password = "Orchard-2026"

    /// The accounts, ordinary ones first.
    public let accounts: [AppleAccount]
    /// The team "Example Shop", with an app, a website and a key.
    public let party: RelyingParty

    /// Returns whether the service has no accounts and teams, so that a demo changes nothing.
    public static func isWelcome(in service: AppleService) -> Bool {
        service.people.isEmpty && service.teams.isEmpty
    }

    /// Creates the demo.
    ///
    /// - Parameters:
    ///   - returnURLs: the return URLs of the demo website.
    ///   - emailSources: domains and addresses that may write to relay addresses of the team's users.
    /// - Throws: ``EmulatorError`` if an identifier is taken, a return URL is rejected, or there are too many e-mail sources.
    public init(
        in service: AppleService, returnURLs: [String] = ["https://shop.example.com/sign-in/apple/callback"],
        notificationURL: String? = nil, emailSources: [EmailSource] = []
    ) throws(EmulatorError) {
        var accounts: [AppleAccount] = []
        guard let password = AccountPassword(Self.password) else { throw EmulatorError(.malformed, AccountPassword.rule) }
        // One hash for all accounts: their password is public.
        let digest = try service.digest(of: password)
        for draft in Self.drafts { accounts.append(try service.addPerson(draft, opening: digest)) }
        self.accounts = accounts
        party = try service.addRelyingParty(
            named: "Example Shop", bundleID: "com.example.shop", servicesID: "com.example.shop.web", returnURLs: returnURLs,
            notificationURL: notificationURL, emailSources: emailSources)
    }

    private static let drafts = [
        AppleAccountDraft(
            id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com",
            otherEmails: ["anna.lindqvist@example.net"]),
        AppleAccountDraft(id: .init("ben"), givenName: "Ben", familyName: "Okafor", email: "ben@example.com"),
        AppleAccountDraft(
            id: .init("cora"), givenName: "Cora", familyName: "Meier", email: "cora@example.com", isUnderAge: true),
        AppleAccountDraft(
            id: .init("dan"), givenName: "Dan", familyName: "Yilmaz", email: "dan@school.example.edu", organization: "EXAMPLESCHOOL"
        ),
        AppleAccountDraft(
            id: .init("eve"), givenName: "Eve", familyName: "Novak", email: "eve@example.com", hasTwoFactor: false),
    ]
}

/// A user's decision on the sheet.
public enum SheetDecision: Sendable, Hashable {
    /// Continue, at the first sign-in with these choices.
    case approve(ConsentChoices)
    /// Cancel.
    case cancel
}

extension AppleService {
    /// Performs a whole web sign-in as a user would: opens the URL of the app, chooses the account, enters the code of a trusted
    /// device, and decides.
    ///
    /// - Parameter url: the URL, or its path and query. The host is ignored.
    /// - Returns: the fields that the browser would send to the return URL.
    /// - Throws: ``EmulatorError/Code/notAllowed`` with the reason if the sheet would show an error page or reject a step.
    public func signIn(
        at url: String, as person: PersonIdentifier, _ decision: SheetDecision = .approve(ConsentChoices())
    ) throws(EmulatorError) -> AuthorizationResponse {
        guard let mark = url.firstIndex(of: "?") else { throw EmulatorError(.malformed, "the URL has no query") }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let values: FormValues
        do { values = try FormValues(encoded: query.utf8) } catch {
            throw EmulatorError(.malformed, error.explanation)
        }
        switch authorize(values) {
        case .rejected(let error): throw EmulatorError(.notAllowed, "\(error.code.rawValue): \(error.explanation)")
        case .sheet(let sheet):
            if case .cancel = decision { return try finished(cancel(sheet.id)) }
            var answer = chooseAccount(person, in: sheet.id)
            if case .sheet(let next) = answer, case .twoFactor = next.step {
                let code = twoFactorCodes(for: person).first { $0.authorization == sheet.id }?.code
                answer = enterCode(code ?? "", in: sheet.id)
            }
            if case .approve(let choices) = decision, case .sheet(let next) = answer, case .consent = next.step {
                answer = giveConsent(choices, in: sheet.id)
            }
            return try finished(answer)
        }
    }

    private func finished(_ answer: SheetAnswer) throws(EmulatorError) -> AuthorizationResponse {
        switch answer {
        case .respond(let response): return response
        case .rejected(let rejection, _): throw EmulatorError(.notAllowed, rejection.words)
        case .sheet: throw EmulatorError(.notAllowed, "the sheet asks for choices that the decision does not contain")
        }
    }
}
