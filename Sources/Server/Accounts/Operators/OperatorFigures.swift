/// The number of events of one kind on one day (UTC).
package struct EventCount: Hashable, Sendable {
    /// The days since 1970-01-01.
    package let day: Int
    package let kind: AuditEventKind
    package let count: Int

    package init(day: Int, kind: AuditEventKind, count: Int) {
        self.day = day
        self.kind = kind
        self.count = count
    }
}

/// The number of waiting jobs of one kind.
package struct JobCount: Hashable, Sendable {
    package let kind: JobKind
    package let count: Int
    /// When the first of them is due.
    package let dueAt: Timestamp

    package init(kind: JobKind, count: Int, dueAt: Timestamp) {
        self.kind = kind
        self.count = count
        self.dueAt = dueAt
    }
}

/// Daily figures of the service, from the events that are stored: an account keeps its newest ``AuditEvent/limit`` routine events, and
/// the events of a deleted account are deleted with it.
package struct OperatorFigures: Hashable, Sendable {
    package enum Series: String, CaseIterable, Sendable {
        case signIns
        case failures
        case upgrades
        case passkeysAdded

        var kinds: Set<AuditEventKind> {
            switch self {
            case .signIns: [.signedIn, .signedInByApple, .signedInByPasskey, .signedInByMail]
            case .failures: AuditEventKind.failedAttempts
            case .upgrades: [.passwordUpgraded, .upgradedToApple]
            case .passkeysAdded: [.passkeyAdded, .passkeyRecovered]
            }
        }
    }

    /// The first day, as the days since 1970-01-01.
    package let firstDay: Int
    /// For each series one number for each day.
    package let counts: [Series: [Int]]

    /// - Parameter days: the number of days, of which `now` is in the last.
    init(_ events: [EventCount], days: Int, now: Timestamp) {
        let first = Self.firstDay(of: days, now: now)
        var counts = Dictionary(uniqueKeysWithValues: Series.allCases.map { ($0, [Int](repeating: 0, count: days)) })
        for event in events where (first..<first + days).contains(event.day) {
            for series in Series.allCases where series.kinds.contains(event.kind) {
                counts[series]?[event.day - first] += event.count
            }
        }
        firstDay = first
        self.counts = counts
    }

    static func firstDay(of days: Int, now: Timestamp) -> Int { Int(now.seconds / 86_400) - days + 1 }

    /// The maximum number of days.
    package static var dayLimit: Int { 90 }
}
