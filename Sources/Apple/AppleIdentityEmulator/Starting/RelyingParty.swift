/// A developer's whole registration: a team, an app, a website, and a key, ready for a backend to use.
public struct RelyingParty: Sendable {
    /// The Team ID: `iss` of client secrets.
    public let team: TeamIdentifier
    /// The bundle identifier: `client_id` of native sign-in.
    public let app: ClientIdentifier
    /// The Services ID: `client_id` of web sign-in; nil where there is no website.
    public let website: ClientIdentifier?
    /// The key's id: `kid` of client secrets.
    public let keyID: KeyIdentifier
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
        team: TeamIdentifier? = nil
    ) throws(EmulatorRefusal) -> RelyingParty {
        guard let app = ClientIdentifier(bundleID), let website = ClientIdentifier(servicesID ?? bundleID + ".web") else {
            throw EmulatorRefusal(.malformed, ClientIdentifier.rule)
        }
        var team = team
        if team == nil { team = try addTeam(name: name).id }
        guard let team else { throw EmulatorRefusal(.unknown, "there is no team") }
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
