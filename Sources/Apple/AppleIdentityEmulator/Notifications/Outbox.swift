public import FoundationEssentials

/// Pending and past notifications; at most 1,000.
///
/// After any status but 200, the service retries: after 10 seconds, 1, 5 and 30 minutes, and 2, 6 and 12 hours.
struct Outbox: Sendable, Codable {
    static let retryDelays: [TimeInterval] = [10, 60, 300, 1_800, 7_200, 21_600, 43_200]
    /// The time for which the outbox waits for the outcome of a notification that it returned, in seconds.
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

    /// Returns due notifications.
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

    /// The time when the next notification is due.
    var nextDue: Date? {
        entries.compactMap(\.nextAttemptAt).min()
    }

    mutating func settle(id: Int, _ outcome: String, delivered: Bool, now: Date) {
        guard let index = entries.firstIndex(where: { $0.id == id }), entries[index].progress == .underway else { return }
        settle(index, outcome, delivered: delivered, now: now)
    }

    /// Posts an entry again, starting with the first attempt.
    ///
    /// - Returns: whether the entry exists.
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

/// A notification to post now.
public struct NotificationDelivery: Sendable, Hashable, Identifiable {
    /// The identifier of the notification in the outbox.
    public let id: Int
    /// The URL to post to.
    public let url: String
    /// The JSON body `{"payload":"<JWS>"}`; send it as `application/json`.
    public let body: [UInt8]
    /// The number of the attempt, from 1.
    public let attempt: Int
}

/// A notification as the console shows it.
public struct NotificationSummary: Sendable, Hashable, Codable, Identifiable {
    /// The delivery state.
    public enum Progress: String, Sendable, Hashable, Codable {
        /// The notification waits until `nextAttemptAt`.
        case waiting
        /// The notification is being posted. The attempt counts as failed without an outcome within a minute.
        case underway
        case delivered
        /// All attempts failed.
        case abandoned
    }

    /// The identifier of the notification in the outbox.
    public let id: Int
    /// The token's `jti`, which is the same for every attempt and replay.
    public let jti: String
    /// The kind of notification.
    public let kind: NotificationKind
    /// The token's `aud`.
    public let audience: ClientID
    /// The user of the event.
    public let subject: Subject
    /// The URL that it is posted to.
    public let url: String
    /// The signed payload.
    public let payload: String
    /// The time when the event happened.
    public let createdAt: Date
    /// The delivery state.
    public internal(set) var progress: Progress
    /// The number of attempts.
    public internal(set) var attempts: Int
    /// The time when the next attempt is due; during an attempt, the time when the attempt counts as failed.
    public internal(set) var nextAttemptAt: Date?
    /// The outcome of the last attempt, such as `status 500`.
    public internal(set) var lastOutcome: String?
}
