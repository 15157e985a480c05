import AssociatedDomains
import DeviceServices
import Foundation
import HTTPTypes
import SiteChecks
import WebClient

/// The daemon with its stored state and the network. It performs the downloads that the daemon requests, one after another.
struct DaemonSession {
    private(set) var daemon: AssociationDaemon
    private let stateFile: DaemonStateFile
    private let visitor: SiteVisitor
    private let insecureVisitor: SiteVisitor

    init(_ options: DaemonOptions) throws {
        let policy = options.policy
        stateFile = DaemonStateFile(path: options.state)
        daemon = try stateFile.daemon(policy: policy)
        let limits = WebLimits(total: .seconds(policy.timeout), body: policy.maximumBytes)
        visitor = try options.site.visitor(limits: limits)
        insecureVisitor = try options.site.insecureVisitor(limits: limits)
    }

    /// Returns whether the app is installed with exactly these entitlements.
    func knows(_ app: InstalledApp) -> Bool {
        let known = daemon.associations.map(\.key).filter { $0.app == app.identifier }.map(\.entitlement)
        return !known.isEmpty && Set(known) == Set(app.entitlements)
    }

    /// Handles an event and performs every download that follows. Stores the state before each download, so that an interrupted
    /// attempt counts.
    mutating func handle(_ event: DaemonEvent) async throws {
        var effects = daemon.handle(event, now: Date())[...]
        try stateFile.keep(daemon)
        while let effect = effects.popFirst() {
            // Other effects cancel downloads or report changes. No download is running here, and the log has the changes.
            guard case .fetch(let fetch) = effect else { continue }
            let answer = SiteAnswer(try await visit(fetch).outcome)
            effects += daemon.handle(.answered(fetch.id, answer), now: Date())
            try stateFile.keep(daemon)
        }
    }

    /// Performs a download under the daemon's rule for the certificate; developer mode accepts any.
    private func visit(_ fetch: SiteFetch) async throws -> FetchReport {
        switch fetch.certificateRule {
        case .publiclyTrusted, .trustedByDevice: try await visitor.visit(fetch.domain, at: fetch.location)
        case .any: try await insecureVisitor.visit(fetch.domain, at: fetch.location)
        }
    }
}

/// The file that stores the daemon's state.
struct DaemonStateFile: Sendable {
    let path: String

    /// Returns the stored daemon, or a new one if the file does not exist.
    ///
    /// - Throws: a ``CommandFailure`` if the file cannot be read or is malformed.
    func daemon(policy: DaemonPolicy = DaemonPolicy()) throws -> AssociationDaemon {
        guard FileManager.default.fileExists(atPath: path) else { return AssociationDaemon(policy: policy) }
        let bytes = try LimitedFile.read(path, limit: Self.largest)
        do {
            return try AssociationDaemon(stored: bytes, policy: policy)
        } catch {
            throw CommandFailure(
                .usage, "\(path): \(error.reason.sanitized)",
                hint: "move it away to start with an empty state, or name another file with --state")
        }
    }

    /// Stores the daemon. Replaces the file as a whole; a failure leaves the previous file.
    func keep(_ daemon: AssociationDaemon) throws {
        do {
            try Data(try daemon.stored()).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(.failure, "\(path): cannot be written", hint: "check the folder and the free space")
        }
    }

    /// The maximum size of the file in bytes: a thousand apps with a thousand domains each.
    private static let largest = 512 << 20
}
