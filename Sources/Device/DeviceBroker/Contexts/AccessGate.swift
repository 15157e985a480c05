package import DeviceProtocol
package import Secrets

/// What stands before protected items and keys during one request: it knows the request's context and asks for what is missing.
///
/// The gate decides who is asked; it opens nothing. What comes out of it is evidence, without which keys and items do not open.
package struct AccessGate: Sendable {
    private let caller: Caller
    private let use: AuthenticationUse
    private let purpose: PromptPurpose
    private let contexts: ContextTable
    private let context: ContextReference
    private let isOneShot: Bool
    private let presence: any PresenceAsking

    /// Opens a context of its own where the request brings none, or goes on with the one that an answer left open; `finish` closes it.
    ///
    /// Throws `invalidContext` for a context that is not open.
    package init(
        caller: Caller, use: AuthenticationUse, purpose: PromptPurpose, contexts: ContextTable, presence: any PresenceAsking,
        continuing former: ContextReference? = nil
    ) throws(DeviceRefusal) {
        self.caller = caller
        self.use = use
        self.purpose = purpose
        self.contexts = contexts
        self.presence = presence
        isOneShot = use.context == nil
        if let given = use.context ?? former {
            do throws(AuthenticationFailure) {
                _ = try contexts.evidence(of: given, for: caller)
            } catch {
                throw .authentication(error)
            }
            context = given
        } else {
            context = try contexts.open(for: caller)
        }
    }

    package func finish() {
        if isOneShot { contexts.close(context, of: caller) }
    }

    /// The context for this one request, which goes on where the answer does. Nothing where the request brought one of its own.
    var oneShotContext: ContextReference? { isOneShot ? context : nil }

    /// Whether an item behind `control` is to be left out of what is found, silently.
    package func skips(_ control: AccessControl) -> Bool {
        guard use.interface == .skip else { return false }
        if control.needsApplicationPassword, (try? contexts.applicationPassword(of: context, for: caller)) == nil { return true }
        return (try? demands(of: control, before: .readData).isEmpty) != true
    }

    /// Runs `body` with the evidence that `control` asks for before the operation, after asking for what is missing.
    ///
    /// Where the passcode remains the way in after the enrolled set has changed, the enclave is asked first which way is left: what it no longer
    /// opens by a match is opened by the passcode alone.
    package func open<Value>(
        behind control: AccessControl, before operation: ProtectedOperation, _ body: (Evidence) throws(DeviceRefusal) -> Value
    ) throws(DeviceRefusal) -> Value {
        var demands = try given { () throws(AuthenticationFailure) in try self.demands(of: control, before: operation) }
        if control.outlivesSet {
            do throws(DeviceRefusal) {
                return try body(try given { () throws(AuthenticationFailure) in try contexts.evidence(of: context, for: caller) })
            } catch .item(.notDecodable) {
                demands = [.passcode]
            } catch .authentication(.authenticationFailed) where !demands.isEmpty {}
        }
        return try body(try evidence(for: demands))
    }

    private func given<Value>(_ body: () throws(AuthenticationFailure) -> Value) throws(DeviceRefusal) -> Value {
        do throws(AuthenticationFailure) {
            return try body()
        } catch {
            throw .authentication(error)
        }
    }

    private func evidence(for demands: [PresenceDemand]) throws(DeviceRefusal) -> Evidence {
        try given { () throws(AuthenticationFailure) in
            for demand in demands { try contexts.add(presence.obtain(demand, for: inquiry()), to: context, of: caller) }
            return try contexts.evidence(of: context, for: caller)
        }
    }

    private func inquiry() throws(AuthenticationFailure) -> PresenceInquiry {
        PresenceInquiry(
            caller: caller, purpose: purpose, presentation: use.presentation, mayInteract: use.interface == .allow,
            unlockReuse: use.unlockReuse, withdrawal: try contexts.closing(of: context, for: caller))
    }

    /// The password of the app that the context has, or that the person types for this one item. Throws `notInteractive` where there is none and nobody may
    /// be asked.
    package func applicationPassword(isNew: Bool = false) throws(DeviceRefusal) -> SecretBytes {
        try given { () throws(AuthenticationFailure) in
            if let password = try contexts.applicationPassword(of: context, for: caller) { return password }
            return try presence.applicationPassword(isNew: isNew, for: inquiry())
        }
    }

    /// Throws `companionNotAvailable` where the list wants a watch and the device is paired with none: what is stored could never be opened.
    func checkWatch(for control: AccessControl) throws(DeviceRefusal) {
        guard !control.needsWatch || presence.companion != nil else { throw .authentication(.companionNotAvailable) }
    }

    private func demands(of control: AccessControl, before operation: ProtectedOperation) throws(AuthenticationFailure)
        -> [PresenceDemand]
    {
        try control.demands(
            before: operation, given: contexts.evidence(of: context, for: caller), currentSet: presence.currentSet,
            hasWatch: presence.companion?.isReady == true)
    }
}

extension AccessControl {
    /// What remains to be shown before the operation, one prompt after the other. Empty: nothing.
    ///
    /// Throws `companionNotAvailable` where the list requires the watch and no paired watch is ready, and `authenticationFailed` for an operation
    /// that the list does not permit.
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

    /// Whether a confirmation on the watch counts. A list that is content with one of several takes none where one of them is bound to the current set of
    /// fingers or faces: the enclave knows the broker's word for a match and for the watch as one, and that word must not outlive the set.
    var takesWatch: Bool {
        constraints.contains(.userPresence)
            || constraints.contains(.companion) && !(combination == .any && constraints.contains(.biometryCurrentSet))
    }

    /// Whether nothing opens without the watch.
    var needsWatch: Bool { constraints.contains(.companion) && (combination == .all || constraints == [.companion]) }
}

extension AccessControl {
    /// Whether the passcode still opens what a match no longer does, once the enrolled set has changed.
    var outlivesSet: Bool { combination == .any && Set(constraints).isSuperset(of: [.biometryCurrentSet, .devicePasscode]) }
}

extension AccessConstraint {
    /// The prompt that can meet the constraint.
    var demand: PresenceDemand {
        switch self {
        case .userPresence: .owner
        case .biometryAny, .biometryCurrentSet: .biometry
        case .devicePasscode: .passcode
        case .companion: .companion
        }
    }
}
