import AssociatedDomains
import DeviceScreens
import DeviceServices
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// The state of a phone, and its transitions. It performs nothing itself: every event returns effects, in order.
///
/// Only saved passwords and passkeys are stored elsewhere, because they outlive the phone: the state reads and writes them directly.
struct PhoneState {
    /// The front-most content.
    enum Front: Hashable, Sendable {
        case home
        case app(String)
        case settings(PhoneView.SettingsView.Page)
        case messages
        /// The list of mails, or an open mail.
        case mail(Int?)
    }

    /// The message or mail that has just arrived, by its identifier.
    struct Arrival: Sendable {
        enum Item: Hashable, Sendable {
            case message(Int)
            case mail(Int)
        }

        let item: Item
        let at: Date
    }

    /// The state of an installed app.
    enum RunState {
        /// Ended, with the failure if the device did not end it.
        case ended(failure: String?)
        case running(RunningApp)
        /// Asked to end, and possibly to be launched again afterwards.
        case ending(launch: Int, isReopened: Bool)
    }

    struct Entry {
        var app: AppDescription
        var runState = RunState.ended(failure: nil)
        var observer = SaveObserver()
        /// A sign-in with a filled-in password, until the check whether it is weak is complete.
        var signIn: WatchedSignIn?
    }

    /// A chosen saved password, between the choice and filling in.
    struct Filling {
        let fill: CredentialFill
        let credential: CredentialID
        let app: String
        let inquiry: Int
        /// The event that notifies the app that it is inactive. Nothing is filled in before the app has handled it.
        var pause: Int
        var presence: Presence?
    }

    let name: String
    let store: any CredentialStore
    let unsavedPasswords: any UnsavedPasswords
    /// The passkeys of the device; nil for a phone without passkeys.
    let passkeys: KeychainPasskeys?
    /// Receives the passwords that are filled in; nil for a phone without passkeys.
    let fills: RecentFills?
    let associations: any DomainAssociations
    /// The pages of the browser's screens, by which the phone identifies them.
    let browsed: BrowsedPages
    /// The current site quirks.
    let quirks: @Sendable () -> SiteQuirks
    /// The current offers of other password managers.
    var provided: @Sendable () -> ProvidedCredentials = { ProvidedCredentials() }
    /// The passkeys for the request that an app or a page makes for the bar now; nil without a request.
    var requestedPasskeys: @Sendable (InputPlace) -> [PasskeySuggestion]? = { _ in nil }
    var autoFillSettings = AutoFillSettings()
    /// The language that the user chose; nil before.
    var language: PhoneView.Language?
    /// The language of the browser that shows the phone; nil before.
    var suggestedLanguage: PhoneView.Language?
    /// The language that apps start in.
    var appLanguage: PhoneView.Language { language ?? suggestedLanguage ?? .english }
    /// The generator of strong passwords.
    var random: any RandomNumberGenerator & Sendable

    var now: Date
    var device = DeviceFacts()
    var front = Front.home
    var entries: [Entry] = []
    var launches = 0
    var prompts: [PendingPrompt] = []
    var sheets: [PendingSheet] = []
    /// The apps that wait for a sign-in by the system, and whether anything of it was visible. From then on to the end no app is
    /// active, even between two sheets.
    var calls: [String] = []
    var isEngaged = false
    var pages: [(number: UInt64, address: String)] = []
    var filling: Filling?
    var providing: Providing?
    /// The provider whose setup view is open.
    var settingUp: (number: Int, provider: AppIdentifier)?
    /// A provider's failure, until the user closes the alert about it.
    var providerFailure: PhoneView.ProviderFailure?
    /// The successful sign-ins that are not handled yet, oldest first.
    var successes: [PendingSave] = []
    /// The strong passwords among them that are stored for the next phone; nil until those of an earlier phone were read.
    var storedUnsavedPasswords: [UnsavedPassword]?
    /// The open password list, and the app below it.
    var passwordList: (list: KeyList, app: String)?
    var keyboard: (view: PhoneView.Keyboard, bar: QuickTypeBar?)?
    /// The inputs of the keyboard's suggestions, and the number of changes of saved passwords or associations.
    var keyboardSource: KeyboardSource?
    var passwordChanges = 0
    var messages: [(view: PhoneView.Message, code: ReceivedCode?)] = []
    var mailbox = Mailbox()
    var codes = RecentCodes()
    var banner: Arrival?
    /// The notification at the top of the screen, and the time of its arrival.
    var notification: (content: SystemNotification, received: Date)?
    var account = AccountFacts()
    var accountSignIn: PendingSignIn?
    /// The account's codes that the user dismissed.
    var dismissedCodes: Set<PhoneView.AccountCode> = []
    /// The request to see the passwords in Settings; after authentication, the passwords.
    var passwordsInquiry: Int?
    var shownPasswords: [PhoneView.SettingsView.Password]?
    var shownPasskeys: [PhoneView.SettingsView.Passkey] = []
    /// The ID of the passkey whose page was opened last.
    var openedPasskey: String?
    /// The request to export all credentials; after authentication, whether the file is available.
    var exportInquiry: Int?
    var isExportConfirmed = false
    /// Whether the phone compares a file with the saved credentials, or shows the result.
    var isImporting = false
    var settingsFailure: (task: PhoneView.SettingsView.FailedTask, words: String)?
    /// The recommendations for saved passwords, and the open one.
    var assessment = Assessment()
    var openedRecommendation: Recommendation?
    /// The last upgrade.
    var upgrade: PhoneUpgrade?
    /// The views of extensions, front-most last.
    var extensions: [PresentedExtension] = []
    /// The notice about a weak password.
    var question: PendingWeaknessNotice?
    /// The credentials whose notice the user declined.
    var declinedUpgrades: Set<CredentialID> = []
    var lastInquiry = 0
    var effects: [PhoneEffect] = []

