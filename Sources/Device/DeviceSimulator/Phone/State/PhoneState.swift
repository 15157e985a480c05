import AssociatedDomains
import DeviceScreens
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// What a phone knows at one moment, and what follows from whatever happens next. It does nothing itself: effects come out, in order.
///
/// Only the saved passwords are somewhere else, as they outlive the phone: they are read and written at once.
struct PhoneState {
    /// What the person looks at.
    enum Front: Hashable, Sendable {
        case home
        case app(String)
        case settings(PhoneView.SettingsView.Page)
        case messages
    }

    /// How an installed app is.
    enum Life {
        /// With what went wrong, where it did not end by itself.
        case ended(failure: String?)
        case running(RunningApp)
        /// It was told to end, and has not yet; then it is launched again, or not.
        case ending(launch: Int, isReopened: Bool)
    }

    struct Entry {
        var app: AppDescription
        var life = Life.ended(failure: nil)
        var observer = SaveObserver()
        /// With a password that was filled in, until it is known whether that is weak.
        var signIn: WatchedSignIn?
    }

    /// A saved password that was chosen, between the choice and the filling.
    struct Filling {
        let fill: CredentialFill
        let credential: CredentialID
        let app: String
        let inquiry: Int
        /// The event by which the app learns that it is not active. Nothing is filled before it has.
        var pause: Int
        var presence: Presence?
    }

    let name: String
    let store: any CredentialStore
    let unsavedPasswords: any UnsavedPasswords
    let associations: any DomainAssociations
    /// What the screens of the browser are.
    let browsed: BrowsedPages
    /// What is known of single sites now.
    let quirks: @Sendable () -> SiteQuirks
    /// What the person's other password managers offer now.
    var provided: @Sendable () -> ProvidedCredentials = { ProvidedCredentials() }
    var autoFillSettings = AutoFillSettings()
    /// For strong passwords.
    var random: any RandomNumberGenerator & Sendable

    var now: Date
    var device = DeviceFacts()
    var front = Front.home
    var entries: [Entry] = []
    var launches = 0
    var prompts: [StandingPrompt] = []
    var sheets: [StandingSheet] = []
    /// The apps that wait for the system to sign somebody in, and whether the person has seen anything of it: from then on to the end no app is
    /// active, also between two sheets.
    var calls: [String] = []
    var isEngaged = false
    var pages: [(number: UInt64, address: String)] = []
    var filling: Filling?
    var providing: Providing?
    /// The provider whose view for setting it up is open.
    var settingUp: (number: Int, provider: AppIdentifier)?
    /// Reports that a provider gave nothing, until the person has closed it.
    var providerAlert: AppAlert?
    /// What was entered with success, until it is done with, the oldest first.
    var successes: [PendingSave] = []
    /// The strong passwords among them that are kept in case the phone ends; nil: those that an earlier phone kept were not read yet.
    var keptPasswords: [UnsavedPassword]?
    /// The list behind the key, and the app that it lies over.
    var passwordList: (list: KeyList, app: String)?
    var keyboard: (view: PhoneView.Keyboard, bar: QuickTypeBar?)?
    /// What the keyboard was worked out of, and how often what is saved, or belongs together, may have changed.
    var keyboardSource: KeyboardSource?
    var passwordChanges = 0
    var messages: [(view: PhoneView.Message, code: ReceivedCode?)] = []
    var codes = RecentCodes()
    var banner: Int?
    var account = AccountFacts()
    var accountSignIn: StandingSignIn?
    /// The account's codes that the person has put away.
    var dismissedCodes: Set<PhoneView.AccountCode> = []
    /// Who asks to see the passwords in Settings, until they have shown who they are; then the passwords.
    var passwordsInquiry: Int?
    var shownPasswords: [PhoneView.SettingsView.Password]?
    var settingsFailure: String?
    /// What is recommended for saved passwords, and the recommendation whose page is open.
    var assessment = Assessment()
    var openedRecommendation: Recommendation?
    /// The upgrade that was started last.
    var upgrade: PhoneUpgrade?
    /// The views of extensions, the last in front.
    var extensions: [StandingExtension] = []
    /// "This password is weak."
    var question: StandingQuestion?
    /// Those that the person did not want to change.
    var declinedUpgrades: Set<CredentialID> = []
    var lastInquiry = 0
    var effects: [PhoneEffect] = []

