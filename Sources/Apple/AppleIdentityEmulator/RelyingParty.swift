/// A developer's whole registration: a team, an app, a website, and a key, ready for a backend to use.
public struct RelyingParty: Sendable {
    /// The Team ID: `iss` of client secrets.
    public let team: TeamID
    /// The bundle identifier: `client_id` of native sign-in.
    public let app: ClientID
    /// The Services ID: `client_id` of web sign-in; nil where there is no website.
    public let website: ClientID?
    /// The key's id: `kid` of client secrets.
    public let keyID: KeyID
    /// The key itself.
    public let key: DeveloperKeyFile
}

extension AppleService {
    /// Registers everything that a relying party needs before its first sign-in.
    ///
    /// - Parameters:
    ///   - bundleID: the app's identifier, such as `com.example.shop`.
    ///   - servicesID: the website's; the bundle identifier with `.web` when nil. There is no website without return URLs.
    ///   - returnURLs: where answers may be sent; their hosts become the website's domains.
    ///   - notificationURL: where notifications are posted; nil for none.
    ///   - team: a team that is there already; nil enrols a new one.
    /// - Throws: where an identifier breaks its rule or is taken, and for URLs that are not taken.
    public func addRelyingParty(
        named name: String, bundleID: String, servicesID: String? = nil, returnURLs: [String] = [], notificationURL: String? = nil,
        team: TeamID? = nil
    ) throws(EmulatorError) -> RelyingParty {
        guard let app = ClientID(bundleID), let website = ClientID(servicesID ?? bundleID + ".web") else {
            throw EmulatorError(.malformed, ClientID.rule)
        }
        var team = team
        if team == nil { team = try addTeam(name: name).id }
        guard let team else { throw EmulatorError(.unknown, "there is no team") }
        try addAppID(app, team: team, name: name, notificationURL: notificationURL)
        if !returnURLs.isEmpty {
            let parsed = returnURLs.compactMap { ReturnURL($0, allowingLoopback: true) }
            let domains = Set(parsed.filter { !$0.isLoopback }.map(\.host)).sorted()
            try addServicesID(website, primary: app, name: name, domains: domains, returnURLs: returnURLs)
        }
        let key = try createKey(named: name, primary: app)
        return RelyingParty(
            team: team, app: app, website: returnURLs.isEmpty ? nil : website, keyID: key.id, key: try downloadKey(key.id))
    }
}

/// People and a relying party to try things with: what `--seed-demo` makes.
public struct DemoSetup: Sendable {
    /// The password of every account of the demo.
    public static let password = "Orchard-2026"

    /// The accounts, from the ordinary to the special.
    public let accounts: [AppleAccount]
    /// The team "Example Shop" with an app, a website and a key.
    public let party: RelyingParty

    /// Whether the service has nobody and no team yet, so that a demo disturbs nothing.
    public static func isWelcome(in service: AppleService) -> Bool {
        service.people.isEmpty && service.teams.isEmpty
    }

    /// Makes the demo.
    ///
    /// - Parameter returnURLs: where the demo website takes answers.
    /// - Throws: where an identifier is taken already, or a return URL is refused.
    public init(
        in service: AppleService, returnURLs: [String] = ["https://shop.example.com/sign-in/apple/callback"],
        notificationURL: String? = nil
    ) throws(EmulatorError) {
        var accounts: [AppleAccount] = []
        guard let password = AccountPassword(Self.password) else { throw EmulatorError(.malformed, AccountPassword.rule) }
        // One hash for all: anybody knows the password.
        let digest = try service.digest(of: password)
        for draft in Self.drafts { accounts.append(try service.addPerson(draft, opening: digest)) }
        self.accounts = accounts
        party = try service.addRelyingParty(
            named: "Example Shop", bundleID: "com.example.shop", servicesID: "com.example.shop.web", returnURLs: returnURLs,
            notificationURL: notificationURL)
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

/// What a person decides on the sheet.
public enum SheetDecision: Sendable, Hashable {
    /// Continues, the first time with these choices.
    case approve(ConsentChoices)
    /// Cancels.
    case cancel
}

extension AppleService {
    /// Walks a whole web sign-in as a person would: opens the address that an app sends its users to, chooses the account, types the code
    /// from a trusted device, and decides.
    ///
    /// - Parameter url: the whole address or its path and query; the host is not looked at.
    /// - Returns: what the browser would carry to the return URL.
    /// - Throws: ``EmulatorError/Code/notAllowed`` with the reason where the sheet would show an error page or refuse a step.
    public func signIn(
        at url: String, as person: PersonIdentifier, _ decision: SheetDecision = .approve(ConsentChoices())
    ) throws(EmulatorError) -> AuthorizationResponse {
        guard let mark = url.firstIndex(of: "?") else { throw EmulatorError(.malformed, "the address has no query") }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let values: FormValues
        do { values = try FormValues(encoded: query.utf8) } catch {
            throw EmulatorError(.malformed, error.explanation)
        }
        switch authorize(values) {
        case .refused(let error): throw EmulatorError(.notAllowed, "\(error.code.rawValue): \(error.explanation)")
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
        case .refused(let refusal, _): throw EmulatorError(.notAllowed, refusal.words)
        case .sheet: throw EmulatorError(.notAllowed, "the sheet asks for more than was told")
        }
    }
}