    init(
        name: String, store: any CredentialStore, unsavedPasswords: any UnsavedPasswords = InMemoryUnsavedPasswords(),
        passkeys: KeychainPasskeys? = nil, fills: RecentFills? = nil, associations: any DomainAssociations,
        quirks: @escaping @Sendable () -> SiteQuirks = { SiteQuirks() },
        browsed: BrowsedPages = BrowsedPages(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), now: Date
    ) {
        self.name = name
        self.store = store
        self.unsavedPasswords = unsavedPasswords
        self.passkeys = passkeys
        self.fills = fills
        self.associations = associations
        self.quirks = quirks
        self.browsed = browsed
        self.random = random
        self.now = now
    }

    var autoFill: AutoFill {
        AutoFill(
            store: store, associations: associations, quirks: quirks(), settings: autoFillSettings, provided: provided,
            passkeys: requestedPasskeys)
    }

    /// Performs an action of the user. Throws, without a change, if the target is missing.
    mutating func handle(_ action: PhoneAction, at now: Date) throws(PhoneError) -> [PhoneEffect] {
        var next = self
        next.now = now
        try next.act(action)
        self = next
        return settled()
    }

    /// Handles an event.
    mutating func handle(_ event: PhoneEvent, at now: Date) -> [PhoneEffect] {
        self.now = now
        observe(event)
        return settled()
    }

    private mutating func settled() -> [PhoneEffect] {
        notifyStages()
        finishFilling()
        finishProviding()
        observeScreens()
        followSuccesses()
        observeSignIns()
        refreshKeyboard()
        defer { effects = [] }
        return effects
    }

    private mutating func observe(_ event: PhoneEvent) {
        switch event {
        case .device(let facts): observe(facts)
        case .installed(let app):
            if let index = index(of: app.id) { entries[index].app = app } else { entries.append(Entry(app: app)) }
        case .app(let id, let launch, let report): observe(report, of: id, launch)
        case .promptShown(let prompt):
            prompts.append(prompt)
            isEngaged = isEngaged || !calls.isEmpty
        case .promptHidden(let number): prompts.removeAll { $0.number == number }
        case .callBegan(let app): calls.append(app)
        case .callEnded(let app):
            if let index = calls.firstIndex(of: app) { calls.remove(at: index) }
            if calls.isEmpty { isEngaged = false }
        case .sheetShown(let sheet):
            sheets.append(sheet)
            isEngaged = true
        case .sheetHidden(let number): sheets.removeAll { $0.number == number }
        case .notified(let content):
            notification = (content, now)
            // Settings may be open on the list of passkeys.
            showPasswordsAgain()
        case .autoFillSettingsOpened:
            settingsFailure = nil
            move(to: .settings(.autoFill))
        case .pageOpened(let number, let address): pages.append((number, address))
        case .pageClosed(let number): pages.removeAll { $0.number == number }
        case .presence(let number, let presence): observe(presence, number)
        case .account(let facts): observe(facts)
        case .accountSignIn(let signIn): accountSignIn = signIn
        case .accountCodes(let codes):
            account.codes = codes
            dismissedCodes.formIntersection(codes)
        case .message(let text, let sender): receive(text, sender)
        case .mail(let mails, let owner, let last): receive(mails, of: owner, after: last)
        case .timePassed: forgetBanner()
        case .notSaved(let reason):
            settingsFailure = (.saveSettings, "This device cannot save its settings: \(reason)")
        case .passwordsChanged:
            passwordChanges += 1
            showPasswordsAgain()
        case .suggestedLanguage(let suggested):
            let former = appLanguage
            suggestedLanguage = suggested
            if appLanguage != former { effects.append(.language(appLanguage)) }
        case .started: if !device.isLocked { effects.append(.resolveUpgrades) }
        case .assessed(let number, let report): observe(report, number)
        case .judged(let number, let recommendation): observe(recommendation, ofSignIn: number)
        case .upgradeEnded(let number, let outcome, let isSettled): observe(outcome, ofUpgrade: number, isSettled: isSettled)
        case .provided(let number, let outcome): observe(outcome, ofProvider: number)
        case .extensionShown(let view): extensions.append(view)
        case .extensionScreen(let number, let screen, let handled): observe(screen, ofExtension: number, handled: handled)
        case .extensionHidden(let number): extensions.removeAll { $0.number == number }
        case .importEnded(let isSaved, let failure): endImport(isSaved: isSaved, failure)
        }
    }

