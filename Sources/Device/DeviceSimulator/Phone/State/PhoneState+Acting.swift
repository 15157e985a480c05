import DeviceScreens
import PasswordManager

/// Actions of the user.
extension PhoneState {
    /// Performs an action. Throws if its target is missing.
    mutating func act(_ action: PhoneAction) throws(PhoneError) {
        if device.isLocked { return try actOnLockScreen(action) }
        switch action {
        case .answerPrompt(let number, let answer):
            guard answer.answersPrompts else { throw PhoneError(.failed, "the action is no answer to a prompt") }
            guard openPrompt?.number == number else {
                throw PhoneError(.nothingThere, number == nil ? "a prompt is open" : "the prompt is no longer open")
            }
            try act(answer)
        case .home: move(to: .home)
        case .lock: effects.append(.work(.lock))
        case .present(let isOwner):
            guard try prompt().way == .biometry else { throw PhoneError(.nothingThere, "no prompt asks for biometry") }
            answerPrompt(with: .seen(isOwner: isOwner))
        case .enterPasscode(let passcode):
            guard try prompt().way == .passcode else { throw PhoneError(.nothingThere, "no prompt asks for the passcode") }
            answerPrompt(with: .passcode(PrivateText(passcode)))
        case .enterAppPassword(let password):
            guard try prompt().way.isApplicationPassword else {
                throw PhoneError(.nothingThere, "no prompt asks for an app's password")
            }
            guard !password.isEmpty else { throw PhoneError(.failed, "the password is empty") }
            answerPrompt(with: .applicationPassword(PrivateText(password)))
        case .cancelPrompt:
            answerPrompt(with: try prompt().way == .faceConsent ? .faceConsent(isGranted: false) : .cancel)
        case .allowFaceID:
            guard try prompt().way == .faceConsent else { throw PhoneError(.nothingThere, "no app asks to use Face ID") }
            answerPrompt(with: .faceConsent(isGranted: true))
        case .confirmOnWatch:
            guard try prompt().takesWatch else { throw PhoneError(.nothingThere, "the prompt does not accept the watch") }
            answerPrompt(with: .confirmedOnWatch)
        case .insertSecurityKey(let pin):
            if let pin { try Self.checkPIN(pin) }
            effects.append(.work(.insertSecurityKey(pin: pin.map { PrivateText($0) })))
        case .removeSecurityKey: effects.append(.work(.removeSecurityKey))
        case .setSecurityKeyPIN(let pin, let current):
            try requireSecurityKey()
            try Self.checkPIN(pin)
            effects.append(.work(.setSecurityKeyPIN(PrivateText(pin), current: current.map { PrivateText($0) })))
        case .resetSecurityKey:
            try requireSecurityKey()
            effects.append(.work(.resetSecurityKey))
        case .choosePasscodeInstead:
            guard try prompt().fallbackTitle != nil else { throw PhoneError(.nothingThere, "the prompt has no fallback button") }
            answerPrompt(with: .fallback)
        case .open(let app):
            try uncovered(by: [.prompt, .sheet])
            try bring(app)
        case .browse(let address):
            try uncovered(by: [.prompt, .sheet])
            try browse(address)
        case .quit(let app): try quit(app)
        case .press(let button): try press(button)
        case .answerAlert(let button): try answerAlert(button)
        case .focus(let field): try focus(field)
        case .type(let field, let text): try type(text, into: field)
        case .submit(let field): try submit(field)
        case .chooseSuggestion(let place): try chooseSuggestion(place)
        case .openPasswordList: try openPasswordList()
        case .chooseFromList(let place): try chooseFromList(place)
        case .closePasswordList:
            guard passwordList != nil else { throw PhoneError(.nothingThere, "the password list is not open") }
            passwordList = nil
        case .answerSaveQuestion(let answer): try answerSaveQuestion(answer)
        case .answerSheet(let number, let action): try answerSheet(number, action)
        case .closeBrowser:
            guard let page = pages.popLast() else { throw PhoneError(.nothingThere, "no web page is open") }
            effects.append(.closePage(page.number))
        case .leadPage(let address): try leadPage(to: address)
        case .dismissAccountCode: try dismissCode()
        case .openSettings, .signInToAppleAccount, .enterAccountCode, .unlockAppleAccount, .cancelAccountSignIn, .turnOnTwoFactor,
            .addAddress, .removeAddress, .signOutOfAppleAccount, .stopUsing, .setAutoFill, .setLanguage, .setProvider, .setFaceID,
            .setWatch, .deletePassword, .deletePasskey, .openPasskey, .renamePasskey, .importCredentials, .settleChange,
            .askToSave, .openRecommendation:
            try actInSettings(action)
        case .chooseRemedy(let place): try chooseRemedy(place)
        case .closeUpgradeQuestion: try closeQuestion()
        case .cancelExtension: try cancelExtension()
        case .openMessages:
            try uncovered(by: [.prompt, .sheet])
            banner = nil
            move(to: .messages)
        case .openMail: try openMail(nil)
        case .readMail(let id): try openMail(id)
        case .dismissBanner:
            // The notification is above the message.
            if notification != nil {
                notification = nil
            } else if banner != nil {
                banner = nil
            } else {
                throw PhoneError(.nothingThere, "no banner is visible")
            }
        }
    }

