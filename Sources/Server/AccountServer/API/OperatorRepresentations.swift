import Accounts
import InternetAddresses
import JSONText
import Secrets

extension AccountSearch {
    /// - Parameter text: as an operator typed it.
    init(typed text: String) {
        self.init(text, address: EmailAddress(typed: text))
    }
}

extension Account {
    /// `FoundAccount` of the OpenAPI document.
    var operatorRepresentation: JSONValue {
        [
            "id": .string(id.description), "username": .optional(userName?.text), "createdAt": .string(createdAt.description),
            "lockedAt": .optional(lockedAt?.description),
        ]
    }
}

/// A credential, factor or address of an account as operators see it.
struct OverviewCredential: Sendable {
    enum Kind: String, CaseIterable {
        case password
        case apple
        case passkey
        case totp
        case deviceKey = "device-key"
        case recoveryCodes = "recovery-codes"
        case emailAddress = "email-address"
    }

    enum State: String, CaseIterable {
        case revoked, suspended, unverified, undeliverable
    }

    let kind: Kind
    /// The text that distinguishes it from others of the kind, which is untrusted. Nil if the account has at most one of the kind.
    var name: String?
    /// Nil for a credential in use.
    var state: State?
    var addedAt: Timestamp?
    /// The number of unused recovery codes; nil for the other kinds.
    var count: Int?

    /// `OverviewCredential` of the OpenAPI document.
    fileprivate var representation: JSONValue {
        [
            "kind": .string(kind.rawValue), "name": .optional(name), "state": .optional(state?.rawValue),
            "addedAt": .optional(addedAt?.description), "count": count.map { .integer($0) } ?? .null,
        ]
    }
}

extension AccountOverview {
    /// `AccountOverview` of the OpenAPI document.
    var representation: JSONValue {
        [
            "account": account.operatorRepresentation, "role": .optional(role?.rawValue),
            "credentials": .array(credentials.map(\.representation)),
            "sessions": .array(sessions.map { $0.representation(isCurrent: false) }),
            "events": .array(events.map(\.representation)),
        ]
    }

    /// The credentials, factors and addresses, without their secrets.
    var credentials: [OverviewCredential] {
        var all = account.passwordChangedAt.map { [OverviewCredential(kind: .password, addedAt: $0)] } ?? []
        all += appleIdentities.map { identity in
            OverviewCredential(
                kind: .apple, name: identity.email?.address,
                state: identity.revokedAt != nil ? .revoked : identity.suspendedAt != nil ? .suspended : nil,
                addedAt: identity.linkedAt)
        }
        all += passkeys.map { passkey in
            OverviewCredential(
                kind: .passkey, name: passkey.name, state: passkey.suspendedAt == nil ? nil : .suspended, addedAt: passkey.createdAt
            )
        }
        if let totpSince { all.append(OverviewCredential(kind: .totp, addedAt: totpSince)) }
        all += factors.deviceKeys.map { OverviewCredential(kind: .deviceKey, name: $0.name, addedAt: $0.createdAt) }
        if factors.recoveryCodes > 0 { all.append(OverviewCredential(kind: .recoveryCodes, count: factors.recoveryCodes)) }
        all += addresses.map { address in
            OverviewCredential(
                kind: .emailAddress, name: address.address.text,
                state: !address.isVerified ? .unverified : address.undeliverableSince != nil ? .undeliverable : nil,
                addedAt: address.claimedAt)
        }
        return all
    }
}

extension ApprovalRequest {
    /// `ApprovalRequest` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "act": .string(act.rawValue), "account": .string(account.description),
            "reason": .string(reason.text), "requester": .string(requester.description),
            "requestedAt": .string(requestedAt.description), "expiresAt": .string(expiresAt.description),
        ]
    }
}

extension OperatorRecord {
    /// `OperatorRecord` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "kind": .string(kind.rawValue), "act": .optional(act?.rawValue),
            "role": .optional(role?.rawValue), "at": .string(at.description), "operator": .optional(actor?.description),
            "account": .string(account.description), "approver": .optional(approver?.description),
            "reason": .optional(reason?.text), "address": .string(client.address.description),
        ]
    }
}

extension StoredOperator {
    /// `Operator` of the OpenAPI document.
    var representation: JSONValue {
        [
            "account": .string(account.description), "username": .optional(userName?.text), "role": .string(role.rawValue),
            "grantedAt": .string(grantedAt.description),
        ]
    }
}

extension JobKind {
    /// The name in the API and on pages.
    var shownName: String {
        switch self {
        case .exchangeAppleCode: "exchange-apple-code"
        case .checkAppleToken: "check-apple-token"
        case .revokeAppleToken: "revoke-apple-token"
        case .revokeAppleCode: "revoke-apple-code"
        case .mail: "mail"
        case .event: "event"
        }
    }
}

extension JobCount {
    /// `JobCount` of the OpenAPI document.
    var representation: JSONValue {
        ["kind": .string(kind.shownName), "count": .integer(count), "dueAt": .string(dueAt.description)]
    }
}

extension WaitingMail {
    /// `WaitingMail` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(mail.id.description), "kind": .string(mail.template.name), "queuedAt": .string(mail.queuedAt.description),
            "dueAt": .string(dueAt.description), "notAfter": .string(mail.notAfter.description), "attempts": .integer(attempts),
            "reply": .optional(reply),
        ]
    }
}

extension SealedSigningKey {
    /// `SigningKey` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id), "createdAt": .string(createdAt.description), "signsUntil": .string(signsUntil.description),
            "verifiesUntil": .string(verifiesUntil.description),
        ]
    }
}

extension SealedCount {
    /// `SealedCount` of the OpenAPI document.
    var representation: JSONValue {
        ["kind": .string(kind.rawValue), "key": .string(key.description), "count": .integer(count)]
    }
}

extension OperatorFigures {
    /// Returns the date of a day of the figures, such as `2026-11-28`.
    func date(ofDay index: Int) -> String {
        String(Timestamp(seconds: Int64(firstDay + index) * 86_400).description.prefix(10))
    }

    /// The days of `OperatorFigures` of the OpenAPI document.
    var representation: JSONValue {
        let days = counts[.signIns]?.count ?? 0
        return .array(
            (0..<days).map { index in
                var members: [(String, JSONValue)] = [("day", .string(date(ofDay: index)))]
                for series in Series.allCases { members.append((series.rawValue, .integer(counts[series]?[index] ?? 0))) }
                return .object(JSONObject(members))
            })
    }
}

extension ReplayedEvents {
    /// `ReplayedEvents` of the OpenAPI document.
    func representation(to target: EventTargetName) -> JSONValue {
        [
            "target": .string(target.text), "queued": .integer(count), "last": .optional(last?.description),
            "complete": .boolean(isComplete),
        ]
    }
}

extension JSONValue {
    /// Null for nil.
    fileprivate static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
