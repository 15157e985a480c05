import Synchronization

/// The events of a page in order: loaded documents and all messages of the browser.
///
/// Only the connection's reading thread changes the state; tests read it and wait for it.
final class PageEvents: Sendable {
    struct State {
        let mainFrame: String
        /// The current document in the main frame, by the id of its load; and the last awaited one.
        var loader: String
        var awaitedLoader: String
        var loadedLoaders: Set<String> = []
        var statuses: [String: Int] = [:]
        var messages: [ConsoleMessage] = []
        var issues: [PageIssue] = []
        fileprivate var end: BrowserError?

        fileprivate typealias Waiters = [Int: CheckedContinuation<Void, any Error>]
        fileprivate var lastWaiter = 0
        fileprivate var waiters: Waiters = [:]

        /// The status of the response with the current document.
        var status: Int? { statuses[loader] }

        fileprivate var hasNewDocument: Bool { loader != awaitedLoader && loadedLoaders.contains(loader) }

        fileprivate mutating func takeWaiters() -> Waiters {
            defer { waiters = [:] }
            return waiters
        }
    }

    private let state: Mutex<State>

    init(mainFrame: String, loader: String) {
        state = Mutex(State(mainFrame: mainFrame, loader: loader, awaitedLoader: loader))
    }

    var now: State { state.withLock { $0 } }

    func record(_ event: String, _ parameters: ProtocolValue) {
        let waiters = state.withLock { state in
            state.record(event, parameters)
            guard state.hasNewDocument, !state.waiters.isEmpty else { return State.Waiters() }
            state.awaitedLoader = state.loader
            return state.takeWaiters()
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// No further events arrive: all waits end with this error.
    func end(_ error: BrowserError) {
        let waiters = state.withLock { state in
            state.end = error
            return state.takeWaiters()
        }
        for waiter in waiters.values { waiter.resume(throwing: error) }
    }

    /// Waits for a loaded document other than the last awaited one.
    func waitForLoad() async throws {
        let identifier = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known: Result<Void, any Error>? = state.withLock { state in
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.hasNewDocument {
                        state.awaitedLoader = state.loader
                        return .success(())
                    }
                    state.waiters[identifier] = continuation
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: identifier) }
            waiter?.resume(throwing: CancellationError())
        }
    }
}

extension PageEvents.State {
    fileprivate mutating func record(_ event: String, _ parameters: ProtocolValue) {
        switch event {
        case "Page.frameNavigated":
            guard parameters["frame"]?["id"]?.string == mainFrame else { return }
            loader = parameters["frame"]?["loaderId"]?.string ?? loader
        case "Page.lifecycleEvent":
            guard parameters["frameId"]?.string == mainFrame, parameters["name"]?.string == "load" else { return }
            if let loaded = parameters["loaderId"]?.string { loadedLoaders.insert(loaded) }
        case "Network.responseReceived":
            guard parameters["type"]?.string == "Document", let loader = parameters["loaderId"]?.string else { return }
            statuses[loader] = parameters["response"]?["status"]?.number.map { Int($0) }
        case "Audits.issueAdded":
            if let issue = PageIssue(parameters), !issues.contains(issue) { issues.append(issue) }
        default:
            if let message = ConsoleMessage(event: event, parameters) { messages.append(message) }
        }
    }
}
