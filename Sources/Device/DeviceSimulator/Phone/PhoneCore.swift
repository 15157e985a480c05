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
    var watchers: [Int: AsyncStream<PhoneView>.Continuation] = [:]
    /// The lock whose closing is waited for.
    var watchedLock: ObjectIdentifier?
    private var waitingForQuiet: [CheckedContinuation<Void, Never>] = []
    private var lastWatcher = 0
    private var effects: [PhoneEffect] = []
    private var isDraining = false

    init(_ state: PhoneState) {
        self.state = state
        view = state.view(1)
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
        return all.compactMap { if case .work(let work) = $0 { work } else { nil } }
    }

    mutating func hear(_ news: PhoneNews, at now: Date) {
        effects += state.handle(news, at: now)
        show()
        noticeQuiet()
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
        noticeQuiet()
    }

    /// Returns whether there is nothing to wait for.
    mutating func waitForQuiet(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if isQuiet { return true }
        waitingForQuiet.append(continuation)
        return false
    }

    private var isQuiet: Bool { effects.isEmpty && !isDraining && state.haveAppsHandledAll }

    private mutating func noticeQuiet() {
        guard isQuiet else { return }
        for continuation in waitingForQuiet { continuation.resume() }
        waitingForQuiet = []
    }

    private mutating func show() {
        let new = state.view(view.version)
        guard new != view else { return }
        view = state.view(view.version + 1)
        for watcher in watchers.values { watcher.yield(view) }
    }
}
