import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import DeviceServices
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// Password AutoFill above the keyboard: the suggestions, and filling them in.
extension PhoneState {
    func inputs(of id: String) -> InputScreen? {
        guard let index = index(of: id), let screen = self[app: id]?.screen else { return nil }
        return inputs(on: screen, of: entries[index].app.identifier)
    }

    /// Returns the inputs of a screen for AutoFill: of an app, or of the browser's page.
    func inputs(on screen: AppScreen, of app: AppIdentifier) -> InputScreen {
        guard app.description == Browser.id else { return screen.inputs(of: app) }
        return screen.page.flatMap { browsed[$0] }?.inputs(on: screen) ?? InputScreen(.app(app), fields: [])
    }

    // MARK: - The keyboard

    /// Updates the suggestions above the keyboard.
    mutating func refreshKeyboard() {
        if let open = openExtension { return refreshKeyboard(of: open) }
        guard let id = frontApp, var running = self[app: id], let focus = running.focus, let screen = running.screen,
            let field = screen.field(focus), !field.hasCustomInputView, let inputs = inputs(of: id)
        else {
            (keyboard, keyboardSource) = (nil, nil)
            return
        }
        // The suggestions do not depend on typed text, so a keystroke does not read the saved passwords again.
        let source = KeyboardSource(
            app: id, launch: running.launch, focus: focus, screen: screen.withoutTexts, settings: autoFillSettings,
            codes: currentCodes(at: now), passwordChanges: passwordChanges,
            isStrongPassword: running.strongPasswordFields.contains(focus))
        guard source != keyboardSource else { return }
        if source.isStrongPassword {
            keyboard = (PhoneView.Keyboard(field: focus, suggestions: [.ownPassword], hasKey: false), nil)
            keyboardSource = source
            return
        }
        var bar: QuickTypeBar?
        do throws(CredentialStoreError) {
            bar = try autoFill.bar(for: FieldID(rawValue: focus), on: inputs, codes: codes, at: now)
            keyboardSource = source
        } catch {
            // The passwords are unreadable now, so there are no suggestions. The next event retries.
            keyboardSource = nil
        }
        if let offer = bar?.strongPassword {
            let fields = offer.fields.compactMap { screen.field($0.rawValue) }.map(\.withoutText)
            if running.strong?.fields != fields { running.strong = (fields, offer.suggestion(using: &random)) }
            self[app: id] = running
        }
        let suggestions = bar.map { $0.items.map { self.suggestion(of: $0, running.strong?.suggestion) } } ?? []
        keyboard = (PhoneView.Keyboard(field: focus, suggestions: suggestions, hasKey: bar?.hasKey ?? false), bar)
    }

    /// Updates the keyboard for the view of an extension, which has no suggestions.
    private mutating func refreshKeyboard(of open: PresentedExtension) {
        keyboardSource = nil
        keyboard = open.running.focus.flatMap { focus in
            guard open.running.screen?.field(focus)?.hasCustomInputView == false else { return nil }
            return (PhoneView.Keyboard(field: focus, suggestions: [], hasKey: false), nil)
        }
    }

    private func suggestion(of item: QuickTypeBar.Item, _ strong: StrongPasswordSuggestion?) -> PhoneView.Suggestion {
        switch item {
        case .passkey(let passkey): .passkey(user: passkey.user, site: passkey.site)
        case .credential(let credential): .credential(user: credential.id.user, site: credential.id.server.text)
        case .strongPassword: .strongPassword(strong?.password.exposed ?? "")
        case .provided(let suggestion):
            .provided(
                user: suggestion.identity.user, provider: name(of: suggestion.provider.description),
                isCode: suggestion.identity.kind == .oneTimeCode)
        case .code(let code) where mailbox.codes.contains(code.code): .mailedCode(code.code.code, site: code.site)
        case .code(let code): .code(code.code.code, sender: sender(of: code), site: code.site)
        }
    }

    private func sender(of code: CodeSuggestion) -> String {
        messages.first { $0.code == code.code }?.view.sender ?? ""
    }

    // MARK: - Choosing a suggestion

    mutating func chooseSuggestion(_ place: Int) throws(PhoneError) {
        try uncovered(by: Set(Cover.allCases))
        guard let id = frontApp, let running = self[app: id], running.screen?.alert == nil else {
            throw PhoneError(.nothingThere, "no such suggestion")
        }
        if keyboard?.view.suggestions == [.ownPassword], place == 0 {
            for field in running.strongPasswordFields { send(.filled(field: field, text: ""), to: id) }
            return
        }
        guard let bar = keyboard?.bar, bar.items.indices.contains(place), let inputs = inputs(of: id)
        else { throw PhoneError(.nothingThere, "no such suggestion") }
        switch bar.items[place] {
        case .passkey(let passkey): effects.append(.usePasskey(passkey.credentialID, app: id))
        case .credential(let credential): begin(credential, in: id)
        case .provided(let suggestion): begin(suggestion, in: id, at: bar.field)
        case .strongPassword:
            guard let strong = running.strong?.suggestion else { return }
            if let index = index(of: id) { entries[index].observer.filled(strong) }
            for effect in autoFill.fill(strong, on: inputs) { perform(effect, in: id) }
        case .code(let code):
            for effect in autoFill.fill(code, into: bar.field, on: inputs, codes: codes, at: now) { perform(effect, in: id) }
            banner = nil
        }
    }

