internal import FoundationEssentials

extension AssociationDaemon {
    /// Encodes the daemon's state as JSON. Equal states give equal bytes.
    ///
    /// A pending download is stored as due, because its response cannot arrive after a restart.
    public func stored() throws(AssociatedDomainsError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .secondsSince1970
        do {
            return Array(try encoder.encode(StoredState(state)))
        } catch {
            throw AssociatedDomainsError(.unwritable, "\(error)")
        }
    }

    /// Restores a daemon from its stored state.
    ///
    /// - Throws: ``AssociatedDomainsError`` if the bytes are not JSON from ``stored()``, or have an unsupported version. Do not
    ///   repair damaged state: create a new daemon and install the apps again.
    public init(
        stored bytes: [UInt8], policy: DaemonPolicy = DaemonPolicy(), reader: AssociationFileReader = .standard
    ) throws(AssociatedDomainsError) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let data = Data(bytes)
        guard let version = try? decoder.decode(StoredState.Version.self, from: data).version else {
            throw AssociatedDomainsError(.malformed, "the stored state is malformed")
        }
        guard version == StoredState.version else {
            throw AssociatedDomainsError(.unknownVersion, "version \(version) of the stored state is unsupported")
        }
        do {
            self.init(policy: policy, reader: reader, state: try decoder.decode(StoredState.self, from: data).state())
        } catch {
            throw AssociatedDomainsError(.malformed, "\(error)")
        }
    }
}

/// The stored form of the daemon's state. Separate from ``DaemonState``, so that the code can change without the file format.
struct StoredState: Codable {
    /// The version that is written, and the only supported one.
    static let version = 1

    /// The part of the state that is decoded first.
    struct Version: Codable {
        let version: Int
    }

    private struct Site: Codable {
        let domain: DomainName
        let access: SiteAccess
        let tries: Int
        let lastChecked: Date?
        let nextCheck: Date?
    }

    private struct Line: Codable {
        let app: AppIdentifier
        let entitlement: AssociatedDomainEntitlement
        let access: SiteAccess?
        let siteApproval: Approval
        let userApproval: Approval
        let reason: AssociationReason
    }

    private let version: Int
    private let apps: [InstalledApp]
    private let sites: [Site]
    private let associations: [Line]
    private let developerMode: Bool
    private let nextFetch: Int
    private let log: [DaemonLogEntry]

    init(_ state: DaemonState) {
        version = Self.version
        apps = state.apps.values.sorted { $0.identifier.description < $1.identifier.description }
        sites = state.sites.sorted { $0.key < $1.key }.map { key, site in
            var nextCheck: Date?
            if case .waiting(let until) = site.phase { nextCheck = until }
            return Site(
                domain: key.domain, access: key.access, tries: site.tries, lastChecked: site.lastChecked, nextCheck: nextCheck)
        }
        associations = state.lines.sorted { $0.key < $1.key }.map { key, line in
            Line(
                app: key.app, entitlement: key.entitlement, access: line.access, siteApproval: line.siteApproval,
                userApproval: line.userApproval, reason: line.reason)
        }
        developerMode = state.isDeveloperModeOn
        nextFetch = state.nextFetch
        log = state.log
    }

    /// Returns the state. Removes duplicates, lines without their app, and sites without lines. A line without its site gets a
    /// site that is due, so that no stored state can stop the daemon.
    func state() -> DaemonState {
        var state = DaemonState()
        state.apps = Dictionary(apps.map { ($0.identifier, $0) }) { first, _ in first }
        for line in associations where state.apps[line.app] != nil {
            state.lines[AssociationKey(app: line.app, entitlement: line.entitlement)] = DaemonState.Line(
                access: line.access, siteApproval: line.siteApproval, userApproval: line.userApproval, reason: line.reason)
            guard let access = line.access else { continue }
            state.sites[SiteKey(domain: line.entitlement.domain, access: access)] = DaemonState.Site(
                phase: .waiting(until: .distantPast))
        }
        for site in sites where state.sites[SiteKey(domain: site.domain, access: site.access)] != nil {
            state.sites[SiteKey(domain: site.domain, access: site.access)] = DaemonState.Site(
                phase: .waiting(until: site.nextCheck ?? .distantPast), tries: max(0, site.tries), lastChecked: site.lastChecked)
        }
        state.isDeveloperModeOn = developerMode
        state.nextFetch = max(1, nextFetch)
        state.log = log
        return state
    }
}
