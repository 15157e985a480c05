import DeviceProtocol
public import Foundation
import Synchronization

/// Performs authorization requests: the device shows its sheets, and the delegate receives the result.
///
/// The controller lives until its delegate was called, even if the app does not retain it. It belongs to the device of its
/// process, or to the simulated device of its task, at the time of its creation.
///
/// `@unchecked Sendable`: a lock protects the state of this class. Subclasses must protect their own.
open class ASAuthorizationController: NSObject, @unchecked Sendable {
    /// Options for performing requests.
    public struct RequestOptions: OptionSet, Sendable {
        /// The raw bits.
        public let rawValue: UInt

        /// Creates options from raw bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Shows sheets only if the device has a credential to offer. Otherwise the requests fail at once with
        /// ``ASAuthorizationError/canceled``.
        public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1 << 0)
    }

    /// The requests. The result is a credential for one of them.
    public let authorizationRequests: [ASAuthorizationRequest]

    private let device: any DeviceLink
    private let parties = WeakParties()
    /// The call in progress.
    private let call = Mutex<DeviceCall?>(nil)

    /// Creates a controller for requests. A combination of Sign in with Apple with passwords or passkeys requests only existing
    /// credentials.
    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
        device = CurrentDevice.link
        super.init()
    }

    /// The delegate, which is not retained.
    open weak var delegate: (any ASAuthorizationControllerDelegate)? {
        get { parties.delegate as? any ASAuthorizationControllerDelegate }
        set { parties.delegate = newValue }
    }

    /// The presentation context provider, which is not retained and not used.
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { parties.provider as? any ASAuthorizationControllerPresentationContextProviding }
        set { parties.provider = newValue }
    }

    /// Performs the requests and returns immediately. Has no effect while requests are in progress.
    open func performRequests() {
        perform(.modal)
    }

    /// Performs the requests with options; see ``performRequests()``.
    open func performRequests(options: RequestOptions) {
        perform(options.contains(.preferImmediatelyAvailableCredentials) ? .modalWhereAvailable : .modal)
    }

    /// Suggests the passkeys of the assertion request above the keyboard, beside saved passwords, until the user chooses one and
    /// authenticates. A user who cancels the authentication can choose again.
    ///
    /// Fails with ``ASAuthorizationError/notHandled`` without an assertion request, and on a device without a keyboard; with
    /// ``ASAuthorizationError/canceled`` after ``cancel()``, and if the app performs other requests. Saved passwords are suggested
    /// without this method.
    open func performAutoFillAssistedRequests() {
        perform(.autoFill)
    }

    /// Cancels the requests. The delegate receives ``ASAuthorizationError/canceled``. Has no effect if no requests are in
    /// progress.
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
        // Later changes of the requests apply to the next call.
        let subjects = authorizationRequests.map(\.subject)
        Task { @MainActor in
            _ = presentationContextProvider?.presentationAnchor(for: self)
            DeviceCall.start { [self] in
                let result = call.authorization(subjects, style)
                call.answer { self.notifyDelegate(result) }
            }
        }
    }

    @MainActor
    private func notifyDelegate(_ result: Result<AuthorizationGrant, ASAuthorizationError>) {
        // The delegate may perform the requests again immediately.
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
    /// Blocks until the user responds. A nil subject is an invalid request.
    func authorization(
        _ subjects: [AuthorizationSubject?], _ style: AuthorizationStyle
    ) -> Result<AuthorizationGrant, ASAuthorizationError> {
        let known = subjects.compactMap { $0 }
        guard !known.isEmpty, known.count == subjects.count, known.count <= PerformAuthorization.maximumSubjects else {
            return .failure(ASAuthorizationError(.failed, because: "The request is missing, too long or has an unsupported kind."))
        }
        do throws(DeviceError) {
            switch try perform({ PerformAuthorization(context: $0, subjects: known, style: style) }) {
            case .granted(let grant): return .success(grant)
            case .rejected(let rejection): return .failure(ASAuthorizationError(rejection))
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
        case .passkeyRegistration(let grant):
            let request = requests.first { $0 is ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: ""),
                credential: ASAuthorizationPlatformPublicKeyCredentialRegistration(grant))
        case .passkeyAssertion(let grant):
            let request = requests.first { $0 is ASAuthorizationPlatformPublicKeyCredentialAssertionRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: ""),
                credential: ASAuthorizationPlatformPublicKeyCredentialAssertion(grant))
        case .accountCreation(let grant):
            let request = requests.first { $0 is ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationAccountCreationProvider(),
                credential: ASAuthorizationAccountCreationPlatformPublicKeyCredential(grant))
        case .securityKeyRegistration(let grant):
            let request = requests.first { $0 is ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: ""),
                credential: ASAuthorizationSecurityKeyPublicKeyCredentialRegistration(grant))
        case .securityKeyAssertion(let grant):
            let request = requests.first { $0 is ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest }
            self.init(
                provider: request?.provider ?? ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: ""),
                credential: ASAuthorizationSecurityKeyPublicKeyCredentialAssertion(grant))
        }
    }
}

