import OneTimeCodes
package import FoundationEssentials

extension AutoFill {
    /// A code of the bar was taken. Nobody is asked who they are: whoever sees the message could type it.
    ///
    /// - Returns: what happens; nothing where the code's time is over, the place is another, or the field asks for something else.
    package func fill(
        _ suggestion: CodeSuggestion, into id: FieldID, on screen: InputScreen, codes: CodeShelf, at now: Date
    ) -> [FillEffect] {
        guard settings.isOn, screen.place == suggestion.place, let field = screen[id], field.type == .oneTimeCode,
            field.isFillable,
            codes.offered(at: screen.place, scope: scope(screen.place), now: now).contains(suggestion.code)
        else { return [] }
        return FillEffect.filling(field, with: PrivateText(suggestion.code.code))
    }

    /// A strong password was taken: every new-password field gets it. Tell the ``SaveObserver`` too, which saves it without a question when the
    /// sign-up succeeds.
    ///
    /// - Returns: what happens; nothing where the fields are gone.
    package func fill(_ suggestion: StrongPasswordSuggestion, on screen: InputScreen) -> [FillEffect] {
        guard settings.isOn, screen.place == suggestion.place else { return [] }
        let fields = suggestion.fields.compactMap { screen[$0] }.filter { $0.type == .newPassword && $0.isFillable }
        return fields.flatMap { FillEffect.filling($0, with: suggestion.password) }
    }
}
