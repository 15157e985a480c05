package import AssociatedDomains
import DeviceProtocol
package import FoundationEssentials
import OneTimeCodes
import PasswordRules

/// Password AutoFill: the suggestions above the keyboard, the effects of choosing one, and the saving of credentials.
///
/// A value with the settings, associations and site data of one moment. Only the store is shared.
package struct AutoFill: Sendable {
    package let store: any CredentialStore
    package let associations: any DomainAssociations
    package let quirks: SiteQuirks
    package let settings: AutoFillSettings
    /// A function that returns the credentials of providers. It is called on demand, because there can be many identities.
    let provided: @Sendable () -> ProvidedCredentials
    /// A function that returns the passkeys for the request that an app or a page makes for the bar now; nil without a request.
    let passkeys: @Sendable (InputPlace) -> [PasskeySuggestion]?

    package init(
        store: any CredentialStore, associations: any DomainAssociations, quirks: SiteQuirks = SiteQuirks(),
        settings: AutoFillSettings = AutoFillSettings(),
        provided: @escaping @Sendable () -> ProvidedCredentials = { ProvidedCredentials() },
        passkeys: @escaping @Sendable (InputPlace) -> [PasskeySuggestion]? = { _ in nil }
    ) {
        self.store = store
        self.associations = associations
        self.quirks = quirks
        self.settings = settings
        self.provided = provided
        self.passkeys = passkeys
    }

    /// Returns the QuickType bar for the focused field.
    ///
    /// - User names and passwords: the passkeys that the app or page requests, the credentials of the place, most recently used
    ///   first, and the key button if any password is saved on the device or the bar has no room for a passkey. On a form with new
    ///   passwords, a user name field has only the key button.
    /// - New passwords: a strong password, if one could be saved for the place.
    /// - One-time codes: codes of messages of the last three minutes, domain-bound ones first; then codes of providers; and the
    ///   key button if a provider supplies codes.
    ///
    /// Returns nil if AutoFill is off, for a field with a custom input view, for other fields, and if the bar would be empty.
    ///
    /// - Throws: ``CredentialStoreError`` if the store cannot be read.
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

    /// Returns the list behind the key button: the requested passkeys and every saved credential. Empty if AutoFill is off. For pages
    /// that must not have passwords, it has passkeys alone.
    ///
    /// - Parameter focused: The focused field. If it is a field for a code, the list contains only the providers of codes.
    package func keyList(for screen: InputScreen, at focused: FieldID? = nil) throws(CredentialStoreError) -> KeyList {
        guard settings.isOn else { return KeyList(here: [], elsewhere: []) }
        if let focused, screen[focused]?.type == .oneTimeCode {
            let providers = mayFill(screen.place) ? choices(of: .oneTimeCode, at: screen.place) : []
            return KeyList(here: [], elsewhere: [], providers: providers)
        }
        let requested = passkeys(screen.place) ?? []
        guard mayFill(screen.place) else { return KeyList(passkeys: requested, here: [], elsewhere: []) }
        let scope = scope(screen.place)
        let all = try store.offered().sorted(by: CredentialSummary.isOfferedBefore)
        return KeyList(
            passkeys: requested,
            here: all.filter { scope.covers($0.id.server) }.map { CredentialSuggestion($0, at: screen.place) },
            elsewhere: all.filter { !scope.covers($0.id.server) }.map { ForeignCredential($0, at: screen.place) },
            providers: choices(of: .password, at: screen.place))
    }

    func scope(_ place: InputPlace) -> CredentialScope {
        CredentialScope(place, associations, quirks.sharing)
    }

    /// Returns whether the user may fill a password into the place. Returns false for a page whose connection others can read.
    func mayFill(_ place: InputPlace) -> Bool {
        if case .page = place { return place.pageHost != nil }
        return true
    }

    private func credentialBar(for focused: FieldID, on screen: InputScreen) throws(CredentialStoreError) -> QuickTypeBar? {
        let list = try keyList(for: screen)
        let isSignUp = screen.fields.contains { $0.type == .newPassword } && !screen.fields.contains { $0.type == .currentPassword }
        let provided = suggestions(of: .password, at: screen.place).map { QuickTypeBar.Item.provided($0) }
        let saved = list.passkeys.map { QuickTypeBar.Item.passkey($0) } + list.here.map { QuickTypeBar.Item.credential($0) }
        return QuickTypeBar(
            for: focused, items: isSignUp ? [] : saved + provided,
            hasKey: list.hasPasswords || !isSignUp && list.passkeys.count > QuickTypeBar.capacity)
    }

    private func strongPassword(for field: ScreenField, on screen: InputScreen) -> StrongPasswordOffer? {
        guard let host = scope(screen.place).home, !quirks.asksForOthers(host) else { return nil }
        let known = SiteName(host.text).flatMap { quirks.rules.entry(for: $0)?.rules }
        return StrongPasswordOffer(for: field, on: screen, rules: known)
    }

    /// Chooses a credential of the bar or list. Does not fill it in yet.
    package func choose(_ suggestion: CredentialSuggestion) -> CredentialFill {
        CredentialFill(suggestion: suggestion)
    }

    /// Completes a fill after the user confirmed or declined. Fills in the user name, then the password, only at the place where
    /// the credential was offered.
    ///
    /// - Parameter screen: The current screen of the app. Nil without one.
    /// - Throws: ``CredentialStoreError`` if the store cannot be read; nothing is filled in then. A failure to record the use
    ///   does not prevent filling.
    package func finish(
        _ fill: CredentialFill, presence: Presence, on screen: InputScreen?, at now: Date
    ) throws(CredentialStoreError) -> FillOutcome {
        let id = fill.suggestion.id
        guard presence == .confirmed else { return .nothing(.notConfirmed) }
        guard let screen, screen.place == fill.suggestion.place else { return .nothing(.fieldsRemoved) }
        let isOffered = fill.suggestion.isForeign || scope(screen.place).covers(id.server)
        guard settings.isOn, mayFill(screen.place), isOffered else { return .nothing(.noLongerOffered) }
        let fields = Self.fields(of: screen)
        guard fields.user != nil || fields.password != nil else { return .nothing(.fieldsRemoved) }
        guard let credential = try store.credential(id) else { return .nothing(.credentialDeleted) }
        var effects: [FillEffect] = [.becomeActive]
        if let user = fields.user, !id.user.isEmpty { effects += FillEffect.filling(user, with: PrivateText(id.user)) }
        if let password = fields.password { effects += FillEffect.filling(password, with: credential.password) }
        try? store.markUsed(id, at: now)
        return FillOutcome(result: .filled, effects: effects)
    }

    /// Returns the fields for a credential: the user name and the first current password. Skips new passwords, codes and fields
    /// that cannot be filled.
    static func fields(of screen: InputScreen) -> (user: ScreenField?, password: ScreenField?) {
        let user = screen.userField.flatMap { $0.isFillable ? $0 : nil }
        return (user, screen.fields(of: .currentPassword).first(where: \.isFillable))
    }

    /// Fills in a chosen code. Requires no authentication, because a user who sees the message could type the code.
    ///
    /// - Returns: The effects. Empty if the code has expired, the place changed, or the field asks for something else.
    package func fill(
        _ suggestion: CodeSuggestion, into id: FieldID, on screen: InputScreen, codes: RecentCodes, at now: Date
    ) -> [FillEffect] {
        guard settings.isOn, screen.place == suggestion.place, let field = screen[id], field.type == .oneTimeCode,
            field.isFillable,
            codes.offered(at: screen.place, scope: scope(screen.place), now: now).contains(suggestion.code)
        else { return [] }
        return FillEffect.filling(field, with: PrivateText(suggestion.code.code))
    }

    /// Fills a chosen strong password into every new-password field. Notify the ``SaveObserver`` too, which saves the password
    /// without a prompt after a successful sign-up.
    ///
    /// - Returns: The effects. Empty if the fields no longer exist.
    package func fill(_ suggestion: StrongPasswordSuggestion, on screen: InputScreen) -> [FillEffect] {
        guard settings.isOn, screen.place == suggestion.place else { return [] }
        let fields = suggestion.fields.compactMap { screen[$0] }.filter { $0.type == .newPassword && $0.isFillable }
        return fields.flatMap { FillEffect.filling($0, with: suggestion.password) }
    }
}

/// The user's settings.
package struct AutoFillSettings: Hashable, Sendable {
    /// Whether AutoFill offers and saves credentials.
    package var isOn: Bool
    /// The hosts for which the user chose never to save passwords.
    package var neverSaved: Set<DomainName>

    package init(isOn: Bool = true, neverSaved: Set<DomainName> = []) {
        self.isOn = isOn
        self.neverSaved = neverSaved
    }
}
