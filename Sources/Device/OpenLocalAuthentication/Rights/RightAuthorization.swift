import DeviceProtocol
public import Foundation
import Synchronization

/// The state of a right and its context. Running work, keys and secrets retain the authorization and never the right, so that the
/// end of the right ends them.
final class RightAuthorization: Sendable {
    fileprivate struct Memory {
        var state = LARight.State.unknown
        /// The context of the prompt or of the authorization.
        var session: ContextSession?
        /// The number of events that ended an attempt, so that an ended attempt can detect it.
        var attempt: UInt64 = 0
        /// Whether the right no longer exists.
        var isOver = false
        var watchers: [AsyncStream<LARight.State>.Continuation] = []
        weak var right: LARight?
    }

    /// A running `authorize()`.
    struct Attempt: Sendable {
        let session: ContextSession
        let number: UInt64
    }

    let device: any DeviceLink
    let subject: EvaluationSubject
    /// Whether only biometry satisfies the requirement.
    let isBiometryAlone: Bool
    private let memory = Mutex(Memory())

    init(device: any DeviceLink, subject: EvaluationSubject, isBiometryAlone: Bool) {
        self.device = device
        self.subject = subject
        self.isBiometryAlone = isBiometryAlone
    }

    var state: LARight.State { memory.withLock(\.state) }

    /// Sets the right whose notifications are posted.
    func belong(to right: LARight) {
        memory.withLock { $0.right = right }
    }

    /// Returns the context of an authorized right. Throws `notInteractive` otherwise, because operations never show a prompt.
    func authorizedContext() throws(DeviceError) -> ContextReference {
        let session = memory.withLock { $0.state == .authorized ? $0.session : nil }
        guard let session else { throw .authentication(.notInteractive) }
        return try session.reference()
    }

    /// Starts an authorization. An authorized right is checked with its existing context; a running attempt is cancelled.
    func begin() -> Attempt {
        let (attempt, replaced) = memory.withLock { memory -> (Attempt, ContextSession?) in
            if memory.state == .authorized, let session = memory.session {
                return (Attempt(session: session, number: memory.attempt), nil)
            }
            let session = ContextSession(device: device)
            let replaced = memory.session
            memory.session = session
            memory.attempt += 1
            _ = memory.move(to: .authorizing)
            return (Attempt(session: session, number: memory.attempt), replaced)
        }
        replaced?.invalidate()
        return attempt
    }

    /// Authenticates the user and blocks until the user responds. Throws `appCancel` if the right was deauthorized in the
    /// meantime or no longer exists.
    func finish(_ attempt: Attempt, _ presentation: Presentation) throws(DeviceError) {
        do throws(DeviceError) {
            try attempt.session.perform(Evaluation(subject: subject, presentation: presentation), wasValid: true)
        } catch {
            settle(attempt, as: .notAuthorized)
            attempt.session.invalidate()
            throw error
        }
        guard settle(attempt, as: .authorized) else {
            attempt.session.invalidate()
            throw .authentication(.appCancel)
        }
    }

    /// Checks whether the right can be authorized, without a prompt.
    func preflight() throws(DeviceError) {
        let current = memory.withLock { $0.state == .authorized ? $0.session : nil }
        if let current { return try current.preflight(subject) }
        let session = ContextSession(device: device)
        defer { session.invalidateAndWait() }
        try session.preflight(subject)
    }

    /// Ends the authorization and cancels a prompt. Returns after the device has done so.
    func deauthorize() {
        detachSession()?.invalidateAndWait()
    }

    /// Ends the authorization permanently and without waiting, when the right no longer exists.
    func end() {
        detachSession()?.invalidate()
        let watchers = memory.withLock { memory in
            memory.isOver = true
            defer { memory.watchers = [] }
            return memory.watchers
        }
        for watcher in watchers { watcher.finish() }
    }

    /// Returns the states, beginning with the current one. The sequence ends with the right.
    func states() -> AsyncStream<LARight.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: LARight.State.self)
        let isOver = memory.withLock { memory in
            continuation.yield(memory.state)
            if !memory.isOver { memory.watchers.append(continuation) }
            return memory.isOver
        }
        if isOver { continuation.finish() }
        return stream
    }

    /// Returns false if the attempt has already ended.
    @discardableResult
    private func settle(_ attempt: Attempt, as state: LARight.State) -> Bool {
        let (isCurrent, notification) = memory.withLock { memory -> (Bool, RightNotification?) in
            guard memory.attempt == attempt.number else { return (false, nil) }
            if state == .notAuthorized { memory.session = nil }
            return (true, memory.move(to: state))
        }
        notification?.post()
        return isCurrent
    }

    private func detachSession() -> ContextSession? {
        let (session, notification) = memory.withLock { memory -> (ContextSession?, RightNotification?) in
            memory.attempt += 1
            defer { memory.session = nil }
            return (memory.session, memory.move(to: .notAuthorized))
        }
        notification?.post()
        return session
    }

    /// A notification to post.
    fileprivate struct RightNotification: Sendable {
        let name: Notification.Name
        /// The right. Nil if the notification reports the end of the right itself.
        let right: LARight?

        /// Posts the notification, outside the lock, because observers may call back.
        func post() {
            NotificationCenter.default.post(name: name, object: right)
        }
    }
}

extension RightAuthorization.Memory {
    /// Notifies observers of the state, and returns the notification to post.
    fileprivate mutating func move(to next: LARight.State) -> RightAuthorization.RightNotification? {
        guard next != state else { return nil }
        let last = state
        state = next
        // Removes those that ended. `onTermination` must not do so: a cancellation calls it under a lock of the reading task, which
        // `yield` takes too, and it would wait for the lock of this memory.
        watchers.removeAll { if case .terminated = $0.yield(next) { true } else { false } }
        switch (last, next) {
        case (_, .authorized):
            return RightAuthorization.RightNotification(name: LARight.didBecomeAuthorizedNotification, right: right)
        case (.authorized, .notAuthorized), (.authorizing, .notAuthorized):
            return RightAuthorization.RightNotification(name: LARight.didBecomeUnauthorizedNotification, right: right)
        default: return nil
        }
    }
}

/// The requirement for authorizing a right. Immutable.
public final class LAAuthenticationRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// Biometry, the passcode, or a confirmation on the paired watch, at the user's choice.
    public class var `default`: LAAuthenticationRequirement { LAAuthenticationRequirement(.userPresence) }

    /// Biometry only.
    public class var biometry: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometry) }

    /// Biometry only, with the fingers or faces enrolled when the right is saved. Adding or removing one makes the right
    /// permanently inaccessible. A right that is not saved accepts those enrolled when it is authorized.
    public class var biometryCurrentSet: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometryCurrentSet) }

    /// Requires biometry, with a fallback if it fails or is unavailable.
    public class func biometry(fallback: LABiometryFallbackRequirement) -> Self {
        Self(fallback.requirement)
    }

    /// Compares the requirements.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? LAAuthenticationRequirement)?.requirement == requirement
    }

    /// The hash of the requirement.
    public override var hash: Int { requirement.hashValue }

    /// Whether only biometry satisfies the requirement.
    var isBiometryAlone: Bool {
        switch requirement {
        case .biometry, .biometryCurrentSet: true
        case .userPresence, .biometryOrPasscode: false
        }
    }
}

/// The fallback if biometry fails or is unavailable.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    private init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// The default fallback of the device: the passcode.
    public class var `default`: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.userPresence) }

    /// The passcode.
    public class var devicePasscode: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.biometryOrPasscode) }
}
