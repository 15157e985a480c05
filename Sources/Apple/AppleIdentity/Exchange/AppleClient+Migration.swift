public import FoundationEssentials
internal import JSONText

extension AppleClient {
    /// Requests a token for a migration. Both teams call it.
    public func migration(now: Date) async throws(AppleIdentityError) -> UserMigration {
        let fields = [(name: "grant_type", value: "client_credentials"), (name: "scope", value: "user.migration")]
        let call = AppleCall(operation: .migrationToken, url: endpoints.token, fields: fields)
        let answer = try TokenResponse(try await post(call, now: now), to: .migrationToken)
        return UserMigration(
            client: self, token: answer.accessToken, expiresAt: now.addingTimeInterval(TimeInterval(answer.lifetime)))
    }
}

extension UserMigration {
    /// Returns the transfer identifier of a user. The team that transfers the app calls it, before or after the transfer.
    ///
    /// - Parameters:
    ///   - subject: the user's `sub` in this team.
    ///   - recipient: the receiving team.
    /// - Throws: ``AppleIdentityError``. If the recipient is this team, nothing is sent, and the cause is
    ///   ``AppleIdentityError/Code/recipientIsOwnTeam``.
    public func transferIdentifier(
        of subject: UserSubject, to recipient: TeamID, now: Date
    ) async throws(AppleIdentityError) -> TransferIdentifier {
        guard recipient != client.secrets.signer.team else {
            throw AppleIdentityError(
                .recipientIsOwnTeam, "The recipient of a transfer is the requesting team; name the receiving team."
            ).local(.transferIdentifier)
        }
        let fields = [(name: "sub", value: subject.text), (name: "target", value: recipient.text)]
        let answer = try await ask(.transferIdentifier, fields, now)
        return try answer.checked("transfer_sub", answer.required("transfer_sub"), TransferIdentifier.init)
    }

    /// Returns the user of a transfer identifier. The receiving team calls it, within 60 days of the transfer.
    public func user(of identifier: TransferIdentifier, now: Date) async throws(AppleIdentityError) -> TransferredUser {
        let answer = try await ask(.transferredUser, [(name: "transfer_sub", value: identifier.text)], now)
        let subject = try answer.checked("sub", answer.required("sub"), UserSubject.init)
        let email = try answer.string("email") ?? ""
        guard email.utf8.count <= 320, ForeignText.shown(email, limit: 320) == email else {
            throw .malformed(.transferredUser, "email is too long or contains control characters")
        }
        return TransferredUser(
            subject: subject, email: email.isEmpty ? nil : email,
            isPrivateEmail: answer.node["is_private_email"]?.claimBoolean ?? false)
    }

    private func ask(
        _ operation: AppleOperation, _ fields: [(name: String, value: String)], _ now: Date
    ) async throws(AppleIdentityError) -> ResponseObject {
        let call = AppleCall(operation: operation, url: client.endpoints.userMigration, fields: fields, bearer: token)
        return try ResponseObject(try await client.post(call, now: now), to: operation)
    }
}

/// A token for requests about the users of an app that moves to another team (TN3159), for one of the two teams.
///
/// ``AppleClient/migration(now:)`` creates it. One serves many users, until ``expiresAt``.
public struct UserMigration: Sendable {
    let client: AppleClient
    let token: AccessToken

    /// The time when it expires, by the local clock: an hour after its creation. Apple does not limit how many a team requests.
    public let expiresAt: Date
}

/// A user as the receiving team knows them.
public struct TransferredUser: Sendable, Hashable {
    /// The user's new `sub`, which replaces the old one.
    public let subject: UserSubject

    /// The user's new relay address; nil for a user who shares their own address.
    public let email: String?

    /// Whether ``email`` is a relay address.
    public let isPrivateEmail: Bool
}

/// The identifier of a user during a transfer: the `transfer_sub`. It is valid for one recipient and for 60 days after the
/// transfer.
public struct TransferIdentifier: Sendable, Hashable {
    /// The identifier.
    public let text: String

    /// Returns nil if the text is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let subject = UserSubject(text) else { return nil }
        self.text = subject.text
    }
}

/// A user as one team knows them: the `sub` of identity tokens.
public struct UserSubject: Sendable, Hashable {
    /// The longest subject, in bytes (OpenID Connect Core 1.0, section 2).
    public static let maximumByteCount = 255

    /// The subject.
    public let text: String

    /// Returns nil if the text is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...Self.maximumByteCount).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}
