import DeviceProtocol
public import Foundation
import Synchronization

/// The way of an extension for modifying accounts to answer the system. Its methods may be called from any thread.
///
/// A request is ended once: what is said after that is not heard.
///
/// `Sendable` holds for the class itself, whose state is behind one lock; a subclass answers for its own.
open class ASAccountAuthenticationModificationExtensionContext: NSObject, @unchecked Sendable {
    private struct State {
        var host: (any DeviceLink, @Sendable (ModificationReport) -> Void)?
        var key = ""
        var isEnded = false
        var credentialHandlers: [CredentialHandler] = []
        var noteHandlers: [@Sendable (Bool) -> Void] = []
    }

    private let state = Mutex(State())

    /// Of a view controller, which is the only one who makes any.
    override init() {
        super.init()
    }

    /// Asks the person to sign in with Apple, for a conversion of the account. The handler is called once, on the main actor.
    ///
    /// - Parameter completionHandler: given a credential; or an ``ASExtensionError/userCanceled`` where the person closed the sheet, and the extension then
    ///   gives up with the same; or neither where Apple cannot be reached.
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
            report(.wantsCredential(state: state, nonce: nonce))
        } else {
            Task { @MainActor in handler.call(nil, ASExtensionError(.failed)) }
        }
    }

    /// The account signs in with Apple: the system removes the password. Gives the app `userInfo`, a property list, where it asked.
    open func completeUpgradeToSignInWithApple(userInfo: [AnyHashable: Any]? = nil) {
        end(.convertedToApple(try? UserInfo.carrying(userInfo)))
    }

    /// The server has taken the password of `updatedCredential`: the system saves it in the place of the old one. Gives the app `userInfo`, a property
    /// list, where it asked.
    open func completeChangePasswordRequest(updatedCredential: ASPasswordCredential, userInfo: [AnyHashable: Any]? = nil) {
        let grant = PasswordGrant(user: updatedCredential.user, password: updatedCredential.password)
        end(.changedPassword(grant, try? UserInfo.carrying(userInfo)))
    }

    /// Gives up. ``ASExtensionError/userInteractionRequired`` brings a second request, with a view; the text under
    /// `ASExtensionLocalizedFailureReasonErrorKey` is shown to the person; everything that is no ``ASExtensionError`` counts as
    /// ``ASExtensionError/failed``.
    open func cancelRequest(withError error: any Error) {
        end(.gaveUp(ModificationFailure(error)))
    }

    // MARK: - Beyond Apple's

    /// A UUID in small letters: the same whenever the same change is asked for again, and that of no other one, for a server that does everything once.
    /// Apple's systems have no such thing.
    public var upgradeKey: String { state.withLock(\.key) }

    /// Announces a password that the server prefers over the proposed one, before the server is told to take it. Once the handler was called with true,
    /// the system knows it, and no crash from then on loses it. Apple's systems have no such thing.
    ///
    /// - Parameter completionHandler: called once, from any thread; false: it is not written down, and should not be used.
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

    // MARK: - The host

    /// A request begins, the first or the second.
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

/// `@unchecked Sendable` holds: it is called on the main actor alone, once.
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
