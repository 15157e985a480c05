import AssociatedDomains
import DeviceProtocol
package import FoundationEssentials
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
        for focused: FieldID, on screen: InputScreen, codes: CodeShelf = CodeShelf(), at now: Date
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
}