    private func requireSecurityKey() throws(PhoneError) {
        guard device.securityKey != nil else { throw PhoneError(.nothingThere, "no security key is inserted") }
    }

    /// The length is that of the Client to Authenticator Protocol 2.1, section 6.5.1.
    private static func checkPIN(_ pin: String) throws(PhoneError) {
        guard (4...63).contains(pin.utf8.count) else { throw PhoneError(.failed, "the PIN of a security key has 4 to 63 bytes") }
    }

    private mutating func actOnLockScreen(_ action: PhoneAction) throws(PhoneError) {
        switch action {
        case .lock: break
        case .answerPrompt(nil, let answer) where answer.answersPrompts: try actOnLockScreen(answer)
        case .present(let isOwner):
            guard device.takesBiometry else { throw PhoneError(.nothingThere, "the passcode is required first") }
            effects.append(.work(.show(isOwner: isOwner)))
        case .enterPasscode(let passcode): effects.append(.work(.unlock(passcode: PrivateText(passcode))))
        case .dismissBanner where banner != nil: banner = nil
        default: throw PhoneError(.locked, "the device is locked")
        }
    }

    // MARK: - Overlays

    enum Cover: Hashable, Sendable, CaseIterable {
        case prompt, accountCode, sheet, appExtension, page, alert, list, saveQuestion, upgradeQuestion
    }

    /// The overlays, front-most first.
    var covers: [Cover] {
        let activeCovers: [(Cover, Bool)] = [
            (.prompt, openPrompt != nil), (.accountCode, shownCode != nil), (.sheet, openSheet != nil), (.page, !pages.isEmpty),
            (.appExtension, openExtension != nil), (.alert, providerFailure != nil),
            (.upgradeQuestion, question != nil), (.saveQuestion, saveQuestion != nil), (.list, passwordList != nil),
        ]
        return activeCovers.filter(\.1).map(\.0)
    }

    /// Throws if an overlay of one of these kinds covers the target.
    func uncovered(by kinds: Set<Cover>) throws(PhoneError) {
        if let cover = covers.first(where: kinds.contains) { throw PhoneError(.covered, "covered by a \(cover.name)") }
    }

    /// The open prompt and sheet.
    var openPrompt: PendingPrompt? { prompts.last { !$0.isAnswered } }
    var openSheet: PendingSheet? { sheets.last { !$0.isAnswered } }

    private func prompt() throws(PhoneError) -> PendingPrompt {
        guard let prompt = openPrompt else { throw PhoneError(.nothingThere, "no prompt is open") }
        return prompt
    }

    /// Answers the visible prompt.
    private mutating func answerPrompt(with reply: PhoneEffect.PromptReply) {
        if let prompt = openPrompt { answer(prompt, reply) }
    }

    mutating func answer(_ prompt: PendingPrompt, _ reply: PhoneEffect.PromptReply) {
        for index in prompts.indices where prompts[index].number == prompt.number { prompts[index].isAnswered = true }
        effects.append(.answerPrompt(prompt.number, reply))
    }

    mutating func answer(_ sheet: PendingSheet, _ reply: PhoneEffect.SheetReply) {
        for index in sheets.indices where sheets[index].number == sheet.number { sheets[index].isAnswered = true }
        effects.append(.answerSheet(sheet.number, reply))
    }

