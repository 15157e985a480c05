package import DeviceProtocol
public import Foundation
public import OpenSecurity
import Synchronization

/// What a person has shown to the app, for as long as the object is there: evaluates policies and access controls, and is given to Security under
/// `kSecUseAuthenticationContext`.
///
/// What was shown once meets the same requirement again without another prompt, until ``invalidate()`` or the end of the object. Prompts
/// appear on the device, not in the app, which never sees a passcode.
///
/// The context belongs to the device that its process, or the simulated one that its task, had when it was made. Where there is none, or it cannot
/// be reached, every evaluation fails: with ``LAError/biometryNotAvailable`` where biometry alone is asked for, else with
/// ``LAError/systemCancel``.
///
/// `Sendable` holds for the class itself, whose state is behind one lock; a subclass answers for its own.
open class LAContext: NSObject, @unchecked Sendable {
    let session: ContextSession
    private let settings = Mutex(ContextSettings())

    /// A context that was shown nothing yet. The device is told of it when it is first used.
    public override init() {
        session = ContextSession(device: CurrentDevice.link)
        super.init()
    }

    deinit {
        session.invalidate()
    }

    // MARK: - Evaluating

    /// Whether evaluating the policy would ask anyone. Asks nobody itself; it blocks while the device looks.
    ///
    /// - Parameter error: Gets what evaluating would fail with, where the result is false; see ``LAError`` for what to do with it.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
        do throws(DeviceRefusal) {
            try session.preflight(.policy(policy.authenticationPolicy))
            if policy.isBiometric { session.noteDomainState() }
            return true
        } catch let refusal {
            if policy.isBiometric { session.forgetDomainState() }
            error?.pointee = refusal.object(isBiometryAlone: policy.isBiometric)
            return false
        }
    }

    /// Asks the person for what the policy wants, unless it was shown to this context before.
    ///
    /// - Parameters:
    ///   - localizedReason: Why the app asks, for the prompt. Empty: a mistake of the programmer, which ends the process, as the exception
    ///     does that Apple's raises. Longer than 1,024 bytes: cut off.
    ///   - reply: Called on a private queue, never before this returns. Success comes without an error, and failure with an ``LAError``.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        start(
            .policy(policy.authenticationPolicy), because: localizedReason, isBiometryAlone: policy.isBiometric,
            tellsDomainState: true, reply: reply)
    }

    /// Asks the person for what the policy wants; see ``evaluatePolicy(_:localizedReason:reply:)``. Never false: it throws.
    @discardableResult
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            evaluatePolicy(policy, localizedReason: localizedReason) { continuation.resume(with: Self.result($0, $1)) }
        }
    }

    /// Asks the person for what the access control wants before the operation, unless it was shown to this context before. Nobody is asked for an
    /// operation that it lets anyone do.
    ///
    /// - Parameters: As of ``evaluatePolicy(_:localizedReason:reply:)``.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let subject = operation.protectedOperation.map { EvaluationSubject.accessControl(accessControl.list, $0) }
        start(subject, because: localizedReason, reply: reply)
    }

    /// Asks the person for what the access control wants; see ``evaluateAccessControl(_:operation:localizedReason:reply:)``. Never false: it
    /// throws.
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
        _ subject: EvaluationSubject?, because reason: String, isBiometryAlone: Bool = false, tellsDomainState: Bool = false,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!reason.isEmpty, "a prompt needs a reason: localizedReason is empty")
        let settings = settings.withLock { $0 }
        let evaluation = Evaluation(
            subject: subject, presentation: settings.presentation(because: reason), mayInteract: !settings.interactionNotAllowed,
            unlockReuse: settings.unlockReuse, tellsDomainState: tellsDomainState)
        let wasValid = session.isValid
        // Not the context: its end is what takes the question back.
        BlockingCall.start { [session] in
            do throws(DeviceRefusal) {
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

    /// Ends the context. What is asked on its behalf fails with ``LAError/appCancel``, everything later with ``LAError/invalidContext``.
    /// Returns at once; again it does nothing.
    open func invalidate() {
        session.invalidate()
    }

    // MARK: - Credentials

    /// Gives the context the app's own password for items that are encrypted under one, or with nil takes it away. Blocks while the device
    /// takes it.
    ///
    /// - Returns: False for another type, for more than 4,096 bytes, for a context that was invalidated, and without a device.
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        switch type {
        case .applicationPassword: session.setApplicationPassword(credential.map { [UInt8]($0) })
        case .smartCardPIN: false
        }
    }

    /// Whether the context has a credential of the type.
    open func isCredentialSet(_ type: LACredentialType) -> Bool {
        switch type {
        case .applicationPassword: session.hasApplicationPassword
        case .smartCardPIN: false
        }
    }

    // MARK: - Prompts

    /// The reason for prompts that come of using items and keys with the context. Empty by default.
    open var localizedReason: String {
        get { settings.withLock(\.localizedReason) }
        set { settings.withLock { $0.localizedReason = newValue } }
    }

    /// The title of the fallback button. Nil, the default: the usual one. Empty: no such button.
    open var localizedFallbackTitle: String? {
        get { settings.withLock(\.localizedFallbackTitle) }
        set { settings.withLock { $0.localizedFallbackTitle = newValue } }
    }

    /// The title of the cancel button. Nil, the default: the usual one.
    open var localizedCancelTitle: String? {
        get { settings.withLock(\.localizedCancelTitle) }
        set { settings.withLock { $0.localizedCancelTitle = newValue } }
    }

    /// Whether an evaluation that would have to ask someone fails instead, with ``LAError/notInteractive``. False by default.
    open var interactionNotAllowed: Bool {
        get { settings.withLock(\.interactionNotAllowed) }
        set { settings.withLock { $0.interactionNotAllowed = newValue } }
    }

    /// For how many seconds an unlock of the device by biometry stands for a match. 0, the default: never. Kept as it was set; more than
    /// ``LATouchIDAuthenticationMaximumAllowableReuseDuration`` has no further effect. A match for an app's prompt never counts. It
    /// holds for items and keys that are used with the context as well.
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
        get { settings.withLock(\.reuseDuration) }
        set { settings.withLock { $0.reuseDuration = newValue } }
    }

    /// Kept and not looked at, as on Apple's systems.
    @available(*, deprecated, message: "has no effect")
    open var maxBiometryFailures: NSNumber? {
        get { settings.withLock(\.maxBiometryFailures).map { NSNumber(value: $0) } }
        set { settings.withLock { $0.maxBiometryFailures = newValue?.intValue } }
    }

    // MARK: - The device

    /// The kind of the device's biometry, whether anyone is enrolled or not. `none` without a device. Blocks while the device looks.
    open var biometryType: LABiometryType {
        LABiometryType((try? session.device.perform(ReadMechanisms()))?.biometry ?? .none)
    }

    /// What can be told about who is enrolled now. Blocks while the device looks.
    open var domainState: LADomainState {
        LADomainState(try? session.device.perform(ReadMechanisms()))
    }

    /// 32 bytes that are others after a finger or a face was added or removed, as they were when a policy was last met by biometry in this context, or
    /// it found that a biometric one could be. Nil before that, also where only the passcode was shown, and after it found that none could.
    @available(*, deprecated, message: "use domainState.biometry.stateHash")
    open var evaluatedPolicyDomainState: Data? { session.evaluatedDomainState }
}

extension LAContext: ContextHolding {
    package var device: any DeviceLink { session.device }

    package func contextReference() throws(DeviceRefusal) -> ContextReference {
        try session.reference()
    }

    package var mayInteract: Bool { !settings.withLock(\.interactionNotAllowed) }

    package var presentation: Presentation {
        let settings = settings.withLock { $0 }
        return settings.presentation(because: settings.localizedReason)
    }

    package var unlockReuse: UInt16 { settings.withLock(\.unlockReuse) }
}

extension DeviceRefusal {
    /// As an object.
    fileprivate func object(isBiometryAlone: Bool) -> NSError {
        let error = error(isBiometryAlone: isBiometryAlone)
        return (error as? LAError)?._nsError ?? error as NSError
    }
}
