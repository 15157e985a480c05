public import FoundationEssentials

/// Notifications to be posted, and those that were; 1,000 are kept.
///
/// Anything but a status of 200 is tried again after 10 seconds, 1, 5 and 30 minutes, 2, 6 and 12 hours.
struct Outbox: Sendable, Codable {
    static let retryDelays: [TimeInterval] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]
    /// For how long a handed-out notification waits for its outcome.
    static let handling: TimeInterval = 60

    private(set) var entries: [NotificationSummary] = []
    private var count = 0

    mutating func add(_ make: (_ id: Int) -> NotificationSummary) {
        if entries.count >= ServiceLimits.notifications {
            entries.remove(at: entries.firstIndex { $0.progress == .delivered || $0.progress == .abandoned } ?? 0)
        }
        count += 1
        entries.append(make(count))
    }

    /// Hands out what is due.
    mutating func take(limit: Int, now: Date) -> [NotificationDelivery] {
        for index in entries.indices where entries[index].progress == .underway && entries[index].isDue(now) {
            settle(index, "no outcome within a minute", delivered: false, now: now)
        }
        var taken: [NotificationDelivery] = []
        for index in entries.indices where entries[index].progress == .waiting && entries[index].isDue(now) {
            guard taken.count < limit else { break }
            entries[index].progress = .underway
            entries[index].attempts += 1
            entries[index].nextAttemptAt = now.addingTimeInterval(Self.handling)
            taken.append(entries[index].delivery)
        }
        return taken
    }

    /// When something is due next.
    var nextDue: Date? {
        entries.compactMap(\.nextAttemptAt).min()
    }

    mutating func settle(id: Int, _ outcome: String, delivered: Bool, now: Date) {
        guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].progress == .underway else { return }
        settle(index, outcome, delivered: delivered, now: now)
    }

    /// Posts an entry again, from the first attempt.
    ///
    /// - Returns: whether there is such an entry.
    mutating func replay(id: Int, now: Date) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        entries[index].progress = .waiting
        entries[index].attempts = 0
        entries[index].nextAttemptAt = now
        return true
    }

    private mutating func settle(_ index: Int, _ outcome: String, delivered: Bool, now: Date) {
        let tries = entries[index].attempts
        entries[index].lastOutcome = String(outcome.prefix(200))
        if delivered {
            entries[index].progress = .delivered
            entries[index].nextAttemptAt = nil
        } else if tries >= 1, tries <= Self.retryDelays.count {
            entries[index].progress = .waiting
            entries[index].nextAttemptAt = now.addingTimeInterval(Self.retryDelays[tries - 1])
        } else {
            entries[index].progress = .abandoned
            entries[index].nextAttemptAt = nil
        }
    }
}

extension NotificationSummary {
    fileprivate func isDue(_ now: Date) -> Bool {
        nextAttemptAt.map { $0 <= now } ?? false
    }

    fileprivate var delivery: NotificationDelivery {
        NotificationDelivery(id: id, url: url, body: WireJSON.bytes(["payload": payload]), attempt: attempts)
    }
}

/// One notification to post now.
public struct NotificationDelivery: Sendable, Hashable, Identifiable {
    /// Names it in the outbox.
    public let id: Int
    /// Where to post.
    public let url: String
    /// The JSON body `{"payload":"<JWS>"}`; `Content-Type: application/json`.
    public let body: [UInt8]
    /// 1 for the first try.
    public let attempt: Int
}

/// A notification as the console lists it.
public struct NotificationSummary: Sendable, Hashable, Codable, Identifiable {
    /// How far it is.
    public enum Progress: String, Sendable, Hashable, Codable {
        /// To be posted at `nextAttemptAt`.
        case waiting
        /// Handed out; counts as failed when no outcome is told within a minute.
        case underway
        case delivered
        /// All attempts failed.
        case abandoned
    }

    /// Names it in the outbox.
    public let id: Int
    /// The token's `jti`; the same on every attempt and replay.
    public let jti: String
    /// What it tells.
    public let kind: NotificationKind
    /// The token's `aud`.
    public let audience: ClientID
    /// Whom it is about.
    public let subject: Subject
    /// Where it is posted.
    public let url: String
    /// The signed payload itself.
    public let payload: String
    /// When the event happened.
    public let createdAt: Date
    /// How far it is.
    public internal(set) var progress: Progress
    /// Attempts made.
    public internal(set) var attempts: Int
    /// When it is posted next, or while underway when it counts as failed.
    public internal(set) var nextAttemptAt: Date?
    /// What the last attempt came to, such as `status 500`.
    public internal(set) var lastOutcome: String?
}