    private mutating func observe(_ facts: DeviceFacts) {
        if facts.isLocked {
            passwordList = nil
            // It contains a user name.
            notification = nil
            hidePasswords()
            forgetExport()
        } else if device.isLocked {
            // Interrupted upgrades are readable now.
            effects.append(.resolveUpgrades)
        }
        device = facts
        passwordChanges += 1
    }

    mutating func nextInquiry() -> Int {
        lastInquiry += 1
        return lastInquiry
    }
}

/// The part of the state that outlives the phone.
extension PhoneState {
    /// The stored memory, except for the apps' programs, which the phone knows.
    var memory: PhoneMemory {
        var memory = PhoneMemory()
        memory.messages = messages.map { RememberedMessage($0.view) }
        memory.autoFillSettings = autoFillSettings
        memory.declinedUpgrades = declinedUpgrades
        memory.language = language
        return memory
    }

    /// Restores the memory of an earlier phone.
    mutating func restore(_ memory: PhoneMemory) {
        autoFillSettings = memory.autoFillSettings
        declinedUpgrades = memory.declinedUpgrades
        language = memory.language
        for message in memory.messages.reversed() {
            let code = codes.receive(message.text, at: message.received)
            messages.insert((message.view(code), code), at: 0)
        }
        for app in memory.apps {
            guard let identifier = try? AppIdentifier(app.identifier), index(of: app.identifier) == nil else { continue }
            entries.append(
                Entry(app: AppDescription(identifier: identifier, name: app.name, faceReasons: app.app.faceReasons)))
        }
    }

    /// Returns whether time alone has changed the view.
    func isDue(at new: Date) -> Bool {
        if now.minute != new.minute { return true }
        if let banner, !banner.isVisible(at: new) { return true }
        if let notification, !Arrival.isVisible(since: notification.received, at: new) { return true }
        return currentCodes(at: new) != currentCodes(at: now)
    }

    /// Returns the codes that are recent enough to suggest.
    func currentCodes(at now: Date) -> [ReceivedCode] {
        (messages.compactMap(\.code) + mailbox.codes).filter { $0.isOffered(now: now) }
    }
}

/// Messages, and the codes in them.
extension PhoneState {
    /// The number of stored messages.
    static let messageLimit = 100
    mutating func receive(_ text: String, _ sender: String) {
        let code = codes.receive(text, at: now)
        let id = (messages.first?.view.id ?? 0) + 1
        messages.insert((PhoneView.Message(id: id, sender: sender, text: text, received: now, code: code?.shown), code), at: 0)
        messages.removeLast(max(0, messages.count - Self.messageLimit))
        banner = front == .messages && !device.isLocked ? nil : Arrival(item: .message(id), at: now)
    }

    var messageBanner: PhoneView.Message? {
        guard case .message(let id)? = banner?.item else { return nil }
        return messages.first { $0.view.id == id }?.view
    }

    mutating func forgetBanner() {
        if let banner, !banner.isVisible(at: now) { self.banner = nil }
        if let notification, !Arrival.isVisible(since: notification.received, at: now) { self.notification = nil }
    }
}

extension PhoneState.Arrival {
    /// The lifetime of a banner, in seconds of the device.
    private static let lifetime: TimeInterval = 6

    /// Returns whether the banner is still visible. A clock that was set back ends it too.
    func isVisible(at now: Date) -> Bool { Self.isVisible(since: at, at: now) }

    static func isVisible(since arrival: Date, at now: Date) -> Bool { (0..<lifetime).contains(now.timeIntervalSince(arrival)) }
}

extension ReceivedCode {
    /// The code in the form that Messages shows.
    var shown: PhoneView.Message.Code { PhoneView.Message.Code(text: code, range: range) }
}
