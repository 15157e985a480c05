import DeviceProtocol
public import Foundation
import Synchronization

/// Performs requests for a credential: the device asks the person, and the delegate is told what came of it.
///
/// The controller lives until its delegate was told, whether the app keeps it or not. It belongs to the device that its process, or the simulated one
/// that its task, had when it was made.
///
/// `Sendable` holds for the class itself, whose state is behind one lock; a subclass answers for its own.
open class ASAuthorizationController: NSObject, @unchecked Sendable {
    /// How requests are performed.
    public struct RequestOptions: OptionSet, Sendable {
        /// The option's bits.
        public let rawValue: UInt

        /// Options by their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Shows something only where the device has a credential to offer. Else the requests end at once with ``ASAuthorizationError/canceled``, and
        /// nobody is asked.
        public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1 << 0)
    }

    /// What is asked for: a credential of any one of the kinds.
    public let authorizationRequests: [ASAuthorizationRequest]

    private let device: any DeviceLink
    private let parties = WeakParties()
    /// The call that is under way.
    private let call = Mutex<DeviceCall?>(nil)

    /// A controller for these requests. Asking for Sign in with Apple and for a password at once means: for what is there already.
    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
        device = CurrentDevice.link
        super.init()
    }

    /// Who is told. Not kept alive.
    open weak var delegate: (any ASAuthorizationControllerDelegate)? {
        get { parties.delegate as? any ASAuthorizationControllerDelegate }
        set { parties.delegate = newValue }
    }

    /// Who says where to show sheets. Not kept alive, and not needed here.
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { parties.provider as? any ASAuthorizationControllerPresentationContextProviding }
        set { parties.provider = newValue }
    }

    /// Performs the requests, and returns at once. While they are under way, a further call does nothing.
    open func performRequests() {
        perform(.modal)
    }

    /// Performs the requests with options; see ``performRequests()``.
    open func performRequests(options: RequestOptions) {
        perform(options.contains(.preferImmediatelyAvailableCredentials) ? .modalWhereAvailable : .modal)
    }

    /// Offers credentials beside the keyboard. Fails with ``ASAuthorizationError/notHandled``: it is for passkeys, which there are none of yet, and
    /// saved passwords are offered there without it.
    open func performAutoFillAssistedRequests() {
        perform(.autoFill)
    }

    /// Takes the requests back. The delegate is told ``ASAuthorizationError/canceled``; nothing happens where none are under way.
    open func cancel() {
        call.withLock { $0 }?.cancel()
    }

    private func perform(_ style: AuthorizationStyle) {
        let call = DeviceCall(device: device)
        let isFirst = self.call.withLock { current in
            guard current == nil else { return false }
            current = call
            return true
        }
        guard isFirst else { return }
        // What the app changes in its requests from now on is for the next call.
        let subjects = authorizationRequests.map(\.subject)
        Task { @MainActor in
            _ = presentationContextProvider?.presentationAnchor(for: self)
            DeviceCall.start { [self] in
                let result = call.authorization(subjects, style)
                call.answer { self.tell(result) }
            }
        }
    }

    @MainActor
    private func tell(_ result: Result<AuthorizationGrant, ASAuthorizationError>) {
        // A delegate may perform the requests again at once.
        call.withLock { $0 = nil }
        let delegate = delegate
        switch result {
        case .success(let grant):
            delegate?.authorizationController(
                controller: self, didCompleteWithAuthorization: ASAuthorization(grant, authorizationRequests))
        case .failure(let error): delegate?.authorizationController(controller: self, didCompleteWithError: error)
        }
    }
}

