public import FoundationEssentials
internal import JSONText

extension AppleClient {
    /// Begins a migration, on either side.
    public func migration(now: Date) async throws(AppleIdentityError) -> UserMigration {
        let fields = [(name: "grant_type", value: "client_credentials"), (name: "scope", value: "user.migration")]
        let call = AppleCall(operation: .migrationToken, url: endpoints.token, fields: fields)
        let answer = try TokenAnswer(try await post(call, now: now), to: .migrationToken)
        return UserMigration(
            client: self, token: answer.accessToken, expiresAt: now.addingTimeInterval(TimeInterval(answer.lifetime)))
    }
}

extension UserMigration {
    /// Asks for the transfer identifier of a person, as the team that gives the app away, before or after it did.
    ///
    /// - Parameters:
    ///   - subject: the person's `sub` under this team.
    ///   - recipient: the other team.
    /// - Throws: ``AppleIdentityError``, its cause ``AppleIdentityError/Code/recipientIsOwnTeam`` where the recipient is this team: nothing is sent then.
    public func transferIdentifier(
        of subject: UserSubject, to recipient: TeamID, now: Date
    ) async throws(AppleIdentityError) -> TransferIdentifier {
        guard recipient != client.secrets.signer.team else {
            throw AppleIdentityError(
                .recipientIsOwnTeam, "The recipient of a transfer must be the other team, and this is the team that asks."
            ).local(.transferIdentifier)
        }
        let fields = [(name: "sub", value: subject.text), (name: "target", value: recipient.text)]
        let answer = try await ask(.transferIdentifier, fields, now)
        return try answer.checked("transfer_sub", answer.required("transfer_sub"), TransferIdentifier.init)
    }

    /// Asks who is behind a transfer identifier, as the team that received the app, within 60 days of the transfer.
    public func user(of identifier: TransferIdentifier, now: Date) async throws(AppleIdentityError) -> TransferredUser {
        let answer = try await ask(.transferredUser, [(name: "transfer_sub", value: identifier.text)], now)
        let subject = try answer.checked("sub", answer.required("sub"), UserSubject.init)
        let email = try answer.string("email") ?? ""
        guard email.utf8.count <= 320, ForeignText.shown(email, limit: 320) == email else {
            throw .malformed(.transferredUser, "email is too long or holds control characters")
        }
        return TransferredUser(
            subject: subject, email: email.isEmpty ? nil : email,
            isPrivateEmail: answer.node["is_private_email"]?.claimBoolean ?? false)
    }

    private func ask(
        _ operation: AppleOperation, _ fields: [(name: String, value: String)], _ now: Date
    ) async throws(AppleIdentityError) -> AnswerObject {
        let call = AppleCall(operation: operation, url: client.endpoints.userMigration, fields: fields, bearer: token)
        return try AnswerObject(try await client.post(call, now: now), to: operation)
    }
}

/// The permission to ask about people of an app that changes its team (TN3159), for one of the two teams.
///
/// From ``AppleClient/migration(now:)``; one serves many people, until ``expiresAt``.
public struct UserMigration: Sendable {
    let client: AppleClient
    let token: AccessToken

    /// When it ends, by this machine's clock: an hour after it began. Then ask for another; Apple does not limit these.
    public let expiresAt: Date
}

/// A person as the team knows them that received the app.
public struct TransferredUser: Sendable, Hashable {
    /// The person's new `sub`. Replace the old one by it.
    public let subject: UserSubject

    /// The person's new relay address; nil for people who share their own.
    public let email: String?

    /// Whether ``email`` is a relay address.
    public let isPrivateEmail: Bool
}

/// A person on the way from one team to another: the `transfer_sub`. It is made for one recipient and holds for 60 days after the app was
/// transferred.
public struct TransferIdentifier: Sendable, Hashable {
    /// The identifier.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard let subject = UserSubject(text) else { return nil }
        self.text = subject.text
    }
}

/// A person as one team knows them: the `sub` of identity tokens.
public struct UserSubject: Sendable, Hashable {
    /// The longest in bytes (OpenID Connect Core 1.0, section 2).
    public static let maximumByteCount = 255

    /// The subject.
    public let text: String

    /// Refuses what is empty, longer than 255 bytes, or not printable ASCII without spaces.
    public init?(_ text: String) {
        guard (1...Self.maximumByteCount).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }
}
