import DeviceBroker
import DeviceScreens
import DeviceServices
import FoundationEssentials

/// The state of a phone, with its pending requests and waiters.
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
    /// The events for the pages in the phone's browser, by the number of the view.
    var webSheets: [UInt64: AsyncStream<AppEvent>.Continuation] = [:]
    /// The handles that cancel requests to providers.
    var providerCancellations: [Int: PromptCancellationToken] = [:]
    var extensionControls: [UInt64: ExtensionControls] = [:]
    private var watchers: [AsyncStream<PhoneView>.Continuation] = []
    /// Whether requests for mail and codes are running, and whether more are wanted.
    private var isLookingForMailAndCodes = false
    private var wantsMailAndCodes = false
    /// The lock that the phone observes.
    var watchedLock: ObjectIdentifier?
    private var waiting: [(isMet: @Sendable (PhoneCore) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    private var effects: [PhoneEffect] = []
    private var isDraining = false
    /// The last stored memory; nil if nothing is stored.
    private var remembered: PhoneMemory?
    /// Whether the clock runs. The view then shows the time to the minute; otherwise every event would change the view.
    private let clockRuns: Bool
    private var lastLook = 0
    private var noticed = 0
    private var lastAccountLook = 0
    private var noticedAccount = 0
    /// The last request about the account that began before the account changed.
    private var lookBeforeChange = 0

    /// Creates the core.
    ///
    /// - Parameter memory: The stored memory, which is kept up to date; nil to store nothing.
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

    mutating func add(_ watcher: AsyncStream<PhoneView>.Continuation) {
        watchers.append(watcher)
        watcher.yield(view)
    }

    /// Performs an action of the user. Returns the work for which the caller must wait.
    mutating func act(_ action: PhoneAction, at now: Date) throws(PhoneError) -> [PhoneWork] {
        let all = try state.handle(action, at: now)
        show()
        effects += all.filter { if case .work = $0 { false } else { true } }
        remember()
        resumeWaiting()
        return all.compactMap { if case .work(let work) = $0 { work } else { nil } }
    }

    mutating func observe(_ event: PhoneEvent, at now: Date) {
        effects += state.handle(event, at: now)
        remember()
        show()
        resumeWaiting()
    }

    // MARK: - Observing the device

    /// Returns the number of a new reading of the device. The caller must call this before it reads the device.
    mutating func beginReading() -> Int {
        lastLook += 1
        return lastLook
    }

    /// Accepts a reading of the device. Returns false without a change if a later reading was accepted already; then the caller
    /// reads again.
    mutating func notice(_ facts: DeviceFacts, account: String?, _ look: Int, at now: Date) -> Bool {
        guard look > noticed else { return false }
        noticed = look
        if state.device != facts { observe(.device(facts), at: now) }
        if state.account.account != account {
            lookBeforeChange = lastAccountLook
            observe(.account(AccountFacts(account: account)), at: now)
        }
        return true
    }

    /// Returns the number of a new request about the account. The caller must call this before it sends the request to Apple's
    /// service.
    mutating func beginAccountReading() -> Int {
        lastAccountLook += 1
        return lastAccountLook
    }

    /// Accepts a response of the service, unless a later one was accepted already, or the account changed and it is about another.
    mutating func notice(_ facts: AccountFacts, _ look: Int, at now: Date) {
        guard look > noticedAccount, look > lookBeforeChange || facts.account == state.account.account else { return }
        noticedAccount = look
        observe(.account(facts), at: now)
    }

    /// Wants new requests for mail and codes. Returns true if the caller must start them.
    mutating func wantMailAndCodes() -> Bool {
        wantsMailAndCodes = true
        defer { isLookingForMailAndCodes = true }
        return !isLookingForMailAndCodes
    }

    /// Returns whether to send requests for mail and codes now. The caller asks again after each.
    mutating func nextLookForMailAndCodes() -> Bool {
        isLookingForMailAndCodes = wantsMailAndCodes
        wantsMailAndCodes = false
        return isLookingForMailAndCodes
    }

    /// Schedules storing the memory if it has changed.
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

    /// Returns the next effect, for the only thread that performs effects; nil if none is pending, or another thread is performing
    /// them.
    mutating func nextEffect() -> PhoneEffect? {
        guard !isDraining, !effects.isEmpty else { return nil }
        isDraining = true
        return effects.removeFirst()
    }

    /// Reports that the effect was performed.
    mutating func effectIsDone() {
        isDraining = false
        resumeWaiting()
    }

    /// Resumes the continuation as soon as the condition is met, even if the view does not change. Returns true, without storing
    /// the continuation, if it is met already.
    mutating func wait(
        _ continuation: CheckedContinuation<Void, Never>, until isMet: @escaping @Sendable (PhoneCore) -> Bool
    ) -> Bool {
        if isMet(self) { return true }
        waiting.append((isMet, continuation))
        return false
    }

    /// Whether every app has handled its events, and every effect was performed.
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
        // Removes those that ended. `onTermination` must not do so: a cancellation calls it under a lock of the reading task, which
        // `yield` takes too, and it would wait for the lock of this core.
        watchers.removeAll { if case .terminated = $0.yield(view) { true } else { false } }
    }
}

extension Date {
    /// The number of the minute since the reference date.
    var minute: Int { Int((timeIntervalSinceReferenceDate / 60).rounded(.down)) }
}
