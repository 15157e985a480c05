import DeviceProtocol
public import Foundation
import Synchronization

/// A right within the app that the user authorizes by authentication.
///
/// The authorization belongs to the object: retain it while the right must stay authorized. ``deauthorize(completion:)`` or the
/// end of the object ends the authorization. A right saved by ``LARightStore`` is an ``LAPersistedRight``, which has a key and
/// optionally a secret.
///
/// `@unchecked Sendable`: a lock protects the state of this class. Subclasses must protect their own.
open class LARight: NSObject, @unchecked Sendable {
    /// The authorization state of a right.
    public enum State: Int, Sendable {
        /// The authorization was not requested yet.
        case unknown = 0
        /// The authorization is in progress.
        case authorizing = 1
        /// The right is authorized.
        case authorized = 2
        /// The authorization failed or was ended.
        case notAuthorized = 3
    }

    let authorization: RightAuthorization
    /// The requirement. Nil for a saved right, whose requirement is stored on the device.
    let requirement: LAAuthenticationRequirement?
    private let ownTag = Mutex(0)

    /// Creates a right that biometry or the passcode authorizes.
    public override convenience init() {
        self.init(requirement: .default)
    }

    /// Creates a right with a requirement, on the device of the process or of the current task.
    public init(requirement: LAAuthenticationRequirement) {
        authorization = RightAuthorization(
            device: CurrentDevice.link, subject: .requirement(requirement.requirement),
            isBiometryAlone: requirement.isBiometryAlone)
        self.requirement = requirement
        super.init()
        authorization.belong(to: self)
    }

    /// Creates a right that is stored on the device.
    init(saved authorization: RightAuthorization) {
        self.authorization = authorization
        requirement = nil
        super.init()
        authorization.belong(to: self)
    }

    deinit {
        authorization.end()
    }

    /// The authorization state.
    open var state: State { authorization.state }

    /// A value for the app's use. 0 by default.
    open var tag: Int {
        get { ownTag.withLock { $0 } }
        set { ownTag.withLock { $0 = newValue } }
    }

    /// Authorizes the right by a prompt. A right that is already authorized stays so without a prompt while its requirement is
    /// satisfied. A second call during a prompt replaces the first one, which fails with ``LAError/appCancel``.
    ///
    /// - Parameters:
    ///   - localizedReason: The reason shown in the prompt. An empty reason is a programming error and ends the process.
    ///     Truncated to 1,024 bytes.
    ///   - handler: Called on a private queue after the method returns, with nil or an ``LAError``. For a saved right that was
    ///     removed, or whose enrolment changed, the error is `errSecItemNotFound` (`NSOSStatusErrorDomain`).
    open func authorize(localizedReason: String, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        precondition(!localizedReason.isEmpty, "localizedReason must not be empty")
        let presentation = Presentation(shortening: localizedReason)
        let attempt = authorization.begin()
        // Captures the authorization, not the right, because the end of the right cancels the prompt.
        run(handler) { (authorization) throws(DeviceError) in try authorization.finish(attempt, presentation) }
    }

    /// Authorizes the right; see ``authorize(localizedReason:completion:)``.
    open func authorize(localizedReason: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            authorize(localizedReason: localizedReason) { continuation.resume(with: Self.result($0)) }
        }
    }

    /// Checks whether the right can be authorized, without a prompt.
    ///
    /// - Parameter handler: Called on a private queue after the method returns, with nil or the error of the authorization.
    open func checkCanAuthorize(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        run(handler) { (authorization) throws(DeviceError) in try authorization.preflight() }
    }

    /// Checks whether the right can be authorized; see ``checkCanAuthorize(completion:)``.
    open func checkCanAuthorize() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            checkCanAuthorize { continuation.resume(with: Self.result($0)) }
        }
    }

    /// Ends the authorization. A running authorization fails with ``LAError/appCancel``.
    ///
    /// - Parameter handler: Called on a private queue after the device has ended the authorization.
    open func deauthorize(completion handler: @escaping @Sendable () -> Void) {
        BlockingCall.start { [authorization] in
            authorization.deauthorize()
            handler()
        }
    }

    /// Ends the authorization; see ``deauthorize(completion:)``.
    open func deauthorize() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            deauthorize { continuation.resume() }
        }
    }

    private func run(
        _ handler: @escaping @Sendable ((any Error)?) -> Void,
        _ body: @escaping @Sendable (RightAuthorization) throws(DeviceError) -> Void
    ) {
        BlockingCall.start { [authorization] in
            do throws(DeviceError) {
                try body(authorization)
                handler(nil)
            } catch {
                handler(error.error(isBiometryAlone: authorization.isBiometryAlone))
            }
        }
    }

    private static func result(_ error: (any Error)?) -> Result<Void, any Error> {
        error.map { .failure($0) } ?? .success(())
    }
}

// Not in Apple's API: Linux has no key-value observation, by which `state` is observed there. The notifications appear in Apple's
// talk on rights, but not in its headers.
extension LARight {
    /// The states of the right, beginning with the current one. The sequence ends with the right. Each access creates a separate
    /// sequence.
    ///
    /// Not in Apple's API, where `state` is observed by KVO.
    public var stateUpdates: AsyncStream<State> { authorization.states() }

    /// A notification that is posted to the default notification center on a private queue when a right becomes authorized. The
    /// object is the right.
    ///
    /// Appears in Apple's talk on rights, but not in its headers.
    public static let didBecomeAuthorizedNotification = Notification.Name("LARightDidBecomeAuthorizedNotification")

    /// A notification that is posted to the default notification center when an authorization fails or ends, on a private queue or
    /// the thread that released the right. The object is the right, or nil if the right no longer exists.
    ///
    /// Appears in Apple's talk on rights, but not in its headers.
    public static let didBecomeUnauthorizedNotification = Notification.Name("LARightDidBecomeUnauthorizedNotification")
}
