import Accounts
import InternetAddresses
import JSONText
import Secrets

extension Account {
    /// `Account` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "username": userName.map { .string($0.text) } ?? .null,
            "createdAt": .string(createdAt.description),
            "passwordChangedAt": passwordChangedAt.map { .string($0.description) } ?? .null,
            "secondFactorSince": secondFactorSince.map { .string($0.description) } ?? .null,
            "language": language.map { .string($0.text) } ?? .null,
            "timeZone": timeZone.map { .string($0.text) } ?? .null,
            "newDeviceNotices": .boolean(!withheldNotices.contains(.newDevice)),
        ]
    }
}

extension Session {
    /// `Session` of the OpenAPI document.
    func representation(isCurrent: Bool) -> JSONValue {
        [
            "id": .string(id.description), "deviceName": .string(client.deviceName), "createdAt": .string(createdAt.description),
            "lastUsedAt": .string(lastUsedAt.description), "authenticatedAt": .string(authenticatedAt.description),
            "expiresAt": .string(expiry.end.description), "firstAddress": .string(client.address.description),
            "lastAddress": .string(lastAddress.description), "current": .boolean(isCurrent),
            "assurance": .string(assurance.rawValue),
            "secondFactorShownAt": factorAuthenticatedAt.map { .string($0.description) } ?? .null,
        ]
    }
}

extension SignedIn {
    /// `SignedIn` of the OpenAPI document. Tokens appear only here.
    var representation: JSONValue {
        var members: [(String, JSONValue)] = [("account", active.account.representation), ("session", openedSession)]
        if let deviceToken { members.append(("device", ["token": .string(deviceToken.reveal())])) }
        return .object(JSONObject(members + endedRecovery))
    }

    /// `RenewedSession` of the OpenAPI document, after a second factor or a passkey was proved in the session.
    var renewed: JSONValue { .object(JSONObject([("session", openedSession)] + endedRecovery)) }

    private var endedRecovery: [(String, JSONValue)] { hasEndedRecovery ? [("endedRecovery", true)] : [] }

    /// `OpenedSession` of the OpenAPI document.
    var openedSession: JSONValue {
        [
            "id": .string(active.session.id.description), "token": .string(token.reveal()),
            "expiresAt": .string(active.session.expiry.end.description),
        ]
    }
}

extension PasswordPolicy {
    /// `PasswordPolicy` of the OpenAPI document.
    var representation: JSONValue {
        [
            "rules": .string(requirements.text), "minimumLength": .integer(lengths.lowerBound),
            "maximumLength": .integer(lengths.upperBound), "minimumScore": .integer(minimumScore),
            "rejectsCommon": true, "rejectsLeaked": .boolean(rejectsLeaked),
        ]
    }
}

extension AuditEvent {
    /// `Event` of the OpenAPI document.
    var representation: JSONValue {
        [
            "id": .string(id.description), "kind": .string(kind.rawValue), "at": .string(at.description),
            "address": .string(client.address.description), "deviceName": .string(client.deviceName),
        ]
    }
}

extension Accounts.AppleIdentity {
    /// `AppleIdentity` of the OpenAPI document. It omits the subject, which only this service needs.
    var representation: JSONValue {
        [
            "id": .string(id.description), "email": email.map { .string($0.address) } ?? .null,
            "emailVerified": .boolean(email?.isVerified ?? false),
            "emailPrivate": .boolean(email?.isPrivate ?? false), "emailDeliverable": .boolean(isEmailDeliverable),
            "givenName": name.map { .string($0.given) } ?? .null, "familyName": name.map { .string($0.family) } ?? .null,
            "linkedAt": .string(linkedAt.description), "revokedAt": revokedAt.map { .string($0.description) } ?? .null,
            "suspendedAt": suspendedAt.map { .string($0.description) } ?? .null,
        ]
    }
}

extension AppleRevocationNotice {
    /// The state of the revocation of Apple's tokens, as `AppleRevocation` of the OpenAPI document.
    var representation: String {
        switch self {
        case .notNeeded: "none"
        case .queued: "being-revoked"
        case .byHand: "revoke-by-hand"
        }
    }
}
