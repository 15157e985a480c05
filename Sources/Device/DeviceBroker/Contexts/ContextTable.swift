package import DeviceProtocol
package import Secrets
import Synchronization

/// The open contexts of all apps. A context is good for the caller that opened it alone, the app in its process; to any other it does not exist. One
/// process can hold the sockets of several apps, and what a person showed to one of them opens nothing of another's.
package final class ContextTable: Sendable {
    /// The most contexts that one process may have open.
    package static let limitPerProcess = 1_000

    private struct Context {
        let caller: Caller
        var evidence = Evidence()
        var applicationPassword: SecretBytes?
        let closing = Withdrawal()
    }

    private struct State {
        var contexts: [ContextReference: Context] = [:]
        /// Links of which the first connection has ended, and others have not yet.
        var ended: Set<Caller> = []
    }

    private let state = Mutex(State())
    private let random: any RandomBytes
    /// Told of each caller that shows a context which another one has open.
    private let noteStranger: @Sendable (Caller) -> Void

    package init(random: any RandomBytes, noteStranger: @escaping @Sendable (Caller) -> Void = { _ in }) {
        self.random = random
        self.noteStranger = noteStranger
    }

    /// Refuses a process that has `limitPerProcess` contexts open.
    package func open(for caller: Caller) throws(DeviceRefusal) -> ContextReference {
        guard let reference = ContextReference(random.bytes(ContextReference.length)) else {
            throw .unavailable("the random source gives too few bytes")
        }
        let refusal = state.withLock { state -> String? in
            if state.ended.contains(caller) { return "the link has ended" }
            guard state.contexts.values.count(where: { $0.caller.process == caller.process }) < Self.limitPerProcess else {
                return "the process has \(Self.limitPerProcess) contexts open"
            }
            state.contexts[reference] = Context(caller: caller)
            return nil
        }
        if let refusal { throw .unavailable(refusal) }
        return reference
    }

    /// Whatever asks on the context's behalf is withdrawn. Nothing happens to a context that is not open.
    package func close(_ reference: ContextReference, of caller: Caller) {
        let closed = state.withLock { state in
            state.contexts[reference]?.caller == caller ? state.contexts.removeValue(forKey: reference) : nil
        }
        closed?.closing.withdraw()
    }

    /// When the link has ended: everything of it is closed, and what it still sends opens nothing.
    package func end(_ caller: Caller) {
        let closed = state.withLock { state in
            state.ended.insert(caller)
            let gone = state.contexts.filter { $0.value.caller == caller }
            for reference in gone.keys { state.contexts[reference] = nil }
            return gone.values.map(\.closing)
        }
        for closing in closed { closing.withdraw() }
    }

    /// When the device was switched off: everything is closed, and whatever is asked is withdrawn.
    package func closeAll() {
        let closed = state.withLock { state in
            defer { state.contexts = [:] }
            return state.contexts.values.map(\.closing)
        }
        for closing in closed { closing.withdraw() }
    }

    /// When the device is locked: the contexts stay open, and no proof of the passcode stays in memory.
    package func forgetPasscodes() {
        state.withLock { state in
            for reference in state.contexts.keys { state.contexts[reference]?.evidence.forgetPasscode() }
        }
    }

    /// When nothing can come from an ended link any more.
    package func forget(_ caller: Caller) {
        state.withLock { _ = $0.ended.remove(caller) }
    }

    /// What was shown to the context so far. Throws `invalidContext` where it is not open.
    package func evidence(of reference: ContextReference, for caller: Caller) throws(AuthenticationFailure) -> Evidence {
        try read(reference, caller).evidence
    }

    package func applicationPassword(
        of reference: ContextReference, for caller: Caller
    ) throws(AuthenticationFailure) -> SecretBytes? {
        try read(reference, caller).applicationPassword
    }

    /// What tells that the context was closed.
    package func closing(of reference: ContextReference, for caller: Caller) throws(AuthenticationFailure) -> Withdrawal {
        try read(reference, caller).closing
    }

    /// Throws `appCancel` where the context was closed while someone was asked: what was shown then counts for nothing.
    package func add(_ shown: Shown, to reference: ContextReference, of caller: Caller) throws(AuthenticationFailure) {
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
            noteStranger(caller)
            throw .invalidContext
        }
        return context
    }
}
