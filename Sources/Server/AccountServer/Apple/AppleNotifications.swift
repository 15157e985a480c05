import Accounts
import AppleIdentity
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging

/// Where Apple posts what happens to its people (server-to-server notifications).
struct AppleNotifications: Sendable {
    let apple: AppleCeremonies
    let now: @Sendable () -> Timestamp

    /// The path to name in the developer account.
    static let path = "/apple/notifications"

    /// Whatever was done with it, a notification that Apple signed is answered with 200, so that Apple does not send it again. One
    /// that cannot be judged at the moment is answered with 503, so that it does.
    var route: DescribedRoute {
        DescribedRoute(
            .post, Self.path,
            Operation(
                "receiveAppleNotification", "Take a notification that Apple has signed. For Apple alone.", tag: .apple,
                body: "AppleNotification", answers: [.okWithoutContent], problems: [.appleUnavailable])
        ) { request in
            let notification = try await verified(try await request.body.bytes())
            guard let told = Accounts.AppleNotification(notification, team: apple.connection.team) else {
                request.logger.notice(
                    "an unknown notification of Apple's was passed over", metadata: ["type": "\(notification.event.type)"])
                return Response(status: .ok)
            }
            let outcome = try await apple.service.receive(told, client: request.client(deviceName: "Apple"), now: now())
            request.logger.info(
                "Apple told something", metadata: ["type": "\(notification.event.type)", "outcome": "\(outcome.word)"])
            return Response(status: .ok)
        }
    }

    private func verified(_ body: [UInt8]) async throws(Problem) -> VerifiedAppleNotification {
        do throws(AppleIdentityError) {
            return try await apple.connection.notifications.verify(body, with: await apple.connection.keys, now: Date(now()))
        } catch {
            throw error.isTemporary
                ? Problem(.appleUnavailable, detail: "Apple's keys cannot be had at the moment.", cause: error.description)
                : Problem(.badRequest, detail: "This is no notification of Apple's to this service.", cause: error.description)
        }
    }
}

extension Accounts.AppleNotification {
    /// Nil for a kind that means nothing here.
    fileprivate init?(_ notification: VerifiedAppleNotification, team: AppleTeamID) {
        let kind: AppleNotificationKind
        switch notification.event {
        case .consentRevoked: kind = .consentRevoked
        case .accountDeleted: kind = .accountDeleted
        case .emailDisabled: kind = .emailDisabled
        case .emailEnabled: kind = .emailEnabled
        case .unknown: return nil
        }
        guard let id = AppleNotificationID(notification.id.text),
            let subject = notification.event.subject.flatMap({ AppleSubject($0.text) })
        else { return nil }
        self.init(
            id: id, key: AppleIdentityKey(team: team, subject: subject), kind: kind, at: Timestamp(notification.occurredAt),
            expiresAt: Timestamp(notification.acceptedUntil))
    }
}

extension AppleNotificationOutcome {
    /// For the log, which names no account.
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .duplicate: "duplicate"
        case .unknownIdentity: "unknown identity"
        case .outdated: "outdated"
        }
    }
}