    init(
        name: String, store: any CredentialStore, unsavedPasswords: any UnsavedPasswords = InMemoryUnsavedPasswords(),
        associations: any DomainAssociations, quirks: @escaping @Sendable () -> SiteQuirks = { SiteQuirks() },
        browsed: BrowsedPages = BrowsedPages(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(), now: Date
    ) {
        self.name = name
        self.store = store
        self.unsavedPasswords = unsavedPasswords
        self.associations = associations
        self.quirks = quirks
        self.browsed = browsed
        self.random = random
        self.now = now
    }

    var autoFill: AutoFill {
        AutoFill(store: store, associations: associations, quirks: quirks(), settings: autoFillSettings, provided: provided)
    }

    /// Takes what the person does. Throws, with nothing changed, where there is nothing to do it to.
    mutating func handle(_ action: PhoneAction, at now: Date) throws(PhoneRefusal) -> [PhoneEffect] {
        var next = self
        next.now = now
        try next.act(action)
        self = next
        return settled()
    }

    /// Takes what happened.
    mutating func handle(_ news: PhoneNews, at now: Date) -> [PhoneEffect] {
        self.now = now
        hear(news)
        return settled()
    }

    private mutating func settled() -> [PhoneEffect] {
        tellStages()
        finishFilling()
        finishProviding()
        observeScreens()
        followSuccesses()
        observeSignIns()
        refreshKeyboard()
        defer { effects = [] }
        return effects
    }

    private mutating func hear(_ news: PhoneNews) {
        switch news {
        case .device(let facts): hear(facts)
        case .installed(let app):
            if let index = index(of: app.id) { entries[index].app = app } else { entries.append(Entry(app: app)) }
        case .app(let id, let launch, let report): hear(report, of: id, launch)
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
        case .pageOpened(let number, let address): pages.append((number, address))
        case .pageClosed(let number): pages.removeAll { $0.number == number }
        case .presence(let number, let presence): hear(presence, number)
        case .account(let facts): hear(facts)
        case .accountSignIn(let signIn): accountSignIn = signIn
        case .accountCodes(let codes):
            account.codes = codes
            dismissedCodes.formIntersection(codes)
        case .message(let text, let sender): receive(text, sender)
        case .timePassed: forgetBanner()
        case .forgetful(let reason): settingsFailure = "What this device learns cannot be written down: \(reason)"
        case .passwordsChanged:
            passwordChanges += 1
            showPasswordsAgain()
        case .started: if !device.isLocked { effects.append(.resolveUpgrades) }
        case .assessed(let number, let report): hear(report, number)
        case .judged(let number, let recommendation): hear(recommendation, ofSignIn: number)
        case .upgradeEnded(let number, let outcome, let isSettled): hear(outcome, ofUpgrade: number, isSettled: isSettled)
        case .provided(let number, let outcome): hear(outcome, ofProvider: number)
        case .extensionShown(let view): extensions.append(view)
        case .extensionScreen(let number, let screen, let handled): hear(screen, ofExtension: number, handled: handled)
        case .extensionHidden(let number): extensions.removeAll { $0.number == number }
        }
    }

    private mutating func hear(_ facts: DeviceFacts) {
        if facts.isLocked {
            passwordList = nil
            hidePasswords()
        } else if device.isLocked {
            // What was broken off can be read now.
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

/// What outlives the phone.
extension PhoneState {
    /// Of what the state holds; the programs of apps are the phone's.
    var memory: PhoneMemory {
        var memory = PhoneMemory()
        memory.messages = messages.map { RememberedMessage($0.view) }
        memory.autoFillSettings = autoFillSettings
        memory.declinedUpgrades = declinedUpgrades
        return memory
    }

    /// Goes on where an earlier phone was.
    mutating func restore(_ memory: PhoneMemory) {
        autoFillSettings = memory.autoFillSettings
        declinedUpgrades = memory.declinedUpgrades
        for message in memory.messages.reversed() {
            let code = codes.receive(message.text, at: message.received)
            messages.insert((message.view(code), code), at: 0)
        }
        for app in memory.apps {
            guard let identifier = try? AppIdentifier(app.identifier), index(of: app.identifier) == nil else { continue }
            entries.append(Entry(app: AppDescription(identifier: identifier, name: app.name)))
        }
    }

    /// Whether time alone has changed something that is seen.
    func isDue(at new: Date) -> Bool {
        if now.minute != new.minute { return true }
        if let banner, let message = messages.first(where: { $0.view.id == banner })?.view,
            !(0..<Self.bannerLifetime).contains(new.timeIntervalSince(message.received))
        {
            return true
        }
        return currentCodes(at: new) != currentCodes(at: now)
    }

    /// The codes that are young enough to be offered.
    func currentCodes(at now: Date) -> [ReceivedCode] {
        messages.compactMap(\.code).filter { $0.isOffered(now: now) }
    }
}

/// Messages, and the codes in them.
extension PhoneState {
    /// How many messages are kept.
    static let keptMessages = 100
    /// How long a message is shown over everything, in seconds of the device.
    static let bannerLifetime: TimeInterval = 6

    mutating func receive(_ text: String, _ sender: String) {
        let code = codes.receive(text, at: now)
        let id = (messages.first?.view.id ?? 0) + 1
        messages.insert((PhoneView.Message(id: id, sender: sender, text: text, received: now, code: code?.shown), code), at: 0)
        messages.removeLast(max(0, messages.count - Self.keptMessages))
        banner = front == .messages && !device.isLocked ? nil : id
    }

    mutating func forgetBanner() {
        guard let banner, let message = messages.first(where: { $0.view.id == banner })?.view else { return }
        if !(0..<Self.bannerLifetime).contains(now.timeIntervalSince(message.received)) { self.banner = nil }
    }
}

extension ReceivedCode {
    /// As Messages shows it.
    var shown: PhoneView.Message.Code { PhoneView.Message.Code(text: code, range: range) }
}
