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
    private let parties = ControllerParties()
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
        get { parties.delegate }
        set { parties.delegate = newValue }
    }

    /// Who says where to show sheets. Not kept alive, and not needed here.
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        get { parties.provider }
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
            _ = parties.provider?.presentationAnchor(for: self)
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
        let delegate = parties.delegate
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
