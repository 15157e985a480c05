package import DeviceProtocol
package import Secrets
import Synchronization

/// The open contexts of all apps. A context is valid only for the caller that opened it, the app in its process; for other callers
/// it does not exist. One process can hold the sockets of several apps, so evidence for one app must not open another app's items.
package final class ContextTable: Sendable {
    /// The maximum number of open contexts of one app, over all its processes and links. Each may hold a password of the app.
    package static let limitPerApp = 1_000

    private struct Context {
        let caller: Caller
        var evidence = Evidence()
        var applicationPassword: SecretBytes?
        let closing = PromptCancellationToken()
    }

    private struct State {
        var contexts: [ContextReference: Context] = [:]
        /// The number of open contexts of each app.
        var counts: [AccessGroup: Int] = [:]
        /// The links whose first connection has ended while others are still open.
        var ended: Set<Caller> = []

        @discardableResult
        mutating func remove(_ reference: ContextReference) -> Context? {
            guard let context = contexts.removeValue(forKey: reference) else { return nil }
            counts[context.caller.app.identifier, default: 0] -= 1
            return context
        }
    }

    private let state = Mutex(State())
    private let random: any RandomBytes
    /// A function that is called with each caller that uses another caller's context.
    private let onForeignCaller: @Sendable (Caller) -> Void

    package init(random: any RandomBytes, onForeignCaller: @escaping @Sendable (Caller) -> Void = { _ in }) {
        self.random = random
        self.onForeignCaller = onForeignCaller
    }

    /// Throws `unavailable` if the caller's link has ended.
    package func check(_ caller: Caller) throws(DeviceError) {
        if state.withLock({ $0.ended.contains(caller) }) { throw .unavailable(Self.linkHasEnded) }
    }

    /// Opens a context. Throws `unavailable` if the caller's app has `limitPerApp` open contexts, or if its link has ended.
    package func open(for caller: Caller) throws(DeviceError) -> ContextReference {
        guard let reference = ContextReference(random.bytes(ContextReference.length)) else {
            throw .unavailable("the random source returned too few bytes")
        }
        let rejection = state.withLock { state -> String? in
            if state.ended.contains(caller) { return Self.linkHasEnded }
            guard state.counts[caller.app.identifier, default: 0] < Self.limitPerApp else {
                return "the app has \(Self.limitPerApp) contexts open"
            }
            state.contexts[reference] = Context(caller: caller)
            state.counts[caller.app.identifier, default: 0] += 1
            return nil
        }
        if let rejection { throw .unavailable(rejection) }
        return reference
    }

    /// Closes a context and cancels its prompts. Has no effect on a context that is not open.
    package func close(_ reference: ContextReference, of caller: Caller) {
        let closed = state.withLock { state in
            state.contexts[reference]?.caller == caller ? state.remove(reference) : nil
        }
        closed?.closing.cancel()
    }

    /// Closes all contexts of a link that has ended. Later requests of the link cannot open any.
    package func end(_ caller: Caller) {
        let closed = state.withLock { state in
            state.ended.insert(caller)
            let gone = state.contexts.filter { $0.value.caller == caller }
            for reference in gone.keys { state.remove(reference) }
            return gone.values.map(\.closing)
        }
        for closing in closed { closing.cancel() }
    }

    /// Closes all contexts and cancels all prompts, when the device is turned off.
    package func closeAll() {
        let closed = state.withLock { state in
            defer { (state.contexts, state.counts) = ([:], [:]) }
            return state.contexts.values.map(\.closing)
        }
        for closing in closed { closing.cancel() }
    }

    /// Removes the passcode proofs of all contexts from memory, when the device is locked. The contexts stay open.
    package func forgetPasscodes() {
        state.withLock { state in
            for reference in state.contexts.keys { state.contexts[reference]?.evidence.forgetPasscode() }
        }
    }

    /// Forgets an ended link after its last connection has closed.
    package func forget(_ caller: Caller) {
        state.withLock { _ = $0.ended.remove(caller) }
    }

    /// Returns the evidence of a context. Throws `invalidContext` if it is not open.
    package func evidence(of reference: ContextReference, for caller: Caller) throws(AuthenticationFailure) -> Evidence {
        try read(reference, caller).evidence
    }

    package func applicationPassword(
        of reference: ContextReference, for caller: Caller
    ) throws(AuthenticationFailure) -> SecretBytes? {
        try read(reference, caller).applicationPassword
    }

    /// Returns the token that signals that the context was closed.
    package func closing(of reference: ContextReference, for caller: Caller) throws(AuthenticationFailure)
        -> PromptCancellationToken
    {
        try read(reference, caller).closing
    }

    /// Adds the result of a prompt. Throws `appCancel` if the context was closed during the prompt; the result is then discarded.
    package func add(_ shown: PromptEvidence, to reference: ContextReference, of caller: Caller) throws(AuthenticationFailure) {
        let isAdded = state.withLock { state in
            guard state.contexts[reference]?.caller == caller else { return false }
            state.contexts[reference]?.evidence.add(shown)
            return true
        }
        guard isAdded else { throw .appCancel }
    }

    package func setApplicationPassword(
        _ password: SecretBytes?, of reference: ContextReference, for caller: Caller
    ) throws(AuthenticationFailure) {
        _ = try read(reference, caller)
        state.withLock { $0.contexts[reference]?.applicationPassword = password }
    }

    private func read(_ reference: ContextReference, _ caller: Caller) throws(AuthenticationFailure) -> Context {
        guard let context = state.withLock({ $0.contexts[reference] }) else { throw .invalidContext }
        guard context.caller == caller else {
            onForeignCaller(caller)
            throw .invalidContext
        }
        return context
    }

    private static let linkHasEnded = "the link has ended"
}