/// The delegate of a controller. Each call that performs requests calls exactly one of the two methods. Both are optional.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// The authorization succeeded.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)

    /// The authorization failed. The error is an ``ASAuthorizationError``.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

// Swift on Linux has no optional protocol methods.
extension ASAuthorizationControllerDelegate {
    /// Does nothing.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {}

    /// Does nothing.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {}
}

/// Provides the presentation anchor for a controller's sheets.
@preconcurrency @MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// Called once for each call that performs requests, before sheets appear.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// The window in which the system shows its sheets on Apple's systems. Here it is a placeholder, because the device has a single
/// screen and knows the active app.
open class ASPresentationAnchor: NSObject {
    /// Creates an anchor.
    public override init() {
        super.init()
    }
}

/// The delegate and the context provider of a controller or session. Weak, because they own it, and accessible from any thread.
///
/// `@unchecked Sendable`: the references are accessed only under the lock, and the objects only on the main actor.
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

/// Performs authorization requests in asynchronous code, like SwiftUI's `authorizationController`.
public struct AuthorizationController: Sendable {
    private let device: any DeviceLink

    /// Creates a controller for the device of the process or of the current task.
    public init() {
        device = CurrentDevice.link
    }

    /// Performs one request. Throws ``ASAuthorizationError``. Cancelling the task cancels the request.
    @MainActor
    public func performRequest(
        _ request: ASAuthorizationRequest, options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        try await performRequests([request], options: options)
    }

    /// Performs requests for one of several kinds of credentials; see ``performRequest(_:options:)``.
    @MainActor
    public func performRequests(
        _ requests: [ASAuthorizationRequest], options: ASAuthorizationController.RequestOptions = []
    ) async throws -> ASAuthorizationResult {
        try await perform(
            requests, options.contains(.preferImmediatelyAvailableCredentials) ? .modalWhereAvailable : .modal)
    }

    /// Suggests passkeys above the keyboard; see ``ASAuthorizationController/performAutoFillAssistedRequests()``. Throws
    /// ``ASAuthorizationError``. Cancelling the task cancels the request.
    @MainActor
    public func performAutoFillAssistedRequest(_ request: ASAuthorizationRequest) async throws -> ASAuthorizationResult {
        try await performAutoFillAssistedRequests([request])
    }

    /// Suggests passkeys above the keyboard; see ``performAutoFillAssistedRequest(_:)``.
    @MainActor
    public func performAutoFillAssistedRequests(_ requests: [ASAuthorizationRequest]) async throws -> ASAuthorizationResult {
        try await perform(requests, .autoFill)
    }

    @MainActor
    private func perform(
        _ requests: [ASAuthorizationRequest], _ style: AuthorizationStyle
    ) async throws -> ASAuthorizationResult {
        let call = DeviceCall(device: device)
        let subjects = requests.map(\.subject)
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
        case .passkeyRegistration(let grant):
            return .passkeyRegistration(ASAuthorizationPlatformPublicKeyCredentialRegistration(grant))
        case .passkeyAssertion(let grant):
            return .passkeyAssertion(ASAuthorizationPlatformPublicKeyCredentialAssertion(grant))
        case .accountCreation(let grant):
            return .passkeyAccountCreation(ASAuthorizationAccountCreationPlatformPublicKeyCredential(grant))
        case .securityKeyRegistration(let grant):
            return .securityKeyRegistration(ASAuthorizationSecurityKeyPublicKeyCredentialRegistration(grant))
        case .securityKeyAssertion(let grant):
            return .securityKeyAssertion(ASAuthorizationSecurityKeyPublicKeyCredentialAssertion(grant))
        }
    }
}

/// A credential for one of the requests.
public enum ASAuthorizationResult: Sendable {
    /// The credential of Sign in with Apple.
    case appleID(ASAuthorizationAppleIDCredential)
    /// A saved password.
    case password(ASPasswordCredential)
    /// A new passkey.
    case passkeyRegistration(ASAuthorizationPlatformPublicKeyCredentialRegistration)
    /// A signature by a passkey.
    case passkeyAssertion(ASAuthorizationPlatformPublicKeyCredentialAssertion)
    /// A new account: a passkey, a contact and possibly a name.
    case passkeyAccountCreation(ASAuthorizationAccountCreationPlatformPublicKeyCredential)
    /// A new credential on a security key.
    case securityKeyRegistration(ASAuthorizationSecurityKeyPublicKeyCredentialRegistration)
    /// A signature by a security key.
    case securityKeyAssertion(ASAuthorizationSecurityKeyPublicKeyCredentialAssertion)
}
