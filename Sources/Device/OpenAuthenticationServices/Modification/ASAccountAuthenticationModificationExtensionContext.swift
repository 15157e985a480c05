import DeviceProtocol
public import Foundation
import Synchronization

/// The context through which an account modification extension responds to the system. Its methods may be called from any thread.
///
/// The first response ends the request; later ones are ignored.
///
/// `@unchecked Sendable`: a lock protects the state of this class. Subclasses must protect their own.
open class ASAccountAuthenticationModificationExtensionContext: NSObject, @unchecked Sendable {
    private struct State {
        var host: (any DeviceLink, @Sendable (ModificationReport) -> Void)?
        var key = ""
        var isEnded = false
        var credentialHandlers: [CredentialHandler] = []
        var noteHandlers: [@Sendable (Bool) -> Void] = []
    }

    private let state = Mutex(State())

    /// Created only by view controllers.
    override init() {
        super.init()
    }

    /// Requests an authorization of Sign in with Apple from the user, to convert the account. The handler is called once on the
    /// main actor.
    ///
    /// - Parameter completionHandler: Receives a credential; or ``ASExtensionError/userCanceled`` if the user closed the sheet,
    ///   after which the extension must cancel with the same error; or neither if Apple cannot be reached.
    open func getSignInWithAppleUpgradeAuthorization(
        state: String?, nonce: String?,
        completionHandler: @escaping (ASAuthorizationAppleIDCredential?, (any Error)?) -> Void
    ) {
        let handler = CredentialHandler(completionHandler)
        let fits = [state, nonce].allSatisfy { ($0?.utf8.count ?? 0) <= ModificationReport.maximumEchoLength }
        let isHeard = self.state.withLock { held in
            guard fits, !held.isEnded, held.host != nil else { return false }
            held.credentialHandlers.append(handler)
            return true
        }
        if isHeard {
            report(.requestsCredential(state: state, nonce: nonce))
        } else {
            Task { @MainActor in handler.call(nil, ASExtensionError(.failed)) }
        }
    }

    /// Completes the conversion to Sign in with Apple. The system removes the password and passes `userInfo`, a property list, to
    /// a requesting app.
    open func completeUpgradeToSignInWithApple(userInfo: [AnyHashable: Any]? = nil) {
        end(.convertedToApple(try? UserInfo.carrying(userInfo)))
    }

    /// Completes a password change that the server accepted. The system replaces the saved password by that of
    /// `updatedCredential` and passes `userInfo`, a property list, to a requesting app.
    open func completeChangePasswordRequest(updatedCredential: ASPasswordCredential, userInfo: [AnyHashable: Any]? = nil) {
        let grant = PasswordGrant(user: updatedCredential.user, password: updatedCredential.password)
        end(.changedPassword(grant, try? UserInfo.carrying(userInfo)))
    }

    /// Cancels the request. ``ASExtensionError/userInteractionRequired`` causes a second request with a view. The text for
    /// `ASExtensionLocalizedFailureReasonErrorKey` is shown to the user. Other errors count as ``ASExtensionError/failed``.
    open func cancelRequest(withError error: any Error) {
        end(.gaveUp(ModificationFailure(error)))
    }

    // MARK: - Additions to Apple's API

    /// A lower-case UUID that identifies the change: the same for repeated requests of one change, different for others. A server
    /// can use it as an idempotency key. Not in Apple's API.
    public var upgradeKey: String { state.withLock(\.key) }

    /// Announces a password that the server prefers to the proposed one, before the server is asked to set it. After the handler
    /// was called with true, the system has stored the password, and no crash can lose it. Not in Apple's API.
    ///
    /// - Parameter completionHandler: Called once from any thread. With false, the password was not stored and should not be
    ///   used.
    open func willChangePassword(to credential: ASPasswordCredential, completionHandler: @escaping @Sendable (Bool) -> Void) {
        let isHeard = state.withLock { state in
            guard !state.isEnded, state.host != nil else { return false }
            state.noteHandlers.append(completionHandler)
            return true
        }
        if isHeard {
            report(.announces(PasswordGrant(user: credential.user, password: credential.password)))
        } else {
            DeviceCall.start { completionHandler(false) }
        }
    }

    // MARK: - Hosting

    /// Starts the first or second request.
    func begin(_ key: String, on device: any DeviceLink, report: @escaping @Sendable (ModificationReport) -> Void) {
        state.withLock { state in
            state.host = (device, report)
            state.key = key
            state.isEnded = false
        }
    }

    func receive(_ credential: UpgradeCredential) {
        let (handler, device) = state.withLock { state in
            (state.credentialHandlers.isEmpty ? nil : state.credentialHandlers.removeFirst(), state.host?.0)
        }
        guard let handler, let device else { return }
        DeviceCall.answer(on: device) {
            switch credential {
            case .granted(let grant): handler.call(ASAuthorizationAppleIDCredential(grant), nil)
            case .cancelled: handler.call(nil, ASExtensionError(.userCanceled))
            case .unavailable: handler.call(nil, nil)
            }
        }
    }

    func receive(isNoted: Bool) {
        let handler = state.withLock { $0.noteHandlers.isEmpty ? nil : $0.noteHandlers.removeFirst() }
        handler?(isNoted)
    }

    private func report(_ report: ModificationReport) {
        state.withLock(\.host)?.1(report)
    }

    private func end(_ last: ModificationReport) {
        let isFirst = state.withLock { state in
            guard !state.isEnded else { return false }
            state.isEnded = true
            return true
        }
        if isFirst { report(last) }
    }
}

/// `@unchecked Sendable`: called only on the main actor, once.
private final class CredentialHandler: @unchecked Sendable {
    private var handler: ((ASAuthorizationAppleIDCredential?, (any Error)?) -> Void)?

    init(_ handler: @escaping (ASAuthorizationAppleIDCredential?, (any Error)?) -> Void) {
        self.handler = handler
    }

    @MainActor
    func call(_ credential: ASAuthorizationAppleIDCredential?, _ error: ASExtensionError?) {
        handler.take()?(credential, error)
    }
}