    private mutating func leadPage(to address: String) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet])
        let shown = openExtension.flatMap { $0.isWebPage ? WebSheet.page(of: $0.number) : nil }
        guard let number = pages.last?.number ?? shown else { throw PhoneError(.nothingThere, "no web page is open") }
        guard !address.isEmpty, address.utf8.count <= Self.longestAddress else {
            throw PhoneError(.nothingThere, "an address must have 1 to \(Self.longestAddress) bytes")
        }
        // The sheet does not show an address with another scheme: only the app can handle it.
        if !pages.isEmpty, ["http://", "https://"].contains(where: address.lowercased().hasPrefix) {
            pages[pages.count - 1].address = address
        }
        effects.append(.leadPage(number, to: address))
    }

    private static let longestAddress = 16_384

    /// Opens an address in the browser.
    mutating func browse(_ address: String) throws(PhoneError) {
        guard (1...Self.longestAddress).contains(address.utf8.count) else {
            throw PhoneError(.nothingThere, "an address must have 1 to \(Self.longestAddress) bytes")
        }
        try bring(Browser.id)
        guard self[app: Browser.id] != nil else { throw PhoneError(.failed, "the browser is closing; try again") }
        send(.opened(url: address), to: Browser.id)
    }

    private mutating func answerSheet(_ number: UInt64, _ action: PhoneAction.SheetAction) throws(PhoneError) {
        try uncovered(by: [.prompt])
        guard let sheet = openSheet, sheet.number == number, sheet.accepts(action) else {
            throw PhoneError(.nothingThere, "the sheet is missing or has no such control")
        }
        answer(sheet, .action(action))
        guard case .openSettings = action else { return }
        try actInSettings(.openSettings(.account))
    }

    // MARK: - The front-most screen

    /// The owner of the screen that the user sees and uses.
    private enum ScreenOwner {
        case app(String)
        case appExtension(UInt64)
    }

    /// Returns the front-most app with its screen, or the extension above it. Throws if something covers them.
    private func inFront(allowsAlert: Bool = false) throws(PhoneError) -> (screenOwner: ScreenOwner, screen: AppScreen) {
        let found: (screenOwner: ScreenOwner, screen: AppScreen?)
        if let open = openExtension {
            try uncovered(by: [.prompt, .sheet, .page])
            found = (.appExtension(open.number), open.running.screen)
        } else {
            guard let id = frontApp else { throw PhoneError(.nothingThere, "no app is in front") }
            found = (.app(id), self[app: id]?.screen)
        }
        guard let screen = found.screen else { throw PhoneError(.nothingThere, "no screen is visible") }
        if case .app = found.screenOwner { try uncovered(by: Set(Cover.allCases)) }
        guard allowsAlert || screen.alert == nil else { throw PhoneError(.covered, "covered by an alert") }
        return (found.screenOwner, screen)
    }

    private mutating func press(_ button: String) throws(PhoneError) {
        let (screenOwner, screen) = try inFront()
        guard screen.buttons.contains(where: { $0.id == button && $0.isEnabled }) else {
            throw PhoneError(.nothingThere, "no enabled button “\(button)”")
        }
        send(.pressed(button: button), to: screenOwner)
    }

    private mutating func answerAlert(_ button: Int) throws(PhoneError) {
        if covers.first == .alert, let alert = providerFailure?.alert, alert.buttons.indices.contains(button) {
            providerFailure = nil
            return
        }
        let (screenOwner, screen) = try inFront(allowsAlert: true)
        guard let alert = screen.alert, alert.buttons.indices.contains(button) else {
            throw PhoneError(.nothingThere, "no alert with such a button")
        }
        send(.answeredAlert(button: button), to: screenOwner)
    }

    private mutating func focus(_ field: String?) throws(PhoneError) {
        let (screenOwner, screen) = try inFront()
        if let field { _ = try self.field(field, on: screen) }
        setFocus(field, in: screenOwner)
    }

    private mutating func type(_ text: String, into field: String) throws(PhoneError) {
        let (screenOwner, screen) = try inFront()
        let old = try self.field(field, on: screen)
        setFocus(field, in: screenOwner)
        if old.text != text { send(.changed(field: field, text: text), to: screenOwner) }
    }

    private mutating func submit(_ field: String) throws(PhoneError) {
        let (screenOwner, screen) = try inFront()
        _ = try self.field(field, on: screen)
        setFocus(field, in: screenOwner)
        send(.submitted(field: field), to: screenOwner)
    }

    /// Returns a field that the user can type into.
    private func field(_ id: String, on screen: AppScreen) throws(PhoneError) -> AppTextField {
        guard let field = screen.field(id) else { throw PhoneError(.nothingThere, "no field “\(id)”") }
        guard field.canBecomeFirstResponder || keyboard?.view.field == id else {
            throw PhoneError(.covered, "the app disabled the field “\(id)”")
        }
        return field
    }

    private mutating func send(_ event: AppEvent, to screenOwner: ScreenOwner) {
        switch screenOwner {
        case .app(let id): send(event, to: id)
        case .appExtension(let number): send(event, toExtension: number)
        }
    }

    private mutating func setFocus(_ field: String?, in screenOwner: ScreenOwner) {
        switch screenOwner {
        case .app(let id): setFocus(field, in: id)
        case .appExtension(let number):
            guard let index = extensions.firstIndex(where: { $0.number == number }), extensions[index].running.focus != field
            else { return }
            extensions[index].running.focus = field
            send(.focused(field: field), toExtension: number)
        }
    }

    mutating func setFocus(_ field: String?, in id: String) {
        guard let running = self[app: id], running.focus != field else { return }
        self[app: id]?.focus = field
        send(.focused(field: field), to: id)
    }
}

extension PhoneState.Cover {
    fileprivate var name: String {
        switch self {
        case .prompt: "prompt"
        case .accountCode: "code of the Apple Account"
        case .sheet: "sheet"
        case .appExtension: "extension's view"
        case .page: "web page"
        case .alert: "alert"
        case .list: "password list"
        case .saveQuestion, .upgradeQuestion: "question"
        }
    }
}
