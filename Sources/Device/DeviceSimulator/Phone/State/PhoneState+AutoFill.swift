import AssociatedDomains
import DeviceProtocol
import DeviceScreens
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// Password AutoFill above the keyboard: what is offered, and what is filled.
extension PhoneState {
    func inputs(of id: String) -> InputScreen? {
        guard let index = index(of: id), let screen = self[app: id]?.screen else { return nil }
        return inputs(on: screen, of: entries[index].app.identifier)
    }

    /// The inputs of a screen as AutoFill sees them: an app's, or of the page that the browser shows.
    func inputs(on screen: AppScreen, of app: AppIdentifier) -> InputScreen {
        guard app.description == Browser.id else { return screen.inputs(of: app) }
        return screen.page.flatMap { browsed[$0] }?.inputs(on: screen) ?? InputScreen(.app(app), fields: [])
    }

    // MARK: - The keyboard

    /// Works out again what stands above the keyboard.
    mutating func refreshKeyboard() {
        if let open = openExtension { return refreshKeyboard(of: open) }
        guard let id = frontApp, var running = self[app: id], let focus = running.focus, let screen = running.screen,
            let field = screen.field(focus), !field.hasCustomInputView, let inputs = inputs(of: id)
        else {
            (keyboard, keyboardSource) = (nil, nil)
            return
        }
        // Nothing of it depends on what is typed, and reading every saved password at every key would be felt.
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
            // Where the passwords cannot be read there are none to offer now. With whatever happens next they are looked for again.
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

    /// Above an extension's view nothing is offered.
    private mutating func refreshKeyboard(of open: StandingExtension) {
        keyboardSource = nil
        keyboard = open.running.focus.flatMap { focus in
            guard open.running.screen?.field(focus)?.hasCustomInputView == false else { return nil }
            return (PhoneView.Keyboard(field: focus, suggestions: [], hasKey: false), nil)
        }
    }

    private func suggestion(of item: QuickTypeBar.Item, _ strong: StrongPasswordSuggestion?) -> PhoneView.Suggestion {
        switch item {
        case .credential(let credential): .credential(user: credential.id.user, site: credential.id.server.text)
        case .strongPassword: .strongPassword(strong?.password.exposed ?? "")
        case .provided(let suggestion):
            .provided(
                user: suggestion.identity.user, provider: name(of: suggestion.provider.description),
                isCode: suggestion.identity.kind == .oneTimeCode)
        case .code(let code): .code(code.code.code, sender: sender(of: code), site: code.site)
        }
    }

    private func sender(of code: CodeSuggestion) -> String {
        messages.first { $0.code == code.code }?.view.sender ?? ""
    }

    // MARK: - Choosing

    mutating func chooseSuggestion(_ place: Int) throws(PhoneRefusal) {
        try uncovered(by: Set(Cover.allCases))
        guard let id = frontApp, let running = self[app: id], running.screen?.alert == nil else {
            throw PhoneRefusal(.nothingThere, "the bar offers no such thing")
        }
        if keyboard?.view.suggestions == [.ownPassword], place == 0 {
            for field in running.strongPasswordFields { send(.filled(field: field, text: ""), to: id) }
            return
        }
        guard let bar = keyboard?.bar, bar.items.indices.contains(place), let inputs = inputs(of: id)
        else { throw PhoneRefusal(.nothingThere, "the bar offers no such thing") }
        switch bar.items[place] {
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

    mutating func openPasswordList() throws(PhoneRefusal) {
        try uncovered(by: Set(Cover.allCases))
        guard let id = frontApp, keyboard?.view.hasKey == true, let inputs = inputs(of: id),
            let focus = self[app: id]?.focus,
            let list = try? autoFill.keyList(for: inputs, at: FieldID(rawValue: focus))
        else { throw PhoneRefusal(.nothingThere, "there is no key in the bar") }
        passwordList = (list, id)
    }

    mutating func chooseFromList(_ place: Int) throws(PhoneRefusal) {
        try uncovered(by: [.prompt, .sheet, .appExtension])
        guard let (list, id) = passwordList, self[app: id] != nil else {
            throw PhoneRefusal(.nothingThere, "no list is open")
        }
        let all = list.here + list.elsewhere.map { $0.confirmed() }
        if case let choice = place - all.count, list.providers.indices.contains(choice), let field = self[app: id]?.focus {
            passwordList = nil
            return begin(list.providers[choice], in: id, at: FieldID(rawValue: field))
        }
        guard all.indices.contains(place) else { throw PhoneRefusal(.nothingThere, "the list has no such entry") }
        passwordList = nil
        begin(all[place], in: id)
    }

    // MARK: - Filling

    private mutating func begin(_ suggestion: CredentialSuggestion, in id: String) {
        let fill = autoFill.choose(suggestion)
        let inquiry = nextInquiry()
        filling = Filling(fill: fill, credential: suggestion.id, app: id, inquiry: inquiry, pause: 0)
        // The app resigns active first, and then somebody is asked.
        tellStages()
        let pause = self[app: id]?.sent ?? 0
        filling?.pause = pause
        for case .askPresence(let reason) in fill.effects {
            effects.append(.askPresence(number: inquiry, reason: reason, app: id))
        }
    }

    mutating func hear(_ presence: Presence, _ number: Int) {
        if filling?.inquiry == number { filling?.presence = presence }
        if passwordsInquiry == number { showPasswords(presence) }
    }

    /// Goes on with what was chosen, once the person has answered and the app has seen that it is not active: it may have removed its fields.
    mutating func finishFilling() {
        guard let filling else { return }
        guard let running = self[app: filling.app] else {
            // Whatever the person answers, it is for nobody.
            self.filling = nil
            return tellStages()
        }
        guard let presence = filling.presence else { return }
        guard presence == .refused || running.handled >= filling.pause else { return }
        self.filling = nil
        let screen = frontApp == filling.app && !device.isLocked ? inputs(of: filling.app) : nil
        tellStages()
        let outcome = try? autoFill.finish(filling.fill, presence: presence, on: screen, at: now)
        passwordChanges += 1
        for effect in outcome?.effects ?? [] { perform(effect, in: filling.app) }
        if outcome?.result == .filled { watchSignIn(with: filling.credential, in: filling.app) }
    }

    /// Becoming active and inactive is told by where the app stands, in the same order.
    mutating func perform(_ effect: FillEffect, in id: String) {
        switch effect {
        case .makeFirstResponder(let field): setFocus(field.rawValue, in: id)
        case .setText(let field, let text): send(.filled(field: field.rawValue, text: text.exposed), to: id)
        case .resignActive, .askPresence, .becomeActive: break
        }
    }
}

/// All that the bar above the keyboard depends on.
struct KeyboardSource: Equatable {
    let app: String
    let launch: Int
    let focus: String
    let screen: AppScreen
    let settings: AutoFillSettings
    /// Those that are young enough to be offered.
    let codes: [ReceivedCode]
    let passwordChanges: Int
    /// The field holds the strong password that was filled in.
    let isStrongPassword: Bool
}

extension AppScreen {
    /// The screen apart from what stands in its fields.
    fileprivate var withoutTexts: AppScreen {
        var screen = self
        screen.elements = elements.map { if case .field(let field) = $0 { .field(field.withoutText) } else { $0 } }
        return screen
    }
}

extension AppTextField {
    /// The field apart from what stands in it.
    fileprivate var withoutText: AppTextField {
        var field = self
        field.text = ""
        return field
    }
}
