import AccountPages
package import Accounts
package import LocalAccess
package import Logging
package import Markup
import Synchronization
package import Traces

/// The desk of `latchkey dev`: what the command runs and shows on it, and the developer who may open it.
package final class DevelopmentDesk: Sendable {
    /// A service that the command runs with the account server.
    package struct RunningService: Sendable {
        /// The services with a section in the navigation.
        package enum Section: String, Sendable {
            case phones
            case apple
        }

        /// The section of the service; nil for a service without pages.
        let section: Section?
        let name: String
        /// The purpose of the service.
        let detail: String
        let address: String
        /// Returns a new address that lets a browser in.
        let newAddress: @Sendable () -> String
        let isRunning: @Sendable () async -> Bool

        package init(
            _ section: Section?, name: String, detail: String, address: String, newAddress: @escaping @Sendable () -> String,
            isRunning: @escaping @Sendable () async -> Bool
        ) {
            self.section = section
            self.name = name
            self.detail = detail
            self.address = address
            self.newAddress = newAddress
            self.isRunning = isRunning
        }
    }

    /// Credentials of the demo that belong together.
    package struct Credentials: Sendable {
        let title: String
        let values: [(name: String, text: String)]
        let remark: String?

        package init(title: String, values: [(name: String, text: String)], remark: String? = nil) {
            self.title = title
            self.values = values
            self.remark = remark
        }
    }

    let gate: LocalAccessGate
    let log: DevelopmentLog
    /// The traces of the timeline.
    let traces: TraceStore
    let services: [RunningService]
    /// The apps of the phones by identifier, for tests that repeat what a user did.
    let apps: [String: RecordedTest.App]
    /// The snapshots; nil if the data of the run cannot be copied.
    let snapshots: (any DevelopmentSnapshots)?
    let startOver: @Sendable () -> Void
    private let shown = Mutex<[Credentials]>([])
    private let opened = Mutex<[TraceRecord]>([])

    /// - Parameters:
    ///   - access: the access of the user who started the server. Other users of the machine would read credentials otherwise.
    ///   - startOver: deletes all data and starts again. It returns at once, so that the request can be answered.
    package init(
        access: LocalAccess, command: String, log: DevelopmentLog, traces: TraceStore, services: [RunningService],
        apps: [String: RecordedTest.App] = [:], snapshots: (any DevelopmentSnapshots)? = nil,
        startOver: @escaping @Sendable () -> Void
    ) {
        gate = LocalAccessGate(access, landing: PagePath.desk, command: command)
        self.log = log
        self.traces = traces
        self.services = services
        self.apps = apps
        self.snapshots = snapshots
        self.startOver = startOver
    }

    /// The credentials to show.
    package var credentials: [Credentials] { shown.withLock { $0 } }

    /// Replaces the credentials to show.
    package func show(_ credentials: [Credentials]) { shown.withLock { $0 = credentials } }

    /// The traces of the file that was opened last; empty before one. They are untrusted.
    var openedTraces: [TraceRecord] { opened.withLock { $0 } }

    /// Shows the traces of a file in place of those of an earlier one.
    func open(_ file: TraceFile) { opened.withLock { $0 = file.traces } }

    /// Returns a new URL of the desk that lets a browser in.
    package func newAddress(at origin: String) -> String { gate.newAddress(at: origin) }

    /// Returns the links to the sections of a desk, for the pages of another service.
    ///
    /// - Parameters:
    ///   - origin: the origin of the account server.
    ///   - current: the section of the service.
    package static func links(
        to origin: String, from current: RunningService.Section, hasPhones: Bool
    ) -> [PartLink] {
        DeskSection.allCases.filter { $0 != .phones || hasPhones }.compactMap { section in
            WebLink(origin + section.path.text).map { address in
                PartLink(name: section.label, address: address, isCurrent: section.rawValue == current.rawValue)
            }
        }
    }

    /// The sections of the navigation.
    var sections: [DeskSection] {
        DeskSection.allCases.filter { section in
            guard let other = RunningService.Section(rawValue: section.rawValue) else { return true }
            return services.contains { $0.section == other }
        }
    }
}

/// The last lines of the log of a server under development, in memory.
package final class DevelopmentLog: Sendable {
    package struct Line: Sendable {
        let time: Timestamp
        let level: Logger.Level
        let message: String
        let details: String
    }

    private let limit: Int
    private let kept = Mutex<[Line]>([])

    /// - Parameter count: the maximum number of lines; the oldest is dropped.
    package init(count: Int = 500) {
        limit = count
    }

    /// Keeps a line. Texts of more than 2,000 characters are cut.
    ///
    /// - Parameter details: the metadata of the line; empty for none.
    package func keep(_ level: Logger.Level, _ message: String, details: String, at time: Timestamp) {
        let line = Line(
            time: time, level: level, message: String(message.prefix(Self.longestText)),
            details: String(details.prefix(Self.longestText)))
        kept.withLock { kept in
            kept.append(line)
            if kept.count > limit { kept.removeFirst(kept.count - limit) }
        }
    }

    /// The lines, the newest first.
    var lines: [Line] { kept.withLock { $0.reversed() } }

    private static let longestText = 2_000
}

extension ServerConfiguration {
    /// Returns the configuration of a server that serves the desk at `/`.
    func serving(_ desk: DevelopmentDesk?) -> ServerConfiguration {
        guard let desk else { return self }
        var configuration = self
        configuration.site.claimsHome = false
        configuration.site.deskSections = desk.sections
        return configuration
    }
}
