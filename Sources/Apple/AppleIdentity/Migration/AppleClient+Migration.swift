public import FoundationEssentials
internal import JSONText

extension AppleClient {
    /// Begins a migration, on either side.
    public func migration(now: Date) async throws(AppleServiceError) -> UserMigration {
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
    /// - Throws: ``AppleServiceError``, its cause a ``MigrationMistake`` where the recipient is this team: nothing is sent then.
    public func transferIdentifier(
        of subject: UserSubject, to recipient: TeamID, now: Date
    ) async throws(AppleServiceError) -> TransferIdentifier {
        guard recipient != client.secrets.signer.team else {
            let mistake = MigrationMistake.recipientIsOwnTeam
            throw AppleServiceError(
                .localMistake, .transferIdentifier, mistake.description, cause: mistake, isRetryable: false)
        }
        let fields = [(name: "sub", value: subject.text), (name: "target", value: recipient.text)]
        let answer = try await ask(.transferIdentifier, fields, now)
        return try answer.checked("transfer_sub", answer.required("transfer_sub"), TransferIdentifier.init)
    }

    /// Asks who is behind a transfer identifier, as the team that received the app, within 60 days of the transfer.
    public func user(of identifier: TransferIdentifier, now: Date) async throws(AppleServiceError) -> TransferredUser {
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
    ) async throws(AppleServiceError) -> AnswerObject {
        let call = AppleCall(operation: operation, url: client.endpoints.userMigration, fields: fields, bearer: token)
        return try AnswerObject(try await client.post(call, now: now), to: operation)
    }
}
