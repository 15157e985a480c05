/// Somebody's place in the move of an app to another team: what the former team was told at Apple, for the team that receives the app.
package struct AppleTransfer: Hashable, Sendable {
    package let team: AppleTeamID
    /// The `transfer_sub`. It identifies nobody but within this one move.
    package let subject: AppleSubject

    package init(team: AppleTeamID, subject: AppleSubject) {
        self.team = team
        self.subject = subject
    }
}

package enum AppleTransferOutcome: Hashable, Sendable {
    /// The identity has its new key; its former tokens, worthless now, are forgotten.
    case moved(AppleIdentity)
    /// Nobody was announced under this transfer.
    case unknown
    /// The new key, or another one of its team, belongs to an account already. Nothing is merged; nothing was changed.
    case taken
}
