import Accounts
import AppleIdentity
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging

/// The endpoint for Apple's server-to-server notifications.
struct AppleNotifications: Sendable {
    let apple: AppleCeremonies
    let now: @Sendable () -> Timestamp

    /// The path of the endpoint in the developer account.
    static let path = "/apple/notifications"

    /// Responds with 200 to every notification that Apple signed, applied or not, so that Apple does not resend it. Responds with
    /// 503 to one that cannot be verified at the moment, so that Apple does.
    var route: DescribedRoute {
        DescribedRoute(
            .post, Self.path,
            Operation(
                "receiveAppleNotification", "Receive a signed notification from Apple. Only Apple calls this.", tag: .apple,
                body: "AppleNotification", answers: [.okWithoutContent], problems: [.appleUnavailable])
        ) { request in
            let notification = try await verified(try await request.body.bytes())
            guard let received = Accounts.AppleNotification(notification, team: apple.connection.team) else {
                request.logger.notice(
                    "unknown Apple notification ignored", metadata: ["type": "\(notification.event.type)"])
                return Response(status: .ok)
            }
            let outcome = try await apple.service.receive(received, client: request.client(deviceName: "Apple"), now: now())
            request.logger.info(
                "Apple notification received", metadata: ["type": "\(notification.event.type)", "outcome": "\(outcome.word)"])
            return Response(status: .ok)
        }
    }

    private func verified(_ body: [UInt8]) async throws(Problem) -> VerifiedAppleNotification {
        do throws(AppleIdentityError) {
            return try await apple.connection.notifications.verify(body, with: await apple.connection.keys, now: Date(now()))
        } catch {
            throw error.isTemporary
                ? Problem(
                    .appleUnavailable, detail: "Apple's keys are temporarily unavailable. Try again later.",
                    cause: error.description)
                : Problem(
                    .badRequest, detail: "The body is not a valid Apple notification to this service.", cause: error.description)
        }
    }
}

extension Accounts.AppleNotification {
    /// Returns nil for an unsupported kind.
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
    /// A word for the log, which names no account.
    fileprivate var word: String {
        switch self {
        case .applied: "applied"
        case .duplicate: "duplicate"
        case .unknownIdentity: "unknown identity"
        case .outdated: "outdated"
        }
    }
}