extension DeviceCall {
    /// Blocks until the person has answered. A subject that is nil is one that no device can be asked.
    func authorization(
        _ subjects: [AuthorizationSubject?], _ style: AuthorizationStyle
    ) -> Result<AuthorizationGrant, ASAuthorizationError> {
        let known = subjects.compactMap { $0 }
        guard !known.isEmpty, known.count == subjects.count, known.count <= PerformAuthorization.maximumSubjects else {
            return .failure(ASAuthorizationError(.failed, because: "A request is of no known kind, too long, or missing."))
        }
        do throws(DeviceRefusal) {
            switch try perform({ PerformAuthorization(context: $0, subjects: known, style: style) }) {
            case .granted(let grant): return .success(grant)
            case .refused(let refusal): return .failure(ASAuthorizationError(refusal))
            }
        } catch {
            return .failure(error.authorizationError)
        }
    }
}

extension ASAuthorization {
    convenience init(_ grant: AuthorizationGrant, _ requests: [ASAuthorizationRequest]) {
        switch grant {
        case .appleID(let grant):
            let request = requests.first { $0 is ASAuthorizationAppleIDRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationAppleIDProvider(),
                credential: ASAuthorizationAppleIDCredential(grant))
        case .password(let grant):
            let request = requests.first { $0 is ASAuthorizationPasswordRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationPasswordProvider(),
                credential: ASPasswordCredential(user: grant.user, password: grant.password))
        }
    }
}

/// Is told what became of a controller's requests: one of the two, once for each call that performs them. Both may be left out.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// There is a credential.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)

    /// There is none. The error is an ``ASAuthorizationError``.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

// Swift on Linux has no optional methods of protocols.
extension ASAuthorizationControllerDelegate {
    /// Does nothing.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {}

    /// Does nothing.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {}
}

/// Says where the system shows a controller's sheets.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// Called once for each call that performs requests, before anything is shown.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// Where the system shows its sheets: a window on Apple's systems, and here only a token, since the device has one screen and knows which app is on it.
open class ASPresentationAnchor: NSObject {
    /// An anchor.
    public override init() {
        super.init()
    }
}

/// Whom a controller or a session talks to. Weak, since they own it, and read and set from any thread.
///
/// `@unchecked Sendable` holds: the two references are touched only under the lock, and those whom they refer to only on the main actor.
final class WeakParties: @unchecked Sendable {
    private let lock = NSLock()
    private weak var storedDelegate: (any NSObjectProtocol)?
    private weak var storedProvider: (any NSObjectProtocol)?

    var delegate: (any NSObjectProtocol)? {
        get { lock.withLock { storedDelegate } }
        set { lock.withLock { storedDelegate = newValue } }
    }

    var provider: (any NSObjectProtocol)? {
        get { lock.withLock { storedProvider } }
        set { lock.withLock { storedProvider = newValue } }
    }
}

/// Performs requests for a credential in asynchronous code, as SwiftUI's `authorizationController` does.
public struct AuthorizationController: Sendable {
    private let device: any DeviceLink

    /// For the device of the process, or of the task that makes the value.
    public init() {
        device = CurrentDevice.link
    }

    /// Performs one request. Throws ``ASAuthorizationError``; a task that is cancelled takes the request back.
    @MainActor
    public func performRequest(
        _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        try await performRequests([request], options: options)
    }

    /// Performs requests for a credential of any of the kinds; see ``performRequest(_:options:)``.
    @MainActor
    public func performRequests(
        _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        let call = DeviceCall(device: device)
        let subjects = requests.map(\.subject)
        let style: AuthorizationStyle =
            options.contains(.preferImmediatelyAvailableCredentials) ? .modalWhereAvailable : .modal
        let grant = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DeviceCall.start { continuation.resume(with: call.authorization(subjects, style)) }
            }
        } onCancel: {
            call.cancel()
        }
        switch grant {
        case .appleID(let grant): return .appleID(ASAuthorizationAppleIDCredential(grant))
        case .password(let grant): return .password(ASPasswordCredential(user: grant.user, password: grant.password))
        }
    }
}

/// A credential of one of the kinds that were asked for.
public enum ASAuthorizationResult: Sendable {
    /// The person signed in with Apple.
    case appleID(ASAuthorizationAppleIDCredential)
    /// The person chose a saved password.
    case password(ASPasswordCredential)
}
