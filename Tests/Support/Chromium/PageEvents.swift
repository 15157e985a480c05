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
        /// Every document that was shown in the main frame, and every one that has loaded.
        private(set) var shownLoaders: Set<String> = []
        private(set) var loadedLoaders: Set<String> = []
        var statuses: [String: Int] = [:]
        var messages: [ConsoleMessage] = []
        var issues: [PageIssue] = []
        fileprivate var end: BrowserError?

        /// The document that it waits for, by the id of its load; nil for any other than the last awaited one.
        fileprivate typealias Waiter = (document: String?, continuation: CheckedContinuation<Void, any Error>)
        fileprivate var lastWaiter = 0
        fileprivate var waiters: [Int: Waiter] = [:]

        /// The status of the response with the current document.
        var status: Int? { statuses[loader] }

        /// Whether the current document has loaded, and is this one or a successor of it; with nil, another than the last awaited one.
        func hasLoaded(_ document: String?) -> Bool {
            loadedLoaders.contains(loader) && (document.map(shownLoaders.contains) ?? (loader != awaitedLoader))
        }

        /// Takes those whose wait is over.
        fileprivate mutating func takeWaiters() -> [Waiter] {
            let over = waiters.filter { end != nil || hasLoaded($0.value.document) }
            for identifier in over.keys { waiters[identifier] = nil }
            return Array(over.values)
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
            let ready = state.takeWaiters()
            if !ready.isEmpty { state.awaitedLoader = state.loader }
            return ready
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    /// No further events arrive: all waits end with this error.
    func end(_ error: BrowserError) {
        let waiters = state.withLock { state in
            state.end = error
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
    }

    /// Waits until a document has loaded.
    ///
    /// - Parameter document: the id of its load; nil for any other than the last awaited one.
    func waitForLoad(of document: String? = nil) async throws {
        let identifier = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let known: Result<Void, any Error>? = state.withLock { state in
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.hasLoaded(document) {
                        state.awaitedLoader = state.loader
                        return .success(())
                    }
                    state.waiters[identifier] = (document, continuation)
                    return nil
                }
                if let known { continuation.resume(with: known) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: identifier) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension PageEvents.State {
    fileprivate mutating func record(_ event: String, _ parameters: ProtocolValue) {
        switch event {
        case "Page.frameNavigated":
            guard parameters["frame"]?["id"]?.string == mainFrame else { return }
            loader = parameters["frame"]?["loaderId"]?.string ?? loader
            shownLoaders.insert(loader)
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
