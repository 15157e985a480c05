package import DeviceProtocol
package import Secrets
import Synchronization

/// The open contexts of all processes. A context is good for the process that opened it alone; to any other it does not exist.
package final class ContextTable: Sendable {
    /// The most contexts that one process may have open.
    package static let limitPerProcess = 1_000

    private struct Context {
        let process: ProcessIdentity
        var evidence = Evidence()
        var applicationPassword: SecretBytes?
        let closing = Withdrawal()
    }

    private struct State {
        var contexts: [ContextReference: Context] = [:]
        /// Links of which the first connection has ended, and others have not yet.
        var ended: Set<ProcessIdentity> = []
    }

    private let state = Mutex(State())
    private let random: any RandomBytes

    package init(random: any RandomBytes) {
        self.random = random
    }

    /// Refuses a process that has `limitPerProcess` contexts open.
    package func open(for process: ProcessIdentity) throws(DeviceRefusal) -> ContextReference {
        guard let reference = ContextReference(random.bytes(ContextReference.length)) else {
            throw .unavailable("the random source gives too few bytes")
        }
        let refusal = state.withLock { state -> String? in
            if state.ended.contains(process) { return "the link has ended" }
            guard state.contexts.values.count(where: { $0.process == process }) < Self.limitPerProcess else {
                return "the process has \(Self.limitPerProcess) contexts open"
            }
            state.contexts[reference] = Context(process: process)
            return nil
        }
        if let refusal { throw .unavailable(refusal) }
        return reference
    }

    /// Whatever asks on the context's behalf is withdrawn. Nothing happens to a context that is not open.
    package func close(_ reference: ContextReference, of process: ProcessIdentity) {
        let closed = state.withLock { state in
            state.contexts[reference]?.process == process ? state.contexts.removeValue(forKey: reference) : nil
        }
        closed?.closing.withdraw()
    }

    /// When the link has ended: everything of it is closed, and what it still sends opens nothing.
    package func end(_ process: ProcessIdentity) {
        let closed = state.withLock { state in
            state.ended.insert(process)
            let gone = state.contexts.filter { $0.value.process == process }
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

    /// When nothing can come from an ended link any more.
    package func forget(_ process: ProcessIdentity) {
        state.withLock { _ = $0.ended.remove(process) }
    }

    /// What was shown to the context so far. Throws `invalidContext` where it is not open.
    package func evidence(of reference: ContextReference, for process: ProcessIdentity) throws(AuthenticationFailure) -> Evidence {
        try read(reference, process).evidence
    }

    package func applicationPassword(
        of reference: ContextReference, for process: ProcessIdentity
    ) throws(AuthenticationFailure) -> SecretBytes? {
        try read(reference, process).applicationPassword
    }

    /// What tells that the context was closed.
    package func closing(of reference: ContextReference, for process: ProcessIdentity) throws(AuthenticationFailure) -> Withdrawal {
        try read(reference, process).closing
    }

    /// Throws `appCancel` where the context was closed while someone was asked: what was shown then counts for nothing.
    package func add(_ shown: Shown, to reference: ContextReference, of process: ProcessIdentity) throws(AuthenticationFailure) {
        let isAdded = state.withLock { state in
            guard state.contexts[reference]?.process == process else { return false }
            state.contexts[reference]?.evidence.add(shown)
            return true
        }
        guard isAdded else { throw .appCancel }
    }

    package func setApplicationPassword(
        _ password: SecretBytes?, of reference: ContextReference, for process: ProcessIdentity
    ) throws(AuthenticationFailure) {
        _ = try read(reference, process)
        state.withLock { $0.contexts[reference]?.applicationPassword = password }
    }

    private func read(_ reference: ContextReference, _ process: ProcessIdentity) throws(AuthenticationFailure) -> Context {
        guard let context = state.withLock({ $0.contexts[reference] }), context.process == process else { throw .invalidContext }
        return context
    }
}
