package import FoundationEssentials

extension AutoFill {
    /// A credential of the bar or of the list was chosen. Nothing is filled yet.
    package func choose(_ suggestion: CredentialSuggestion) -> CredentialFill {
        CredentialFill(suggestion: suggestion)
    }

    /// The person did or did not confirm. Fills the user name and then the password, in the place that the credential was offered at and nowhere
    /// else.
    ///
    /// - Parameter screen: what the app shows now; nil where nothing.
    /// - Throws: where the store cannot be read; nothing is then filled. That the use was not remembered is no reason to fill nothing.
    package func finish(
        _ fill: CredentialFill, presence: Presence, on screen: InputScreen?, at now: Date
    ) throws(CredentialStoreError) -> FillOutcome {
        let id = fill.suggestion.id
        guard presence == .confirmed else { return .nothing(.notConfirmed) }
        guard let screen, screen.place == fill.suggestion.place else { return .nothing(.fieldsGone) }
        let isOffered = fill.suggestion.isForeign || scope(screen.place).covers(id.server)
        guard settings.isOn, mayFill(screen.place), isOffered else { return .nothing(.noLongerOffered) }
        let fields = Self.fields(of: screen)
        guard fields.user != nil || fields.password != nil else { return .nothing(.fieldsGone) }
        guard let credential = try store.credential(id) else { return .nothing(.credentialGone) }
        var effects: [FillEffect] = [.becomeActive]
        if let user = fields.user, !id.user.isEmpty { effects += FillEffect.filling(user, with: PrivateText(id.user)) }
        if let password = fields.password { effects += FillEffect.filling(password, with: credential.password) }
        try? store.markUsed(id, at: now)
        return FillOutcome(result: .filled, effects: effects)
    }

    /// Where a credential goes: the field of the user name and the first field of the current password. New passwords and codes are left alone,
    /// and so is what cannot be filled.
    static func fields(of screen: InputScreen) -> (user: ScreenField?, password: ScreenField?) {
        let user = screen.userField.flatMap { $0.isFillable ? $0 : nil }
        return (user, screen.fields(of: .currentPassword).first(where: \.isFillable))
    }
}
