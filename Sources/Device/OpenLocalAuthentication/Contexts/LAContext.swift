package import DeviceProtocol
public import Foundation
public import OpenSecurity
import Synchronization

/// A context for authenticating the user by policies and access controls. Security functions accept it for
/// `kSecUseAuthenticationContext`.
///
/// A successful authentication satisfies the same requirement again without another prompt, until ``invalidate()`` or the end of
/// the object. Prompts appear on the device, not in the app, which never receives a passcode.
///
/// The context belongs to the device of its process, or to the simulated device of its task, at the time of its creation. If
/// there is no device or it cannot be reached, every evaluation fails: with ``LAError/biometryNotAvailable`` if it requires
/// biometry alone, otherwise with ``LAError/systemCancel``.
///
/// `@unchecked Sendable`: a lock protects the state of this class. Subclasses must protect their own.
open class LAContext: NSObject, @unchecked Sendable {
    let session: ContextSession
    private let settings = Mutex(ContextSettings())

    /// Creates an unauthenticated context. The device learns of it at its first use.
    public override init() {
        session = ContextSession(device: CurrentDevice.link)
        super.init()
    }

    deinit {
        session.invalidate()
    }

    // MARK: - Evaluation

    /// Returns whether the policy can be evaluated now. Shows no prompt; blocks until the device responds.
    ///
    /// - Parameter error: On return of false, the error with which the evaluation would fail. ``LAError`` describes how to read
    ///   it.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        do throws(DeviceError) {
            try session.preflight(.policy(policy.authenticationPolicy))
            if policy.isBiometric { session.noteDomainState() }
            return true
        } catch let rejection {
            if policy.isBiometric { session.forgetDomainState() }
            error?.pointee = rejection.object(isBiometryAlone: policy.isBiometric)
            return false
        }
    }

    /// Evaluates a policy. Shows a prompt unless this context already satisfies the policy.
    ///
    /// - Parameters:
    ///   - localizedReason: The reason shown in the prompt. An empty reason is a programming error and ends the process, as the
    ///     exception of Apple's implementation does. Truncated to 1,024 bytes.
    ///   - reply: Called on a private queue after this method returns: with success and no error, or with an ``LAError``.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        start(
            .policy(policy.authenticationPolicy), because: localizedReason, isBiometryAlone: policy.isBiometric,
            updatesDomainState: true, reply: reply)
    }

    /// Evaluates a policy; see ``evaluatePolicy(_:localizedReason:reply:)``. Throws on failure and never returns false.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluatePolicy(policy, localizedReason: localizedReason) { continuation.resume(with: Self.result($0, $1)) }
        }
    }

    /// Evaluates an access control for an operation. Shows a prompt unless this context already satisfies it, or the operation is
    /// not protected.
    ///
    /// - Parameters: As for ``evaluatePolicy(_:localizedReason:reply:)``.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let subject = operation.protectedOperation.map { EvaluationSubject.accessControl(accessControl.list, $0) }
        start(subject, because: localizedReason, reply: reply)
    }

    /// Evaluates an access control; see ``evaluateAccessControl(_:operation:localizedReason:reply:)``. Throws on failure and
    /// never returns false.
    @discardableResult
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
    ) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluateAccessControl(accessControl, operation: operation, localizedReason: localizedReason) {
                continuation.resume(with: Self.result($0, $1))
            }
        }
    }

    private func start(
        _ subject: EvaluationSubject?, because reason: String, isBiometryAlone: Bool = false, updatesDomainState: Bool = false,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!reason.isEmpty, "localizedReason must not be empty")
        let settings = settings.withLock { $0 }
        let evaluation = Evaluation(
            subject: subject, presentation: settings.presentation(because: reason), mayInteract: !settings.interactionNotAllowed,
            unlockReuse: settings.unlockReuse, updatesDomainState: updatesDomainState)
        let wasValid = session.isValid
        // Captures the session, not the context, because the end of the context cancels the prompt.
        BlockingCall.start { [session] in
            do throws(DeviceError) {
                try session.perform(evaluation, wasValid: wasValid)
                reply(true, nil)
            } catch {
                reply(false, error.error(isBiometryAlone: isBiometryAlone))
            }
        }
    }

    private static func result(_ isDone: Bool, _ error: (any Error)?) -> Result<Bool, any Error> {
        isDone ? .success(true) : .failure(error ?? LAError(.authenticationFailed))
    }

    /// Invalidates the context. Running evaluations fail with ``LAError/appCancel``, later ones with ``LAError/invalidContext``.
    /// Returns immediately. Has no effect after the first call.
    open func invalidate() {
        session.invalidate()
    }

    // MARK: - Credentials

    /// Sets the app's password for items that are encrypted with one, or removes it if the credential is nil. Blocks until the
    /// device responds.
    ///
    /// - Returns: False for another type, for more than 4,096 bytes, for an invalidated context, and without a device.
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        switch type {
        case .applicationPassword: session.setApplicationPassword(credential.map { [UInt8]($0) })
        case .smartCardPIN: false
        }
    }

    /// Returns whether the context has a credential of the type.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        switch type {
        case .applicationPassword: session.hasApplicationPassword
        case .smartCardPIN: false
        }
    }

    // MARK: - Prompts

    /// The reason for prompts that result from using items and keys with the context. Empty by default.
    open var localizedReason: String {
        get { settings.withLock(\.localizedReason) }
        set { settings.withLock { $0.localizedReason = newValue } }
    }

    /// The title of the fallback button. Nil, the default, for the standard title. An empty title hides the button.
    open var localizedFallbackTitle: String? {
        get { settings.withLock(\.localizedFallbackTitle) }
        set { settings.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the cancel button. Nil, the default, for the standard title.
    open var localizedCancelTitle: String? {
        get { settings.withLock(\.localizedCancelTitle) }
        set { settings.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Whether evaluations that would need a prompt fail with ``LAError/notInteractive`` instead. False by default.
    open var interactionNotAllowed: Bool {
        get { settings.withLock(\.interactionNotAllowed) }
        set { settings.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// The time in seconds for which unlocking the device by biometry counts as authentication. 0, the default, means never.
    /// Values above ``LATouchIDAuthenticationMaximumAllowableReuseDuration`` are stored but have no further effect.
    /// Authentication for an app's prompt never counts. Also applies to items and keys that are used with the context.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { settings.withLock(\.reuseDuration) }
        set { settings.withLock { $0.reuseDuration = newValue } }
    }

    /// Stored but ignored, as on Apple's systems.
    @available(*, deprecated, message: "has no effect")
    open var maxBiometryFailures: NSNumber? {
        get { settings.withLock(\.maxBiometryFailures).map { NSNumber(value: $0) } }
        set { settings.withLock { $0.maxBiometryFailures = newValue?.intValue } }
    }

    // MARK: - Device state

    /// The type of the device's biometry, even if nothing is enrolled. `none` without a device. Blocks until the device responds.
    open var biometryType: LABiometryType {
        LABiometryType((try? session.device.perform(ReadMechanisms()))?.biometry ?? .none)
    }

    /// The current state of enrolled biometry and paired devices. Blocks until the device responds.
    open var domainState: LADomainState {
        LADomainState(try? session.device.perform(ReadMechanisms()))
    }

    /// 32 bytes that change when a finger or face is added or removed, as of the last time that biometry satisfied a policy in
    /// this context or was found available. Nil before that, after authentication by passcode only, and after biometry was found
    /// unavailable.
    @available(*, deprecated, message: "use domainState.biometry.stateHash")
    open var evaluatedPolicyDomainState: Data? { session.evaluatedDomainState }
}

extension LAContext: ContextHolding {
    package var device: any DeviceLink { session.device }

    package func contextReference() throws(DeviceError) -> ContextReference {
        try session.reference()
    }

    package var mayInteract: Bool { !settings.withLock(\.interactionNotAllowed) }

    package var presentation: Presentation {
        let settings = settings.withLock { $0 }
        return settings.presentation(because: settings.localizedReason)
    }

    package var unlockReuse: UInt16 { settings.withLock(\.unlockReuse) }
}

extension DeviceError {
    /// Returns the error as an object.
    fileprivate func object(isBiometryAlone: Bool) -> NSError {
        let error = error(isBiometryAlone: isBiometryAlone)
        return (error as? LAError)?._nsError ?? error as NSError
    }
}
