import Accounts
import HTTPTypes
import Hummingbird
import JSONText

extension AccountAPI {
    func replayEvents(_ operators: OperatorService) -> DescribedRoute {
        operatorRoute(
            operators, .post, "/v1/operators/events/replay", for: .changing,
            Operation(
                "replayEvents",
                """
                Queue stored events for a target again, in order, with a reason for the audit trail. For administrators. `after` is the \
                `webhook-id` of the last event that the receiver has; without it, the replay begins with the oldest stored event. With \
                `account`, it has the events of this account only. If `complete` is false, repeat the request after `last`.
                """,
                tag: .operators, body: "EventReplay", answers: [.ok("ReplayedEvents")],
                problems: [.notFound, .invalidFields, .reauthenticationRequired, .tooManyRequests])
        ) { request, session in
            let fresh = try await fresh(session, operators)
            let body = try await request.json(EventReplayBody.self)
            let reason = try OperatorReason(ofBody: body.reason)
            guard let target = EventTargetName(body.target) else { throw Problem.noSuchTarget }
            let replay = OperatorReplay(to: target, after: body.after, of: body.account, limit: body.limit, reason: reason)
            switch try await operators.replayEvents(replay, by: fresh, client: request.client(), now: now()) {
            case .replayed(let events): return .json(events.representation(to: target))
            case .notAllowed: throw Problem.roleNotPermitted
            case .noTarget: throw Problem.noSuchTarget
            case .noAccount: throw Problem.noSuchAccount
            case .noEvent: throw Problem(.notFound, detail: "The event is not stored, or the account has no such event.")
            }
        }
    }
}

extension Problem {
    fileprivate static var noSuchTarget: Problem {
        Problem(member: "target", message: "target must be the name of a target in events.targets.")
    }
}

/// A replay of events that an operator orders.
private struct EventReplayBody: JSONReadable {
    let target: String
    let after: AuditEventID?
    let account: AccountID?
    let limit: Int
    let reason: String

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        target = try object.string("target")
        after = try object.optionalIdentifier("after", "the webhook-id of an event")
        account = try object.optionalIdentifier("account", "the identifier of an account")
        let limit = try object.optionalInteger("limit") ?? OperatorReplay.standardLimit
        let limits = OperatorReplay.limits
        guard limits.contains(limit) else {
            throw object.invalidValue("limit", "must be from \(limits.lowerBound) to \(limits.upperBound)")
        }
        self.limit = limit
        reason = try object.string("reason")
    }
}

extension JSONObjectReader {
    /// Returns an identifier. Rejects any other text.
    ///
    /// - Parameter meaning: what it is, such as "the identifier of an account".
    mutating func optionalIdentifier<Subject>(
        _ name: String, _ meaning: String
    ) throws(JSONReadingError) -> Identifier<Subject>? {
        guard let text = try optionalString(name) else { return nil }
        guard let id = Identifier<Subject>(text) else { throw invalidValue(name, "must be \(meaning)") }
        return id
    }
}
