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
        return (try? demands(of: control, before: .readData).isEmpty) != true
    }

    /// Gives the evidence that `control` asks for before the operation, after asking for what is missing.
    package func evidence(for control: AccessControl, before operation: ProtectedOperation) throws(DeviceRefusal) -> Evidence {
        do throws(AuthenticationFailure) {
            for demand in try demands(of: control, before: operation) {
                let inquiry = PresenceInquiry(
                    caller: caller, purpose: purpose, presentation: use.presentation, mayInteract: use.interface == .allow,
                    unlockReuse: use.unlockReuse,
                    withdrawal: try contexts.closing(of: context, for: caller))
                try contexts.add(presence.obtain(demand, for: inquiry), to: context, of: caller)
            }
            return try contexts.evidence(of: context, for: caller)
        } catch {
            throw .authentication(error)
        }
    }

    /// The password of the app that the context has. Throws `applicationPassword` where it has none.
    package func applicationPassword() throws(DeviceRefusal) -> SecretBytes {
        do throws(AuthenticationFailure) {
            if let password = try contexts.applicationPassword(of: context, for: caller) { return password }
        } catch {
            throw .authentication(error)
        }
        throw .item(.applicationPassword)
    }

    private func demands(of control: AccessControl, before operation: ProtectedOperation) throws(AuthenticationFailure)
        -> [PresenceDemand]
    {
        try control.demands(
            before: operation, given: contexts.evidence(of: context, for: caller), currentSet: presence.currentSet)
    }
}
