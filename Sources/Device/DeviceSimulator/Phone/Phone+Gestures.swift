public import DeviceScreens

/// The actions of a test on a phone, in the user's terms. Each waits until it is possible.
extension Phone {
    /// Installs an app in this process, launches it, and returns its first screen.
    ///
    /// - Parameters:
    ///   - identifier: The application identifier.
    ///   - name: The name below its icon; nil for the name of the type.
    ///   - associatedDomains: Entries such as `webcredentials:example.com`. The sites must name the app too:
    ///     ``DeviceSimulator/put(_:at:)``.
    ///   - information: The values of its Info.plist; see ``PhoneApp/information``.
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

    /// Launches an app or brings it to the front, and returns its screen.
    @discardableResult
    public func open(_ identifier: String) async throws -> AppScreen {
        try await perform(.open(app: identifier))
        return try await attempt("a screen of \(identifier)") { (view: PhoneView) throws(PhoneError) -> AppScreen? in
            switch view.content {
            case .app(let icon, let screen) where icon.id == identifier: screen
            case .launching(_, let failure?): throw PhoneError(.failed, failure)
            default: nil
            }
        }
    }

    /// Taps the element with a title or an identifier: a button, a field, an icon, a suggestion, or a list entry.
    public func tap(_ title: String) async throws {
        try await act("“\(title)”") { $0.action(tapping: title) }
    }

    /// Replaces the text of the field with a label, placeholder or identifier.
    public func type(_ text: String, into field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .type(field: $0.id, text: text) }
        }
    }

    /// Taps into the field with a label, placeholder or identifier.
    public func focus(_ field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .focus(field: $0.id) }
        }
    }

    /// Presses Return in the field with a label, placeholder or identifier.
    public func pressReturn(in field: String) async throws {
        try await act("a field “\(field)”") { view in
            view.appScreen?.field(called: field).map { .submit(field: $0.id) }
        }
    }

    /// Follows a link or redirect in the web sheet, once one is open. The address that the app waits for closes the sheet.
    public func leadPage(to address: String) async throws {
        try await act("an open web page") { view in
            if case .browser? = view.overlays.last { return .leadPage(to: address) }
            guard case .extensionSheet(let sheet) = view.content, sheet.isWebPage else { return nil }
            return .leadPage(to: address)
        }
    }

    /// Presents the enrolled or an unknown face or finger to the prompt or the lock screen.
    public func showFace(isOwner: Bool = true) async throws {
        try await act("a prompt for biometry") { view in
            if case .locked = view.content { return .answerPrompt(number: nil, .present(isOwner: isOwner)) }
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way == .biometry else { return nil }
            return .answerPrompt(number: prompt.number, .present(isOwner: isOwner))
        }
    }

    /// Enters the passcode in the prompt or on the lock screen.
    public func enterPasscode(_ passcode: String) async throws {
        try await act("a prompt for the passcode") { view in
            if case .locked = view.content { return .answerPrompt(number: nil, .enterPasscode(passcode)) }
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way == .passcode else { return nil }
            return .answerPrompt(number: prompt.number, .enterPasscode(passcode))
        }
    }

    /// Enters the password of an app's item in the prompt for it.
    public func enterAppPassword(_ password: String) async throws {
        try await act("a prompt for the app's password") { view in
            guard case .prompt(let prompt)? = view.overlays.last, prompt.way.isApplicationPassword else { return nil }
            return .answerPrompt(number: prompt.number, .enterAppPassword(password))
        }
    }

    /// Answers the sheet, once one is open.
    public func answerSheet(_ action: PhoneAction.SheetAction) async throws {
        try await act("a sheet") { view in
            guard case .sheet(let sheet)? = view.overlays.last else { return nil }
            return .answerSheet(number: sheet.number, action)
        }
    }

    /// The current suggestions above the keyboard; empty without a bar.
    public var bar: [PhoneView.Suggestion] { view.keyboard?.suggestions ?? [] }

    /// The screen of the front-most app; nil without one.
    public var screen: AppScreen? { view.appScreen }

    /// Returns the screen of the front-most app as soon as it meets a condition.
    @discardableResult
    public func screen(where condition: @escaping @Sendable (AppScreen) -> Bool) async throws -> AppScreen {
        let view = try await wait { view in view.appScreen.map(condition) ?? false }
        return view.appScreen ?? AppScreen(title: "")
    }

    /// Returns the screen with a title as soon as it appears.
    @discardableResult
    public func screen(titled title: String) async throws -> AppScreen {
        try await screen { $0.title == title }
    }

    private func act(_ what: String, _ choose: @escaping @Sendable (PhoneView) -> PhoneAction?) async throws {
        _ = try await attempt(what) { (view: PhoneView) async throws(PhoneError) -> Bool? in
            guard let action = choose(view) else { return nil }
            try await self.perform(action)
            return true
        }
    }
}
