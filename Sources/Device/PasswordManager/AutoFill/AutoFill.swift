package import AssociatedDomains
import DeviceProtocol
package import FoundationEssentials
import OneTimeCodes
import PasswordRules

/// Password AutoFill: what is offered above the keyboard, what happens when it is taken, and what is saved.
///
/// It is a value: settings, associations and what is known of sites are those of one moment. Only the store is shared.
package struct AutoFill: Sendable {
    package let store: any CredentialStore
    package let associations: any DomainAssociations
    package let quirks: SiteQuirks
    package let settings: AutoFillSettings
    /// Read when it is needed: there can be many.
    let provided: @Sendable () -> ProvidedCredentials

    package init(
        store: any CredentialStore, associations: any DomainAssociations, quirks: SiteQuirks = SiteQuirks(),
        settings: AutoFillSettings = AutoFillSettings(),
        provided: @escaping @Sendable () -> ProvidedCredentials = { ProvidedCredentials() }
    ) {
        self.store = store
        self.associations = associations
        self.quirks = quirks
        self.settings = settings
        self.provided = provided
    }

    /// The bar for the field that has the focus; nil where there is none.
    ///
    /// - User names and passwords: the credentials of the place, most recently used first, and the key, once any password is saved on the
    ///   device. On a form with new passwords a user name gets the key alone.
    /// - New passwords: a strong password, where one could be saved for the place.
    /// - One-time codes: those of messages of the last three minutes, bound ones first; then those of providers, and the key where there is one of codes.
    ///
    /// There is none with AutoFill off, for fields with an input view of their own, for other fields, and where it would be empty.
    ///
    /// - Throws: where the store cannot be read.
    package func bar(
        for focused: FieldID, on screen: InputScreen, codes: RecentCodes = RecentCodes(), at now: Date
    ) throws(CredentialStoreError) -> QuickTypeBar? {
        guard settings.isOn, let field = screen[focused], field.isFillable else { return nil }
        switch field.type {
        case .oneTimeCode:
            let codes = codes.offered(at: screen.place, scope: scope(screen.place), now: now)
            let provided = suggestions(of: .oneTimeCode, at: screen.place).map { QuickTypeBar.Item.provided($0) }
            return QuickTypeBar(
                for: focused, items: codes.map { .code(CodeSuggestion(code: $0, place: screen.place)) } + provided,
                hasKey: !choices(of: .oneTimeCode, at: screen.place).isEmpty)
        case .newPassword:
            let offer = strongPassword(for: field, on: screen).map { QuickTypeBar.Item.strongPassword($0) }
            return QuickTypeBar(for: focused, items: offer.map { [$0] } ?? [], hasKey: false)
        case .username, .currentPassword: return try credentialBar(for: focused, on: screen)
        case .email: return screen.userField?.id == focused ? try credentialBar(for: focused, on: screen) : nil
        case .other: return nil
        }
    }

    /// Every saved credential, as the list behind the key shows it. Empty with AutoFill off, and for pages that may have no passwords.
    ///
    /// - Parameter focused: the field that has the focus: for one that takes a code, the list has the providers of codes alone.
    package func keyList(for screen: InputScreen, at focused: FieldID? = nil) throws(CredentialStoreError) -> KeyList {
        guard settings.isOn, mayFill(screen.place) else { return KeyList(here: [], elsewhere: []) }
        if let focused, screen[focused]?.type == .oneTimeCode {
            return KeyList(here: [], elsewhere: [], providers: choices(of: .oneTimeCode, at: screen.place))
        }
        let scope = scope(screen.place)
        let all = try store.summaries().sorted(by: CredentialSummary.isOfferedBefore)
        return KeyList(
            here: all.filter { scope.covers($0.id.server) }.map { CredentialSuggestion($0, at: screen.place) },
            elsewhere: all.filter { !scope.covers($0.id.server) }.map { ForeignCredential($0, at: screen.place) },
            providers: choices(of: .password, at: screen.place))
    }

    func scope(_ place: InputPlace) -> CredentialScope {
        CredentialScope(place, associations, quirks.sharing)
    }

    /// Whether a password may go to the place at all, if only by the person's own choice: never to a page that others can read along.
    func mayFill(_ place: InputPlace) -> Bool {
        if case .page = place { return place.pageHost != nil }
        return true
    }

    private func credentialBar(for focused: FieldID, on screen: InputScreen) throws(CredentialStoreError) -> QuickTypeBar? {
        let list = try keyList(for: screen)
        let isSignUp = screen.fields.contains { $0.type == .newPassword } && !screen.fields.contains { $0.type == .currentPassword }
        let provided = suggestions(of: .password, at: screen.place).map { QuickTypeBar.Item.provided($0) }
        return QuickTypeBar(
            for: focused, items: isSignUp ? [] : list.here.map { .credential($0) } + provided, hasKey: !list.isEmpty)
    }

    private func strongPassword(for field: ScreenField, on screen: InputScreen) -> StrongPasswordOffer? {
        guard let host = scope(screen.place).home, !quirks.asksForOthers(host) else { return nil }
        let known = SiteName(host.text).flatMap { quirks.rules.entry(for: $0)?.rules }
        return StrongPasswordOffer(for: field, on: screen, rules: known)
    }

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

    /// A code of the bar was taken. Nobody is asked who they are: whoever sees the message could type it.
    ///
    /// - Returns: what happens; nothing where the code's time is over, the place is another, or the field asks for something else.
    package func fill(
        _ suggestion: CodeSuggestion, into id: FieldID, on screen: InputScreen, codes: RecentCodes, at now: Date
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

/// What the person set.
package struct AutoFillSettings: Hashable, Sendable {
    /// Whether anything is offered or saved at all.
    package var isOn: Bool
    /// Hosts for which the person wants no passwords saved.
    package var neverSaved: Set<DomainName>

    package init(isOn: Bool = true, neverSaved: Set<DomainName> = []) {
        self.isOn = isOn
        self.neverSaved = neverSaved
    }
}
