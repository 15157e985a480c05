import AssociatedDomains
import DeviceServices
import Foundation
import HTTPTypes
import SiteChecks
import WebClient

/// The daemon with its memory and the network: does what it wants done, one download after the other.
struct DaemonSession {
    private(set) var daemon: AssociationDaemon
    private let memory: DaemonMemory
    private let visitor: SiteVisitor
    private let insecureVisitor: SiteVisitor

    init(_ options: DaemonOptions) throws {
        let policy = options.policy
        memory = DaemonMemory(path: options.state)
        daemon = try memory.daemon(policy: policy)
        let limits = WebLimits(total: .seconds(policy.timeout), body: policy.maximumBytes)
        visitor = try options.site.visitor(limits: limits)
        insecureVisitor = try options.site.insecureVisitor(limits: limits)
    }

    /// Whether the app is installed with these very entitlements.
    func knows(_ app: InstalledApp) -> Bool {
        let known = daemon.associations.map(\.key).filter { $0.app == app.identifier }.map(\.entitlement)
        return !known.isEmpty && Set(known) == Set(app.entitlements)
    }

    /// Takes an event and performs every download that follows. The memory is kept before each, so that a try that is interrupted
    /// counts.
    mutating func handle(_ event: DaemonEvent) async throws {
        var effects = daemon.handle(event, now: Date())[...]
        try memory.keep(daemon)
        while let effect = effects.popFirst() {
            // Downloads are waited for here: there is none to cancel. What changed is in the log.
            guard case .fetch(let fetch) = effect else { continue }
            let answer = SiteAnswer(try await visit(fetch).outcome)
            effects += daemon.handle(.answered(fetch.id, answer), now: Date())
            try memory.keep(daemon)
        }
    }

    /// Performs a download by the daemon's rule for the certificate: in developer mode any will do.
    private func visit(_ fetch: SiteFetch) async throws -> FetchReport {
        switch fetch.certificateRule {
        case .publiclyTrusted, .trustedByDevice: try await visitor.visit(fetch.domain, at: fetch.location)
        case .any: try await insecureVisitor.visit(fetch.domain, at: fetch.location)
        }
    }
}

/// The file that the daemon's memory is kept in.
struct DaemonMemory: Sendable {
    let path: String

    /// The daemon as it was kept; a new one where there is no file.
    ///
    /// - Throws: a ``CommandFailure`` for a file that cannot be read, or holds something else.
    func daemon(policy: DaemonPolicy = DaemonPolicy()) throws -> AssociationDaemon {
        guard FileManager.default.fileExists(atPath: path) else { return AssociationDaemon(policy: policy) }
        let bytes = try LimitedFile.read(path, limit: Self.largest)
        do {
            return try AssociationDaemon(stored: bytes, policy: policy)
        } catch {
            throw CommandFailure(
                .usage, "\(path): \(error.reason.harmless)",
                hint: "move it away to begin with an empty memory, or name another with --state")
        }
    }

    /// Keeps it: the whole file or, where that fails, the one before.
    func keep(_ daemon: AssociationDaemon) throws {
        do {
            try Data(try daemon.stored()).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(.failure, "\(path): cannot be written", hint: "check the folder, and that there is room")
        }
    }

    /// In bytes: a thousand apps with a thousand domains each.
    private static let largest = 512 << 20
}
