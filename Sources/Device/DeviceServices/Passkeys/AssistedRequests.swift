import DeviceBroker
package import DeviceProtocol
import Synchronization

/// The user's choice above the keyboard, for a request for a signature by a passkey.
package enum AssistedChoice: Sendable {
    /// A passkey, which signs after the device verified the owner.
    case passkey(Passkey)
    /// The signature by a passkey that the user chose in the view of a provider, which verified the user.
    case signed(PasskeyAssertion)
}

/// The passkeys that apps, and the pages that they show, request for the bar above the keyboard
/// (`performAutoFillAssistedRequests`).
///
/// A request waits until the user chooses one of its passkeys, or until the app cancels it or performs another request. A locked screen
/// does not end it.
package final class AssistedRequests: Sendable {
    private struct Request {
        let app: App
        let assertion: PasskeyAssertionRequest
        let authenticator: PasskeyAuthenticator
        let choice: Inbox<AssistedChoice?>

        /// The request as a provider receives it. Nil after the association of the app ended.
        var order: PasskeyListOrder? {
            guard authenticator.rejection(of: app, at: assertion.relyingParty) == nil else { return nil }
            return authenticator.listOrder(for: assertion)
        }
        var offers: [Passkey] {
            guard authenticator.rejection(of: app, at: assertion.relyingParty) == nil else { return [] }
            return authenticator.offers(for: assertion)
        }
    }

    private struct State {
        var hasKeyboard = false
        /// The requests that wait for a choice, by app.
        var requests: [String: Request] = [:]
    }

    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    /// Creates the list of requests.
    ///
    /// - Parameter changed: called from any thread after the passkeys of the bar changed.
    init(changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }

    // MARK: - The keyboard

    /// Whether the device has a keyboard with a bar. Without one, no request can be performed. Waiting requests end with the keyboard.
    package var hasKeyboard: Bool {
        get { state.withLock(\.hasKeyboard) }
        set {
            let ended = state.withLock { state -> [Request] in
                state.hasKeyboard = newValue
                return newValue ? [] : Array(state.requests.values)
            }
            for request in ended { request.choice.put(nil) }
        }
    }

    /// Returns the passkeys that the app requests, by user name. Returns none while the device is locked, and after the association of
    /// the app ended.
    package func offers(for app: String) -> [Passkey] {
        state.withLock { $0.requests[app] }?.offers ?? []
    }

    /// Chooses one of the offers. Returns false if it no longer exists.
    @discardableResult
    package func choose(_ credentialID: [UInt8], for app: String) -> Bool {
        // The passkey answers the request that offered it: another one of the app can follow at any time.
        guard let request = state.withLock({ $0.requests[app] }),
            let passkey = request.offers.first(where: { $0.credentialID == credentialID })
        else { return false }
        return request.choice.put(.passkey(passkey))
    }

    /// Returns the app's request, for the view in which a provider lists its passkeys. Nil without one.
    package func order(for app: String) -> PasskeyListOrder? {
        state.withLock { $0.requests[app] }?.order
    }

    /// Answers the app's request with a signature by a passkey that the user chose in the view of a provider. Returns false if the app no
    /// longer makes this request.
    ///
    /// - Parameter assertion: A signature that matches the order; only the server can verify it.
    @discardableResult
    package func answer(_ order: PasskeyListOrder, with assertion: ProvidedAssertion, for app: String) -> Bool {
        guard let request = state.withLock({ $0.requests[app] }), request.order == order else { return false }
        return request.choice.put(.signed(request.authenticator.response(assertion, to: request.assertion)))
    }

    // MARK: - The requests

    /// Ends the waiting request of the app.
    func end(for app: App) {
        state.withLock { $0.requests[app.identifier.rawValue] }?.choice.put(nil)
    }

    /// Blocks until the user makes a choice. Returns nil if the request ends before.
    func choice(
        for assertion: PasskeyAssertionRequest, _ app: App, by authenticator: PasskeyAuthenticator,
        until cancellation: PromptCancellationToken
    ) -> AssistedChoice? {
        let id = app.identifier.rawValue
        let request = Request(app: app, assertion: assertion, authenticator: authenticator, choice: Inbox())
        end(for: app)
        let isPossible = state.withLock { state in
            if state.hasKeyboard { state.requests[id] = request }
            return state.hasKeyboard
        }
        guard isPossible else { return nil }
        changed()
        let watch = cancellation.onCancel { request.choice.put(nil) }
        let choice = request.choice.take()
        watch.end()
        state.withLock { state in
            // A later request of the app may have replaced this one.
            if state.requests[id]?.choice === request.choice { state.requests[id] = nil }
        }
        changed()
        return choice
    }
}
