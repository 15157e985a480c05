public import FoundationEssentials

/// An entry of the daemon's log.
public struct DaemonLogEntry: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The time of the entry.
    public let time: Date

    /// The subject of the entry: a domain, an app, or a line of the database.
    public let subject: String

    /// The event and its reason.
    public let message: String

    /// The entry as one line of text.
    public var description: String { "\(UTCTime(secondsSince1970: time.timeIntervalSince1970).text) \(subject): \(message)" }
}

/// Returns new entries of a daemon's log, as `swcutil watch` does.
///
/// A log keeps only its last entries. New entries are those after the longest end of the earlier log with which the later one
/// begins. If the logs share no entry, all are new.
public struct DaemonLogFollower: Sendable {
    private var seen: [DaemonLogEntry]

    /// Creates a follower that skips the existing entries of a log.
    public init(_ log: [DaemonLogEntry] = []) {
        seen = log
    }

    /// Returns the entries that are new since the last call, oldest first.
    public mutating func news(in log: [DaemonLogEntry]) -> [DaemonLogEntry] {
        defer { seen = log }
        let kept = (0...min(log.count, seen.count)).reversed().first { seen.suffix($0) == log.prefix($0) } ?? 0
        return Array(log[kept...])
    }
}

extension AssociationDaemon {
    /// Returns the database as text in the form of `swcutil show`: a block of fields for each association, separated by lines of
    /// dashes.
    public func shown() -> String {
        let blocks = associations.map { fields(of: $0).map(Self.line).joined(separator: "\n") }
        let rule = String(repeating: "-", count: Self.width)
        return ([Self.banner("DATABASE")] + [blocks.joined(separator: "\n\(rule)\n")] + [Self.banner("SETTINGS"), settings])
            .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private func fields(of association: Association) -> [(String, String)] {
        let entitlement = association.key.entitlement
        let held: [(String, String?)] = [
            ("Service", entitlement.service.rawValue),
            ("App ID", association.key.app.description),
            ("App Version", association.appVersion),
            ("Domain", entitlement.host + (entitlement.mode.map { "?mode=" + $0.rawValue } ?? "")),
            ("User Approval", association.userApproval.rawValue),
            ("Site/Fmwk Approval", association.siteApproval.rawValue),
            ("Flags", flags(of: association)),
            ("Last Checked", association.lastChecked.map(Self.text)),
            ("Next Check", association.nextCheck.map(Self.text)),
            ("Error", Self.isError(association.reason.code) ? association.reason.code.rawValue : nil),
            ("Retries", association.tries > 0 ? String(association.tries) : nil),
            ("Reason", association.reason.description),
        ]
        return held.compactMap { name, value in value.map { (name, $0) } }
    }

    private func flags(of association: Association) -> String? {
        let flags = [
            association.access == .developer ? "developer" : nil, association.access == .managed ? "managed" : nil,
            association.isUpdating ? "updating" : nil,
        ].compactMap(\.self)
        return flags.isEmpty ? nil : flags.joined(separator: " ")
    }

    private var settings: String { Self.line(("Developer Mode", isDeveloperModeOn ? "on" : "off")) }

    private static func isError(_ code: AssociationReason.Code) -> Bool {
        ![.notCheckedYet, .modeNotInForce, .listed, .notListed].contains(code)
    }

    private static func line(_ field: (name: String, value: String)) -> String {
        let name = field.name + ":"
        return name + String(repeating: " ", count: max(1, valueColumn - name.utf8.count)) + field.value
    }

    private static func banner(_ name: String) -> String {
        let rest = width - name.utf8.count - 2
        return String(repeating: "=", count: rest / 2) + " \(name) " + String(repeating: "=", count: rest - rest / 2)
    }

    private static func text(_ date: Date) -> String { UTCTime(secondsSince1970: date.timeIntervalSince1970).text }

    private static let width = 80
    private static let valueColumn = 20
}
