import DeviceBroker
import DeviceServices
import FoundationEssentials

/// The state of a phone, and all that is waited for.
struct PhoneCore {
    struct Program {
        let app: PhoneApp
        let known: App
    }

    private(set) var state: PhoneState
    private(set) var view: PhoneView
    var programs: [String: Program] = [:]
    var processes: [String: (launch: Int, process: any AppProcess)] = [:]
    var promptAnswers: [UInt64: @Sendable (PromptAnswer) -> Void] = [:]
    var sheetAnswers: [UInt64: @Sendable (SheetAnswer) -> Void] = [:]
    var pages: [(number: UInt64, report: @Sendable (WebReport) -> Void)] = []
    /// Ends questions to providers whose answer is no longer needed.
    var providerWithdrawals: [Int: Withdrawal] = [:]
    var extensionControls: [UInt64: ExtensionControls] = [:]
    var watchers: [Int: AsyncStream<PhoneView>.Continuation] = [:]
    /// Whether the service is being asked for codes to show.
    var isLookingForCodes = false
    /// The lock whose closing is waited for.
    var watchedLock: ObjectIdentifier?
    private var waiting: [(isMet: @Sendable (PhoneCore) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastWatcher = 0
    private var effects: [PhoneEffect] = []
    private var isDraining = false
    /// What was told to remember last; nothing where nothing is remembered.
    private var remembered: PhoneMemory?
    /// A clock that goes is shown to the minute: otherwise every change would be one of the time too.
    private let clockRuns: Bool
    private var lastLook = 0
    private var noticed = 0
    private var lastAccountLook = 0
    private var noticedAccount = 0

    /// - Parameter memory: What the phone knew, to be kept up to date; nothing: nothing is remembered.
    init(_ state: PhoneState, memory: PhoneMemory? = nil, clockRuns: Bool = false) {
        self.state = state
        self.clockRuns = clockRuns
        view = state.view(1)
        remembered = memory
        for app in memory?.apps ?? [] {
            if let known = try? DeviceSimulator.app(app.app) {
                programs[app.identifier] = Program(app: app.app, known: known)
            }
        }
    }

    var runningProcesses: [any AppProcess] { processes.values.map(\.process) }

    mutating func add(_ watcher: AsyncStream<PhoneView>.Continuation) -> Int {
        lastWatcher += 1
        watchers[lastWatcher] = watcher
        watcher.yield(view)
        return lastWatcher
    }

    /// Returns what takes its time.
    mutating func act(_ action: PhoneAction, at now: Date) throws(PhoneRefusal) -> [PhoneWork] {
        let all = try state.handle(action, at: now)
        show()
        effects += all.filter { if case .work = $0 { false } else { true } }
        remember()
        resumeWaiting()
        return all.compactMap { if case .work(let work) = $0 { work } else { nil } }
    }

    mutating func hear(_ news: PhoneNews, at now: Date) {
        effects += state.handle(news, at: now)
        remember()
        show()
        resumeWaiting()
    }

    // MARK: - Looking at the device

    /// To be called before somebody looks.
    mutating func beginLook() -> Int {
        lastLook += 1
        return lastLook
    }

    /// Takes what somebody saw. Returns false, with nothing changed, where somebody who began to look later was faster: then it is to be looked at again.
    mutating func notice(_ facts: DeviceFacts, account: String?, _ look: Int, at now: Date) -> Bool {
        guard look > noticed else { return false }
        noticed = look
        if state.device != facts { hear(.device(facts), at: now) }
        if state.account.account != account {
            // What was asked about another account is no answer any more.
            noticedAccount = lastAccountLook
            hear(.account(AccountFacts(account: account)), at: now)
        }
        return true
    }

    /// To be called before Apple's service is asked about the account.
    mutating func beginAccountLook() -> Int {
        lastAccountLook += 1
        return lastAccountLook
    }

    /// Takes what the service said, unless somebody who asked later knows already.
    mutating func notice(_ facts: AccountFacts, _ look: Int, at now: Date) {
        guard look > noticedAccount else { return }
        noticedAccount = look
        hear(.account(facts), at: now)
    }

    /// Has what is to last written down, before anything else that follows is done.
    private mutating func remember() {
        guard let remembered else { return }
        var memory = state.memory
        memory.apps = state.entries.compactMap { entry in
            entry.app.id == Browser.id ? nil : programs[entry.app.id].map { RememberedApp($0.app) }
        }
        guard memory != remembered else { return }
        self.remembered = memory
        effects.append(.remember(memory))
    }

    /// What is to be done next, for the only one who does it; nil where nothing is, or somebody is at it.
    mutating func nextEffect() -> PhoneEffect? {
        guard !isDraining, !effects.isEmpty else { return nil }
        isDraining = true
        return effects.removeFirst()
    }

    /// The effect was carried out.
    mutating func effectIsDone() {
        isDraining = false
        resumeWaiting()
    }

    /// Resumes the continuation as soon as the condition is met, whether what the person sees has changed with it or not. Returns true, and keeps nothing,
    /// where it is met already.
    mutating func wait(
        _ continuation: CheckedContinuation<Void, Never>, until isMet: @escaping @Sendable (PhoneCore) -> Bool
    ) -> Bool {
        if isMet(self) { return true }
        waiting.append((isMet, continuation))
        return false
    }

    /// Whether every app has handled what it was told, and what follows is done.
    var isQuiet: Bool { effects.isEmpty && !isDraining && state.haveAppsHandledAll }

    private mutating func resumeWaiting() {
        let (core, all) = (self, waiting)
        waiting = []
        for waiter in all {
            if waiter.isMet(core) { waiter.continuation.resume() } else { waiting.append(waiter) }
        }
    }

    private mutating func show() {
        var new = state.view(view.version)
        if clockRuns, new.time.minute == view.time.minute { new.time = view.time }
        guard new != view else { return }
        view = state.view(view.version + 1)
        for watcher in watchers.values { watcher.yield(view) }
    }
}

extension Date {
    /// Which minute it is, of all.
    var minute: Int { Int((timeIntervalSinceReferenceDate / 60).rounded(.down)) }
}
