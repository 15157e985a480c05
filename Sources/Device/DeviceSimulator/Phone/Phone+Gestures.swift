public import DeviceScreens

/// What a test does with a phone, as a person would say it. Everything waits until it can be done.
extension Phone {
    /// Installs an app that runs in this process, launches it, and returns its first screen.
    ///
    /// - Parameters:
    ///   - identifier: The application identifier.
    ///   - name: What stands below its icon. Nil: the name of the type.
    ///   - associatedDomains: Such as `webcredentials:example.com`. The sites must know the app too: ``DeviceSimulator/put(_:at:)``.
    ///   - information: What its Info.plist says; see ``PhoneApp/information``.
    @discardableResult
    public func launch<Screens: ScreenApp & Sendable>(
        _ type: Screens.Type, as identifier: String = "ABCDE12345.com.example.app", name: String? = nil,
        associatedDomains: [String] = [], information: [String: String] = [:], settings: [String: String] = [:]
    ) async throws -> AppScreen {
        try await install(
            PhoneApp(
                identifier, name: name ?? "\(type)", associatedDomains: associatedDomains, information: information,
                settings: settings, program: ScreenAppProgram(type)))
        return try await open(identifier)
    }

    /// Launches an app, or brings it back, and returns what it shows.
    @discardableResult
    public func open(_ identifier: String) async throws -> AppScreen {
        try await perform(.open(app: identifier))
        return try await attempt("a screen of \(identifier)") { (view: PhoneView) throws(PhoneRefusal) -> AppScreen? in
            switch view.content {
            case .app(let icon, let screen) where icon.id == identifier: screen
            case .launching(_, let failure?): throw PhoneRefusal(.failed, failure)
            default: nil
            }
        }
    }

    /// Taps what bears this title, or is called so by the app: a button, a field, an icon, a suggestion, an entry of a list.
    public func tap(_ title: String) async throws {
        try await act("“\(title)” to tap") { $0.action(tapping: title) }
    }

    /// Puts text into the field with this label, placeholder or name, in the place of what is there.
    public func type(_ text: String, into field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .type(field: $0.id, text: text) }
        }
    }

    /// Taps into the field with this label, placeholder or name.
    public func focus(_ field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .focus(field: $0.id) }
        }
    }

    /// Presses return in the field with this label, placeholder or name.
    public func pressReturn(in field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .submit(field: $0.id) }
        }
    }

    /// In the web sheet, once there is one, follows a link or a redirect to an address: the one that the app waits for closes the sheet.
    public func leadPage(to address: String) async throws {
        try await act("a web page to lead on") { view in
            guard case .browser? = view.overlays.last else { return nil }
            return .leadPage(to: address)
        }
    }

    /// Shows the enrolled face or finger, or a stranger's, to the prompt or the lock screen.
    public func showFace(isOwner: Bool = true) async throws {
        try await act("anybody who asks for a face") { view in
            if case .locked = view.content { return .present(isOwner: isOwner) }
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way == .biometry else { return nil }
            return .present(isOwner: isOwner)
        }
    }

    /// Types the passcode at the prompt or the lock screen.
    public func enterPasscode(_ passcode: String) async throws {
        try await act("anybody who asks for the passcode") { view in
            if case .locked = view.content { return .enterPasscode(passcode) }
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way == .passcode else { return nil }
            return .enterPasscode(passcode)
        }
    }

    /// Types the password that an item of the app stands behind, at the prompt for it.
    public func enterAppPassword(_ password: String) async throws {
        try await act("anybody who asks for a password of the app") { view in
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way.isApplicationPassword else { return nil }
            return .enterAppPassword(password)
        }
    }

    /// Answers the sheet that stands, once one does.
    public func answerSheet(_ action: PhoneAction.SheetAction) async throws {
        try await act("a sheet") { view in
            guard case .sheet(let sheet)? = view.overlays.last else { return nil }
            return .answerSheet(number: sheet.number, action)
        }
    }

    /// What the bar above the keyboard offers now. Empty without a bar.
    public var bar: [PhoneView.Suggestion] { view.keyboard?.suggestions ?? [] }

    /// What the app in front shows now; nil where none does.
    public var screen: AppScreen? { view.appScreen }

    /// Returns the screen of the app in front as soon as it is so.
    @discardableResult
    public func screen(where condition: @escaping @Sendable (AppScreen) -> Bool) async throws -> AppScreen {
        let view = try await wait { view in view.appScreen.map(condition) ?? false }
        return view.appScreen ?? AppScreen(title: "")
    }

    /// Returns the screen with this title as soon as it is there.
    @discardableResult
    public func screen(titled title: String) async throws -> AppScreen {
        try await screen { $0.title == title }
    }

    private func act(_ what: String, _ choose: @escaping @Sendable (PhoneView) -> PhoneAction?) async throws {
        _ = try await attempt(what) { (view: PhoneView) async throws(PhoneRefusal) -> Bool? in
            guard let action = choose(view) else { return nil }
            try await self.perform(action)
            return true
        }
    }
}