    mutating func openPasswordList() throws(PhoneError) {
        try uncovered(by: Set(Cover.allCases))
        guard let id = frontApp, keyboard?.view.hasKey == true, let inputs = inputs(of: id),
            let focus = self[app: id]?.focus,
            let list = try? autoFill.keyList(for: inputs, at: FieldID(rawValue: focus))
        else { throw PhoneError(.nothingThere, "the bar has no key button") }
        passwordList = (list, id)
    }

    mutating func chooseFromList(_ place: Int) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet, .appExtension])
        guard let (list, id) = passwordList, self[app: id] != nil else {
            throw PhoneError(.nothingThere, "the password list is not open")
        }
        if list.passkeys.indices.contains(place) {
            passwordList = nil
            effects.append(.usePasskey(list.passkeys[place].credentialID, app: id))
            return
        }
        let place = place - list.passkeys.count
        let all = list.here + list.elsewhere.map { $0.confirmed() }
        if case let choice = place - all.count, list.providers.indices.contains(choice), let field = self[app: id]?.focus {
            passwordList = nil
            return begin(list.providers[choice], in: id, at: FieldID(rawValue: field))
        }
        guard all.indices.contains(place) else { throw PhoneError(.nothingThere, "no such entry in the password list") }
        passwordList = nil
        begin(all[place], in: id)
    }

    // MARK: - Filling in

    private mutating func begin(_ suggestion: CredentialSuggestion, in id: String) {
        let fill = autoFill.choose(suggestion)
        let inquiry = nextInquiry()
        filling = Filling(fill: fill, credential: suggestion.id, app: id, inquiry: inquiry, pause: 0)
        // The app resigns active first, and then the user is asked.
        notifyStages()
        let pause = self[app: id]?.sent ?? 0
        filling?.pause = pause
        for case .askPresence(let reason) in fill.effects {
            effects.append(.askPresence(number: inquiry, reason: reason, app: id))
        }
    }

    mutating func observe(_ presence: Presence, _ number: Int) {
        if filling?.inquiry == number { filling?.presence = presence }
        if passwordsInquiry == number { showPasswords(presence) }
        if exportInquiry == number { observe(export: presence) }
    }

    /// Continues after the user has answered and the app has handled that it is inactive: it may have removed its fields.
    mutating func finishFilling() {
        guard let filling else { return }
        guard let running = self[app: filling.app] else {
            // The target is gone, so the answer is dropped.
            self.filling = nil
            return notifyStages()
        }
        guard let presence = filling.presence else { return }
        guard presence == .rejected || running.handled >= filling.pause else { return }
        self.filling = nil
        let screen = frontApp == filling.app && !device.isLocked ? inputs(of: filling.app) : nil
        notifyStages()
        let outcome = try? autoFill.finish(filling.fill, presence: presence, on: screen, at: now)
        passwordChanges += 1
        for effect in outcome?.effects ?? [] { perform(effect, in: filling.app) }
        guard outcome?.result == .filled else { return }
        self[app: filling.app]?.filled = [:]
        for case .setText(let field, let text) in outcome?.effects ?? [] {
            self[app: filling.app]?.filled[field.rawValue] = text
        }
        let credential = filling.credential
        fills?.add(SavedPassword(user: credential.user, site: credential.server.text), for: filling.app)
        watchSignIn(with: credential, in: filling.app)
    }

    /// Performs an effect. The caller performs effects in their order, between the events with which the app becomes inactive and
    /// active again.
    mutating func perform(_ effect: FillEffect, in id: String) {
        switch effect {
        case .makeFirstResponder(let field): setFocus(field.rawValue, in: id)
        case .setText(let field, let text): send(.filled(field: field.rawValue, text: text.exposed), to: id)
        case .resignActive, .askPresence, .becomeActive: break
        }
    }
}

/// Everything that the suggestions depend on.
struct KeyboardSource: Equatable {
    let app: String
    let launch: Int
    let focus: String
    let screen: AppScreen
    let settings: AutoFillSettings
    /// The codes that are recent enough.
    let codes: [ReceivedCode]
    let passwordChanges: Int
    /// Whether the field contains the strong password that was filled in.
    let isStrongPassword: Bool
}

extension AppScreen {
    /// The screen without the texts of its fields.
    fileprivate var withoutTexts: AppScreen {
        var screen = self
        screen.elements = elements.map { if case .field(let field) = $0 { .field(field.withoutText) } else { $0 } }
        return screen
    }
}

extension AppTextField {
    /// The field without its text.
    fileprivate var withoutText: AppTextField {
        var field = self
        field.text = ""
        return field
    }
}
