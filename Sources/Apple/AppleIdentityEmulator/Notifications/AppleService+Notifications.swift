public import FoundationEssentials
import JWTKit

extension AppleService {
    /// The stored notifications, oldest first.
    public var notifications: [NotificationSummary] {
        work { core in core.state.outbox.entries }
    }

    /// Returns due notifications. The caller must report each outcome within a minute of the service's clock; otherwise the attempt
    /// counts as failed.
    public func takeOutbox(limit: Int = 16) -> [NotificationDelivery] {
        work { core in core.state.outbox.take(limit: limit, now: core.now) }
    }

    /// Returns the time when ``takeOutbox(limit:)`` next has a notification, by the service's clock; nil if none is waiting.
    public func nextDelivery() -> Date? {
        work { core in core.state.outbox.nextDue }
    }

    /// Records a response. Only 200 counts as delivered; the service retries after any other status.
    public func recordDelivery(_ id: Int, status: Int) {
        work { core in core.state.outbox.settle(id: id, "status \(status)", delivered: status == 200, now: core.now) }
    }

    /// Records that the relying party was unreachable. The service retries.
    public func recordDeliveryFailure(_ id: Int, reason: String) {
        work { core in core.state.outbox.settle(id: id, reason, delivered: false, now: core.now) }
    }

    /// Posts a notification again, with the same payload and `jti`.
    ///
    /// - Throws: ``EmulatorError`` if the notification is not stored.
    public func replayNotification(_ id: Int) throws(EmulatorError) {
        try work { core throws(EmulatorError) in
            guard core.state.outbox.replay(id: id, now: core.now) else {
                throw EmulatorError(.unknown, "notification \(id) not found")
            }
        }
    }
}

extension ServiceCore {
    /// Signs a notification about a consent and adds it to the outbox. Does nothing if the group has no notification URL.
    mutating func notify(_ kind: NotificationKind, _ consent: Consent) {
        guard let url = state.teams.apps[consent.primary]?.notificationURL else {
            log.add(.notification, at: now, "no notification URL is set for \(consent.primary); \(kind.rawValue) was not sent")
            return
        }
        let audience = state.settings.notificationAudience == .primaryAppID ? consent.primary : consent.lastClient
        let subject = teamUser(of: consent.person, for: consent.team).subject
        let identifier = randomness.text(22, of: Self.tokenLetters)
        let faults = takeTokenFaults(.notification)
        var claims = claims(kind, consent, subject, audience, identifier, faults)
        for fault in faults { spoil(&claims, fault) }
        guard let payload = signer?.sign(claims, spoilt: faults.contains(.wrongSignature)) else { return }
        state.outbox.add { [now] id in
            NotificationSummary(
                id: id, jti: identifier, kind: kind, audience: audience, subject: subject, url: url, payload: payload,
                createdAt: now, progress: .waiting, attempts: 0, nextAttemptAt: now, lastOutcome: nil)
        }
    }

    private mutating func claims(
        _ kind: NotificationKind, _ consent: Consent, _ subject: Subject, _ audience: ClientID, _ identifier: String,
        _ faults: [Fault.Kind]
    ) -> NotificationClaims {
        let settings = state.settings
        var address = kind == .emailEnabled || kind == .emailDisabled ? self.address(consent) : nil
        for case .foreignEmail(let foreign) in faults { address = foreign }
        let seconds = now.timeIntervalSince1970
        let event = NotificationEvent(
            type: kind == .accountDelete ? settings.accountDeletionType.rawValue : kind.rawValue, sub: subject,
            event_time: Int(settings.eventTime == .milliseconds ? seconds * 1_000 : seconds), email: address,
            is_private_email: address.map { _ in "true" })
        let issuedAt = Int(seconds)
        return NotificationClaims(
            iss: issuer, aud: audience.rawValue, iat: issuedAt, exp: issuedAt + 86_400, jti: identifier,
            events: settings.eventsForm == .string ? .string(WireJSON.text(event)) : .object(event))
    }

    private func spoil(_ claims: inout NotificationClaims, _ fault: Fault.Kind) {
        switch fault {
        case .wrongIssuer(let issuer): claims.iss = issuer
        case .wrongAudience(let audience): claims.aud = audience
        case .stale:
            claims.iat -= 2 * 86_400
            claims.exp -= 2 * 86_400
        case .foreignEmail, .wrongSignature, .delay, .status, .malformedBody, .droppedConnection: break
        }
    }
}

/// The claims of a server-to-server notification.
struct NotificationClaims: JWTPayload {
    /// `events` as a string that contains JSON, or as an object.
    enum Events: Sendable, Codable {
        case string(String)
        case object(NotificationEvent)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .string(text)
            } else {
                self = .object(try value.decode(NotificationEvent.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            switch self {
            case .string(let text): try value.encode(text)
            case .object(let event): try value.encode(event)
            }
        }
    }

    var iss: String
    var aud: String
    var iat: Int
    var exp: Int
    let jti: String
    let events: Events

    /// Does nothing: the service signs these claims and never verifies them.
    func verify(using algorithm: some JWTAlgorithm) {}
}

/// The event of a notification.
struct NotificationEvent: Sendable, Codable {
    let type: String
    let sub: Subject
    let event_time: Int
    let email: String?
    /// The string `true`, as Apple sends it, if there is an address.
    let is_private_email: String?
}

/// The kinds of server-to-server notifications.
public enum NotificationKind: String, Sendable, Hashable, Codable, CaseIterable {
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case consentRevoked = "consent-revoked"
    /// Sent as `account-delete` or `account-deleted`; see ``AppleServiceSettings/accountDeletionType``.
    case accountDelete = "account-delete"
}
