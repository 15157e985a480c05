import AssociatedDomains
import FoundationEssentials
import Testing

/// A daemon with a clock, and a file format for tests: the first byte decides what the file is.
struct DaemonFixture {
    static let app = "ABCDE12345.com.example.app"
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let hour: TimeInterval = 3_600
    static let week: TimeInterval = 7 * 86_400

    /// `Y` names every app, `N` none, anything else is malformed.
    static let reader = AssociationFileReader { file in
        switch file.first {
        case UInt8(ascii: "Y"): .sound { _, _ in true }
        case UInt8(ascii: "N"): .sound { _, _ in false }
        default: .broken("not a file")
        }
    }

    var daemon: AssociationDaemon
    var now = Self.start
    /// Open downloads: requested, and neither completed nor cancelled.
    var open: [SiteFetch] = []
    /// All requested downloads.
    var asked: [SiteFetch] = []
    var changes: [(AssociationKey, Bool)] = []

    init(route: DaemonPolicy.Route = .direct) {
        daemon = AssociationDaemon(policy: DaemonPolicy(route: route), reader: Self.reader)
    }

    static func installed(
        _ app: String = app, _ entitlements: String..., isSignedForDevelopment: Bool = false, isManaged: Bool = false
    ) throws -> DaemonEvent {
        .installed(
            InstalledApp(
                try AppIdentifier(app), entitlements: try entitlements.map { try AssociatedDomainEntitlement($0) },
                isSignedForDevelopment: isSignedForDevelopment, isManaged: isManaged))
    }

    static func key(_ entitlement: String, _ app: String = app) throws -> AssociationKey {
        AssociationKey(app: try AppIdentifier(app), entitlement: try AssociatedDomainEntitlement(entitlement))
    }

    mutating func handle(_ event: DaemonEvent) {
        for effect in daemon.handle(event, now: now) {
            switch effect {
            case .fetch(let fetch):
                open.append(fetch)
                asked.append(fetch)
            case .cancel(let id): open.removeAll { $0.id == id }
            case .changed(let key, let isAssociated): changes.append((key, isAssociated))
            }
        }
    }

    /// Completes the one open download.
    mutating func answer(_ answer: SiteAnswer) throws {
        try #require(open.count == 1)
        handle(.answered(open.removeFirst().id, answer))
    }

    mutating func answer(_ status: Int, _ body: String = "") throws {
        try answer(.response(status: status, body: Array(body.utf8)))
    }

    mutating func pass(_ interval: TimeInterval) {
        now += interval
        handle(.clock)
    }

    func association(_ entitlement: String = "webcredentials:example.com") throws -> Association {
        try #require(daemon.association(try Self.key(entitlement)))
    }
}
