package import DeviceProtocol
package import Secrets
import Synchronization

/// Obtains the evidence that protected items and keys require during one request, with prompts if necessary.
///
/// The gate decides which prompts are shown. It opens nothing itself: it returns evidence, without which keys and items do not
/// open.
package struct AccessGate: Sendable {
    private let caller: Caller
    private let use: AuthenticationUse
    private let purpose: PromptPurpose
    private let contexts: ContextTable
    private let context: RequestContext
    private let presence: PresenceAuthority

    /// Creates a gate that uses the request's context, or the one that an unfinished response left open. Otherwise opens a
    /// temporary one for the first item that needs it, which `finish` closes.
    ///
    /// Throws `invalidContext` if the given context is not open, and `unavailable` if the caller's link has ended.
    package init(
        caller: Caller, use: AuthenticationUse, purpose: PromptPurpose, contexts: ContextTable, presence: PresenceAuthority,
        continuing former: ContextReference? = nil
    ) throws(DeviceError) {
        self.caller = caller
        self.use = use
        self.purpose = purpose
        self.contexts = contexts
        self.presence = presence
        context = RequestContext(use.context ?? former, isOneShot: use.context == nil)
        if let given = use.context ?? former {
            do throws(AuthenticationFailure) {
                _ = try contexts.evidence(of: given, for: caller)
            } catch {
                throw .authentication(error)
            }
        } else {
            try contexts.check(caller)
        }
    }

    package func finish() {
        if let context = oneShotContext { contexts.close(context, of: caller) }
    }

    /// The temporary context of this request, which later requests for the rest of the response continue to use. Nil if the request
    /// has its own context, or needed none.
    var oneShotContext: ContextReference? { context.isOneShot ? context.reference.withLock(\.self) : nil }

    private func openContext() throws(DeviceError) -> ContextReference {
        try context.reference.withLock { (reference) throws(DeviceError) -> ContextReference in
            if let reference { return reference }
            let opened = try contexts.open(for: caller)
            reference = opened
            return opened
        }
    }

    /// Returns whether a query omits an item with this access control list because the request skips items that need a prompt.
    package func skips(_ control: AccessControl) -> Bool {
        guard use.interface == .skip, !control.constraints.isEmpty || control.needsApplicationPassword else { return false }
        // Without a context, there is no evidence and no password.
        guard let context = context.reference.withLock(\.self) else { return true }
        if control.needsApplicationPassword, (try? contexts.applicationPassword(of: context, for: caller)) == nil { return true }
        return (try? demands(of: control, before: .readData, in: context).isEmpty) != true
    }

    /// Runs `body` with the evidence that `control` requires for the operation, after prompting for missing evidence.
    ///
    /// If the passcode remains valid after a change of the enrolled set, this first lets the enclave check the existing evidence. A
    /// key that no longer opens with a match opens only with the passcode.
    package func open<Value>(
        behind control: AccessControl, before operation: ProtectedOperation, _ body: (Evidence) throws(DeviceError) -> Value
    ) throws(DeviceError) -> Value {
        // Without constraints, no evidence is required and no context is needed.
        guard !control.constraints.isEmpty else { return try body(Evidence()) }
        let context = try openContext()
        var demands = try given { () throws(AuthenticationFailure) in
            try self.demands(of: control, before: operation, in: context)
        }
        if control.survivesEnrolment {
            do throws(DeviceError) {
                return try body(try given { () throws(AuthenticationFailure) in try contexts.evidence(of: context, for: caller) })
            } catch .item(.notDecodable) {
                demands = [.passcode]
            } catch .authentication(.authenticationFailed) where !demands.isEmpty {}
        }
        return try body(try evidence(for: demands, in: context))
    }

    private func given<Value>(_ body: () throws(AuthenticationFailure) -> Value) throws(DeviceError) -> Value {
        do throws(AuthenticationFailure) {
            return try body()
        } catch {
            throw .authentication(error)
        }
    }

    private func evidence(for demands: [PresenceDemand], in context: ContextReference) throws(DeviceError) -> Evidence {
        try given { () throws(AuthenticationFailure) in
            for demand in demands { try contexts.add(presence.obtain(demand, for: inquiry(in: context)), to: context, of: caller) }
            return try contexts.evidence(of: context, for: caller)
        }
    }

    private func inquiry(in context: ContextReference) throws(AuthenticationFailure) -> PresenceInquiry {
        PresenceInquiry(
            caller: caller, purpose: purpose, presentation: use.presentation, mayInteract: use.interface == .allow,
            unlockReuse: use.unlockReuse, cancellation: try contexts.closing(of: context, for: caller))
    }

    /// Returns the app's password from the context, or prompts for it for this item. Throws `notInteractive` if the context has
    /// none and a prompt is not allowed.
    package func applicationPassword(isNew: Bool = false) throws(DeviceError) -> SecretBytes {
        let context = try openContext()
        return try given { () throws(AuthenticationFailure) in
            if let password = try contexts.applicationPassword(of: context, for: caller) { return password }
            return try presence.applicationPassword(isNew: isNew, for: inquiry(in: context))
        }
    }

    /// Throws `companionNotAvailable` if the list requires a watch and none is paired, because the stored item could never be
    /// opened.
    func checkWatch(for control: AccessControl) throws(DeviceError) {
        guard !control.needsWatch || presence.companion != nil else { throw .authentication(.companionNotAvailable) }
    }

    private func demands(
        of control: AccessControl, before operation: ProtectedOperation, in context: ContextReference
    ) throws(AuthenticationFailure) -> [PresenceDemand] {
        try control.demands(
            before: operation, given: contexts.evidence(of: context, for: caller), currentSet: presence.currentSet,
            hasWatch: presence.companion?.isReady == true)
    }
}

