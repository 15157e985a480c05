import DeviceBroker
import DeviceProtocol
import Synchronization

/// Determines the credential states of users of apps: from the service, or from the device's memory while the service is
/// unreachable.
struct CredentialStates: Sendable {
    let memory: ServicesMemory
    let revocations: RevocationNotifier
    let service: AppleServiceClient?

    /// Returns the credential state of a user of an app; `notFound` on a device without an account, and for a user of another
    /// account. The device's memory answers only if the service is unreachable. The result is a rejection with `unknown` if the
    /// state is unknown, and with `invalidResponse` for a malformed response.
    ///
    /// Throws `unavailable` if a change cannot be stored, and `appCancel` if the app cancels the request.
    func state(of user: String, for client: AppleClient, until cancellation: PromptCancellationToken) throws(DeviceError)
        -> CredentialStateOutcome
    {
        let state = memory.current
        guard let account = state.account, !user.isEmpty else { return .state(.notFound) }
        let remembered = state.consent(of: account, to: client).flatMap { $0.user == user ? $0 : nil }
        guard let service else { return Self.offline(remembered) }
        let credentialState: AppleCredentialState
        do throws(AppleServiceFailure) {
            credentialState = try service.state(of: user, for: client, account, until: cancellation)
        } catch {
            switch error {
            case .unreachable: return Self.offline(remembered)
            case .malformed:
                return .rejected(AuthorizationRejection(.invalidResponse, "malformed response from Apple's service"))
            case .unknownClient, .accountLocked, .twoFactorNotEnabled, .notConsented, .rejected:
                return .rejected(AuthorizationRejection(.unknown, "Apple's service did not return the state: \(error)"))
            case .cancelled: throw .authentication(.appCancel)
            }
        }
        if let remembered { try noteChange(credentialState, remembered) }
        return .state(credentialState)
    }

    /// Checks every consent that the device remembers as valid, and records revocations. A service that does not respond changes
    /// nothing.
    func refresh() throws(DeviceError) {
        guard let service, let account = memory.current.account else { return }
        for consent in memory.current.consents where consent.account == account && !consent.isRevoked {
            guard
                let credentialState = try? service.state(
                    of: consent.user, for: consent.client, account, until: PromptCancellationToken())
            else {
                continue
            }
            try noteChange(credentialState, consent)
        }
    }

    private func noteChange(_ credentialState: AppleCredentialState, _ consent: RememberedConsent) throws(DeviceError) {
        guard credentialState != .authorized, !consent.isRevoked else { return }
        try memory.change { $0.revoke(consent.account, consent.client) }
        revocations.wake()
    }

    private static func offline(_ remembered: RememberedConsent?) -> CredentialStateOutcome {
        guard let remembered else {
            return .rejected(
                AuthorizationRejection(.unknown, "Apple's service is unreachable, and the device does not remember this user"))
        }
        return .state(remembered.isRevoked ? .revoked : .authorized)
    }
}

/// Wakes apps that wait for revocations.
final class RevocationNotifier: Sendable {
    private struct State {
        var waiting: [UInt64: Inbox<Bool>] = [:]
        var lastTicket: UInt64 = 0
        var isStopped = false
    }

    private let memory: ServicesMemory
    private let state = Mutex(State())

    init(memory: ServicesMemory) {
        self.memory = memory
    }

    /// Wakes waiting apps after a revocation was recorded.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for inbox in waiting { inbox.put(true) }
    }

    /// Ends all waits, now and in future.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for inbox in waiting { inbox.put(false) }
    }

    /// Blocks until a credential of the app is revoked. Throws `appCancel` if the app cancels the request first, and
    /// `unavailable` after ``stop()``.
    func revocations(
        of client: AppleClient, after last: UInt64?, until cancellation: PromptCancellationToken
    ) throws(DeviceError) -> Revocations {
        guard let last else { return Revocations(last: memory.current.lastRevocation, count: 0) }
        while !cancellation.isCancelled {
            // Registers before checking, so that no revocation in between is missed.
            guard let (ticket, inbox) = register() else { break }
            defer { forget(ticket) }
            let now = memory.current
            let count = now.revocations.count { $0.number > last && $0.client == client }
            if count > 0 { return Revocations(last: now.lastRevocation, count: UInt32(clamping: count)) }
            let watch = cancellation.onCancel { inbox.put(false) }
            defer { watch.end() }
            guard inbox.take() else { break }
        }
        throw cancellation.isCancelled ? .authentication(.appCancel) : .unavailable("the device is switched off")
    }

    private func register() -> (UInt64, Inbox<Bool>)? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            state.lastTicket += 1
            let inbox = Inbox<Bool>()
            state.waiting[state.lastTicket] = inbox
            return (state.lastTicket, inbox)
        }
    }

    private func forget(_ ticket: UInt64) {
        state.withLock { $0.waiting[ticket] = nil }
    }
}
