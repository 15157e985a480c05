import Accounts
import JSONText

extension Schemas {
    /// The schemas of operators.
    static var ofOperators: JSONValue {
        [
            "FoundAccounts": open(["accounts": list(of: "FoundAccount"), "complete": ["type": "boolean"]]),
            "FoundAccount": open([
                "id": identifier, "username": optionalText, "createdAt": moment, "lockedAt": optionalMoment,
            ]),
            "AccountOverview": open([
                "account": reference("FoundAccount"), "role": optionalRole, "credentials": list(of: "OverviewCredential"),
                "sessions": list(of: "Session"), "events": list(of: "Event"),
            ]),
            "OverviewCredential": open([
                "kind": choice(OverviewCredential.Kind.self), "name": optionalText,
                // Null for a credential in use.
                "state": choice(OverviewCredential.State.self, orNull: true),
                "addedAt": optionalMoment, "count": ["type": ["integer", "null"]],
            ]),
            "OperatorOrder": closed(["act": act, "reason": reason]),
            "OperatorApproval": closed(["act": act, "account": identifier]),
            "OperatorResult": open([
                "state": ["enum": ["performed", "awaiting-approval"]],
                "approval": ["anyOf": [reference("ApprovalRequest"), ["type": "null"]]],
            ]),
            "ApprovalRequest": open([
                "id": identifier, "act": act, "account": identifier, "reason": text, "requester": identifier,
                "requestedAt": moment, "expiresAt": moment,
            ]),
            "ApprovalList": open(["approvals": list(of: "ApprovalRequest"), "complete": ["type": "boolean"]]),
            "OperatorRecord": open([
                "id": identifier, "kind": choice(OperatorRecord.Kind.self), "act": choice(OperatorAct.self, orNull: true),
                "role": optionalRole, "at": moment,
                // Null for the command.
                "operator": optionalText, "account": identifier, "approver": optionalText, "reason": optionalText,
                "address": text,
            ]),
            "OperatorRecordList": open(["records": list(of: "OperatorRecord"), "next": optionalText]),
            "Operator": open(["account": identifier, "username": optionalText, "role": role, "grantedAt": moment]),
            "OperatorList": open(["operators": list(of: "Operator"), "role": role]),
            "OperatorQueue": open(["jobs": list(of: "JobCount"), "mail": list(of: "WaitingMail")]),
            "JobCount": open([
                "kind": ["enum": .array(JobKind.allCases.map { .string($0.shownName) })], "count": ["type": "integer"],
                "dueAt": moment,
            ]),
            "WaitingMail": open([
                "id": identifier, "kind": text, "queuedAt": moment, "dueAt": moment, "notAfter": moment,
                "attempts": ["type": "integer"], "reply": optionalText,
            ]),
            "OperatorKeys": open(["signingKeys": list(of: "SigningKey"), "underPreviousKeys": list(of: "SealedCount")]),
            "SigningKey": open(["id": text, "createdAt": moment, "signsUntil": moment, "verifiesUntil": moment]),
            "SealedCount": open(["kind": text, "key": text, "count": ["type": "integer"]]),
            "EventReplay": closed(
                [
                    "target": ["type": "string", "description": "The name of a target in `events.targets`, such as `crm`."],
                    "after": identifier, "account": identifier,
                    "limit": [
                        "type": "integer", "minimum": .integer(OperatorReplay.limits.lowerBound),
                        "maximum": .integer(OperatorReplay.limits.upperBound), "default": .integer(OperatorReplay.standardLimit),
                    ],
                    "reason": reason,
                ], optional: ["after", "account", "limit"]),
            "ReplayedEvents": open([
                "target": text, "queued": ["type": "integer"], "last": optionalText, "complete": ["type": "boolean"],
            ]),
            "OperatorFigures": open(["days": list(of: "DailyFigures")]),
            "DailyFigures": open([
                "day": ["type": "string", "format": "date"], "signIns": ["type": "integer"], "failures": ["type": "integer"],
                "upgrades": ["type": "integer"], "passkeysAdded": ["type": "integer"],
            ]),
        ]
    }

    private static let reason: JSONValue = [
        "type": "string", "minLength": .integer(OperatorReason.lengths.lowerBound),
        "maxLength": .integer(OperatorReason.lengths.upperBound),
        "description": "For the audit trail. White space around it is ignored; invisible characters are rejected.",
    ]
    private static let act = choice(OperatorAct.self)
    private static let role = choice(OperatorRole.self)
    private static let optionalRole = choice(OperatorRole.self, orNull: true)
    private static let optionalText: JSONValue = ["type": ["string", "null"]]
    private static let optionalMoment: JSONValue = ["type": ["string", "null"], "format": "date-time"]

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ type: Choice.Type, orNull isOptional: Bool = false
    ) -> JSONValue {
        let names = type.allCases.map { JSONValue.string($0.rawValue) }
        return ["enum": .array(isOptional ? [.null] + names : names)]
    }
}
