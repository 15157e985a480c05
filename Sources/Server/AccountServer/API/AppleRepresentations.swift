import Accounts
import JSONText

extension Accounts.AppleIdentity {
    /// `AppleIdentity` of the OpenAPI document. The subject is not in it: nobody needs it but this service.
    var representation: JSONValue {
        [
            "id": .string(id.description), "email": email.map { .string($0.address) } ?? .null,
            "emailVerified": .boolean(email?.isVerified ?? false),
            "emailPrivate": .boolean(email?.isPrivate ?? false), "emailDeliverable": .boolean(isEmailDeliverable),
            "givenName": name.map { .string($0.given) } ?? .null, "familyName": name.map { .string($0.family) } ?? .null,
            "linkedAt": .string(linkedAt.description), "revokedAt": revokedAt.map { .string($0.description) } ?? .null,
        ]
    }
}

extension AppleRevocationNotice {
    /// What becomes of Apple's tokens, as `AppleRevocation` of the OpenAPI document has it.
    var representation: String {
        switch self {
        case .notNeeded: "none"
        case .queued: "being-revoked"
        case .byHand: "revoke-by-hand"
        }
    }
}
