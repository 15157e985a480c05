import Accounts

/// The result of giving an account an identity.
enum AppleAttachment {
    case attached(AppleIdentity)
    case identityTaken
    case alreadyLinked
}

extension StoreConnection {
    /// Gives the account an identity that it does not have: creates it, or moves it from the account that is deleted for it.
    ///
    /// - Parameter known: the identity of another account; nil if it does not exist.
    func attach(
        _ verification: AppleVerification, known: AppleIdentityRow?, to account: Int64, _ id: AccountID
    ) throws -> AppleAttachment {
        // A confirmed deletion either happens or prevents the link. The identity may have left its account meanwhile.
        guard try known.map({ try mayMove($0, by: verification) }) ?? (verification.deletion == nil) else { return .identityTaken }
        let linked = try appleIdentities(of: account).count { $0.identity.key.team == verification.assertion.key.team }
        guard linked < verification.limit else { return .alreadyLinked }
        guard let known, let deletion = verification.deletion else {
            return .attached(try insert(verification, of: account, id).identity)
        }
        // Before the deletion, which revokes the tokens of the identities that the account still has.
        try queue(
            "UPDATE apple_identities SET account = $1, linked_at = $2 WHERE number = $3",
            [account, verification.at, known.number])
        _ = try deleteAccount(known.accountNumber, event: deletion)
        try update(known, by: verification)
        return .attached(try present(verification.id).identity)
    }

    /// Returns whether the identity may leave its account, which is deleted. That account is locked if it is the one of the deletion.
    private func mayMove(_ known: AppleIdentityRow, by verification: AppleVerification) throws -> Bool {
        try known.identity.account == verification.deletion?.account && known.identity.id == verification.id
            && known.identity.suspendedAt == nil && !known.isOutdated(verification.assertion)
            && !requiresFactor(known.accountNumber) && operatorRole(of: known.accountNumber) == nil
            && !isLocked(known.accountNumber)
    }

    /// Locks the account that gets the identity, and the one that is deleted for it.
    func lock(_ account: AccountID, for verification: AppleVerification) throws -> Int64? {
        let deleted = verification.deletion?.account
        return try lockAll([account, deleted], deleting: deleted)[account]
    }
}