/// The context of a request.
private final class RequestContext: Sendable {
    /// Nil until a request without its own context needs one.
    let reference: Mutex<ContextReference?>
    let isOneShot: Bool

    init(_ reference: ContextReference?, isOneShot: Bool) {
        self.reference = Mutex(reference)
        self.isOneShot = isOneShot
    }
}

extension AccessControl {
    /// Returns the prompts that are still required for the operation, in order.
    ///
    /// Throws `companionNotAvailable` if the list requires the watch and no paired watch is ready, and `authenticationFailed` for
    /// an operation that the list does not permit.
    package func demands(
        before operation: ProtectedOperation, given evidence: Evidence, currentSet: BiometricSet, hasWatch: Bool = false
    ) throws(AuthenticationFailure) -> [PresenceDemand] {
        guard permits(operation) else { throw .authenticationFailed }
        guard constrains(operation) else { return [] }
        let unmet = constraints.filter { constraint in
            !evidence.meets(constraint, currentSet: currentSet) || constraint == .companion && !takesWatch
        }
        switch combination {
        case .all:
            guard hasWatch || !unmet.contains(.companion) else { throw .companionNotAvailable }
            return unmet.map(\.demand)
        case .any:
            guard unmet.count == constraints.count else { return [] }
            let union = unmet.reduce(into: PresenceDemand()) { $0.formUnion($1.demand) }
            return [takesWatch ? union : union.subtracting(.companion)]
        }
    }

    /// Whether the list accepts a confirmation on the watch. It does not if one of several constraints suffices and one of them is
    /// bound to the current biometric set. The enclave does not distinguish a match from a confirmation, and both must end with the
    /// set.
    var takesWatch: Bool {
        constraints.contains(.userPresence)
            || constraints.contains(.companion) && !(combination == .any && constraints.contains(.biometryCurrentSet))
    }

    /// Whether every operation requires the watch.
    var needsWatch: Bool { constraints.contains(.companion) && (combination == .all || constraints == [.companion]) }
}

extension AccessControl {
    /// Whether the passcode still opens the item after the enrolled set has changed, although a match no longer does.
    var survivesEnrolment: Bool { combination == .any && Set(constraints).isSuperset(of: [.biometryCurrentSet, .devicePasscode]) }
}

extension AccessConstraint {
    /// The prompt that can satisfy the constraint.
    var demand: PresenceDemand {
        switch self {
        case .userPresence: .owner
        case .biometryAny, .biometryCurrentSet: .biometry
        case .devicePasscode: .passcode
        case .companion: .companion
        }
    }
}
