import DeviceProtocol
public import Foundation
import Synchronization

/// A right to something in the app, which a person grants by showing who they are.
///
/// A right is authorised as an object: keep it for as long as it is to stay so. ``deauthorize(completion:)`` takes the authorization away, and so
/// does the end of the object. A right that ``LARightStore`` saved has a key and perhaps a secret besides: ``LAPersistedRight``.
///
/// `Sendable` holds for the class itself, whose state is behind one lock; a subclass answers for its own.
open class LARight: NSObject, @unchecked Sendable {
    /// Where a right stands.
    public enum State: Int, Sendable {
        /// Nobody was asked yet.
        case unknown = 0
        /// Someone is being asked.
        case authorizing = 1
        /// It is granted.
        case authorized = 2
        /// It was refused, or given back.
        case notAuthorized = 3
    }

    let authorization: RightAuthorization
    /// Nothing of a saved right, whose requirement stands with the device.
    let requirement: LAAuthenticationRequirement?
    private let ownTag = Mutex(0)

    /// A right that biometry or the passcode grants.
    public override convenience init() {
        self.init(requirement: .default)
    }

    /// A right that `requirement` grants, on the device of the process, or of the task that makes it.
    public init(requirement: LAAuthenticationRequirement) {
        authorization = RightAuthorization(
            device: CurrentDevice.link, subject: .requirement(requirement.requirement),
            isBiometryAlone: requirement.isBiometryAlone)
        self.requirement = requirement
        super.init()
        authorization.belong(to: self)
    }

    /// A right that stands with the device.
    init(saved authorization: RightAuthorization) {
        self.authorization = authorization
        requirement = nil
        super.init()
        authorization.belong(to: self)
    }

    deinit {
        authorization.end()
    }

    /// Where the right stands.
    open var state: State { authorization.state }

    /// Whatever the app likes. 0 by default.
    open var tag: Int {
        get { ownTag.withLock { $0 } }
        set { ownTag.withLock { $0 = newValue } }
    }

    /// Asks the person. A right that is authorised already stays so and asks nobody, as long as its requirement is still met; a second call while
    /// someone is being asked takes the first one's place, which fails with ``LAError/appCancel``.
    ///
    /// - Parameters:
    ///   - localizedReason: Why the app asks, for the prompt. Empty: a mistake of the programmer, which ends the process. Longer than 1,024
    ///     bytes: cut off.
    ///   - handler: Called on a private queue, never before this returns; with nil, or with an ``LAError``. A saved right that was removed, or
    ///     whose enrolment has changed, fails with `errSecItemNotFound` (`NSOSStatusErrorDomain`).
    open func authorize(localizedReason: String, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        precondition(!localizedReason.isEmpty, "a prompt needs a reason: localizedReason is empty")
        let presentation = Presentation(shortening: localizedReason)
        let attempt = authorization.begin()
        // Not the right: its end is what takes the question back.
        run(handler) { (authorization) throws(DeviceRefusal) in try authorization.finish(attempt, presentation) }
    }

    /// Asks the person; see ``authorize(localizedReason:completion:)``.
    open func authorize(localizedReason: String) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            authorize(localizedReason: localizedReason) { continuation.resume(with: Self.result($0)) }
        }
    }

    /// Whether authorising could succeed, without asking anyone.
    ///
    /// - Parameter handler: Called on a private queue, never before this returns; with nil, or with what authorising would fail with.
    open func checkCanAuthorize(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        run(handler) { (authorization) throws(DeviceRefusal) in try authorization.preflight() }
    }

    /// Whether authorising could succeed; see ``checkCanAuthorize(completion:)``.
    open func checkCanAuthorize() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            checkCanAuthorize { continuation.resume(with: Self.result($0)) }
        }
    }

    /// Gives the right back; the next authorization asks again. What is being asked fails with ``LAError/appCancel``.
    ///
    /// - Parameter handler: Called on a private queue, when the device knows.
    open func deauthorize(completion handler: @escaping @Sendable () -> Void) {
        BlockingCall.start { [authorization] in
            authorization.deauthorize()
            handler()
        }
    }

    /// Gives the right back; see ``deauthorize(completion:)``.
    open func deauthorize() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            deauthorize { continuation.resume() }
        }
    }

    private func run(
        _ handler: @escaping @Sendable ((any Error)?) -> Void,
        _ body: @escaping @Sendable (RightAuthorization) throws(DeviceRefusal) -> Void
    ) {
        BlockingCall.start { [authorization] in
            do throws(DeviceRefusal) {
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

// Not Apple's: key-value observation, by which `state` is observed there, does not exist on Linux, and the notifications are those of Apple's
// talk on rights, which its headers do not have.
extension LARight {
    /// Each state from now on, beginning with the one that holds; ends with the right. Every use is a sequence of its own.
    ///
    /// Not Apple's: there `state` is observed by KVO.
    public var stateUpdates: AsyncStream<State> { authorization.states() }

    /// Posted to the default notification centre when a right is granted, on a private queue. Its object is the right.
    ///
    /// Not Apple's, but its talk's.
    public static let didBecomeAuthorizedNotification = Notification.Name("LARightDidBecomeAuthorizedNotification")

    /// Posted to the default notification centre when a right is refused or given back, or a granted one ends, on a private queue or the
    /// thread that let go of it. Its object is the right, or nil where the right has ended.
    ///
    /// Not Apple's, but its talk's.
    public static let didBecomeUnauthorizedNotification = Notification.Name("LARightDidBecomeUnauthorizedNotification")
}
