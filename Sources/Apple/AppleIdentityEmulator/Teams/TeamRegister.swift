/// Teams, apps, websites and keys, by their identifiers.
struct TeamRegister: Sendable, Codable {
    /// A key as the register keeps it.
    struct HeldKey: Sendable, Codable {
        var key: DeveloperKey
        /// The public half, which client secrets are checked with: 65 bytes, X9.63.
        let publicKey: [UInt8]
        /// The private half as PKCS#8 PEM, until it is downloaded.
        var pem: String?
    }

    var teams: [TeamIdentifier: DeveloperTeam] = [:]
    var apps: [ClientIdentifier: AppID] = [:]
    var services: [ClientIdentifier: ServicesID] = [:]
    var keys: [KeyIdentifier: HeldKey] = [:]

    /// An App ID or Services ID, seen as a client.
    func client(_ id: ClientIdentifier) -> RegisteredClient? {
        if let app = apps[id] { return RegisteredClient(id: id, team: app.team, primary: app.primary, name: app.name, kind: .app) }
        if let service = services[id] {
            return RegisteredClient(id: id, team: service.team, primary: service.primary, name: service.name, kind: .website)
        }
        return nil
    }

    /// The name of the group that a primary App ID leads.
    func groupName(_ primary: ClientIdentifier) -> String {
        apps[primary]?.name ?? primary.rawValue
    }
}
