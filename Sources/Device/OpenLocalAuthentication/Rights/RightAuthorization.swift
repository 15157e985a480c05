import DeviceProtocol
public import Foundation
import Synchronization

/// Where a right stands, and the context that makes it so. Work that is under way, and the keys and secrets of a right, hold the authorization
/// and never the right, so that the end of the right takes them along.
final class RightAuthorization: Sendable {
    fileprivate struct Memory {
        var state = LARight.State.unknown
        /// The context that is asked with, or that was authorised.
        var session: ContextSession?
        /// Counts whatever ends an attempt, so that one that ended knows.
        var attempt: UInt64 = 0
        /// The right is there no more.
        var isOver = false
        var watchers: [UInt64: AsyncStream<LARight.State>.Continuation] = [:]
        var lastWatcher: UInt64 = 0
        weak var right: LARight?
    }

    /// An `authorize()` that was begun.
    struct Attempt: Sendable {
        let session: ContextSession
        let number: UInt64
    }

    let device: any DeviceLink
    let subject: EvaluationSubject
    /// Whether nothing but biometry meets the requirement.
    let isBiometryAlone: Bool
    private let memory = Mutex(Memory())

    init(device: any DeviceLink, subject: EvaluationSubject, isBiometryAlone: Bool) {
        self.device = device
        self.subject = subject
        self.isBiometryAlone = isBiometryAlone
    }

    var state: LARight.State { memory.withLock(\.state) }

    /// Whose notifications it posts.
    func belong(to right: LARight) {
        memory.withLock { $0.right = right }
    }

    /// The context of an authorised right. Throws `notInteractive` for any other: nobody is asked by the way.
    func authorizedContext() throws(DeviceRefusal) -> ContextReference {
        let session = memory.withLock { $0.state == .authorized ? $0.session : nil }
        guard let session else { throw .authentication(.notInteractive) }
        return try session.reference()
    }

    /// Begins to authorise. An authorised right stays so and is looked at with the context that it has; an attempt that is under way is taken
    /// back in favour of this one.
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

    /// Asks the person, for as long as that takes. Throws `appCancel` where the right was deauthorised meanwhile, or is there no more.
    func finish(_ attempt: Attempt, _ presentation: Presentation) throws(DeviceRefusal) {
        do throws(DeviceRefusal) {
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

    /// Says whether authorising would ask anyone, without asking.
    func preflight() throws(DeviceRefusal) {
        let current = memory.withLock { $0.state == .authorized ? $0.session : nil }
        if let current { return try current.preflight(subject) }
        let session = ContextSession(device: device)
        defer { session.invalidateAndWait() }
        try session.preflight(subject)
    }

    /// Gives back what was authorised, and takes back what is asked. Returns when the device knows.
    func deauthorize() {
        withdraw()?.invalidateAndWait()
    }

    /// When the right is there no more: the same, without waiting, and for good.
    func end() {
        withdraw()?.invalidate()
        let watchers = memory.withLock { memory in
            memory.isOver = true
            defer { memory.watchers = [:] }
            return Array(memory.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }

    /// Each state from now on, beginning with the one that holds. Ends with the right.
    func states() -> AsyncStream<LARight.State> {
        let (stream, continuation) = AsyncStream.makeStream(of: LARight.State.self)
        let number = memory.withLock { memory -> UInt64? in
            continuation.yield(memory.state)
            guard !memory.isOver else { return nil }
            memory.lastWatcher += 1
            memory.watchers[memory.lastWatcher] = continuation
            return memory.lastWatcher
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            memory.withLock { _ = $0.watchers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Gives false where the attempt ended before.
    @discardableResult
    private func settle(_ attempt: Attempt, as state: LARight.State) -> Bool {
        let (isCurrent, news) = memory.withLock { memory -> (Bool, News?) in
            guard memory.attempt == attempt.number else { return (false, nil) }
            if state == .notAuthorized { memory.session = nil }
            return (true, memory.move(to: state))
        }
        news?.post()
        return isCurrent
    }

    private func withdraw() -> ContextSession? {
        let (session, news) = memory.withLock { memory -> (ContextSession?, News?) in
            memory.attempt += 1
            defer { memory.session = nil }
            return (memory.session, memory.move(to: .notAuthorized))
        }
        news?.post()
        return session
    }

    /// A notification that is due.
    fileprivate struct News: Sendable {
        let name: Notification.Name
        /// Nothing where it is the right's own end that is told of.
        let right: LARight?

        /// Outside the lock: observers may call back.
        func post() {
            NotificationCenter.default.post(name: name, object: right)
        }
    }
}

extension RightAuthorization.Memory {
    /// Tells those who watch, and says what is to be posted.
    fileprivate mutating func move(to next: LARight.State) -> RightAuthorization.News? {
        guard next != state else { return nil }
        let last = state
        state = next
        for watcher in watchers.values { watcher.yield(next) }
        switch (last, next) {
        case (_, .authorized):
            return RightAuthorization.News(name: LARight.didBecomeAuthorizedNotification, right: right)
        case (.authorized, .notAuthorized), (.authorizing, .notAuthorized):
            return RightAuthorization.News(name: LARight.didBecomeUnauthorizedNotification, right: right)
        default: return nil
        }
    }
}

/// What authorises a right. Never changes.
public final class LAAuthenticationRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// Biometry, the passcode, or a confirmation on the paired watch, as the person prefers.
    public class var `default`: LAAuthenticationRequirement { LAAuthenticationRequirement(.userPresence) }

    /// Biometry alone.
    public class var biometry: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometry) }

    /// Biometry alone, of those who are enrolled when the right is saved: it is gone for good once a finger or a face was added or removed. A right that is not
    /// saved takes whoever is enrolled when it is authorised.
    public class var biometryCurrentSet: LAAuthenticationRequirement { LAAuthenticationRequirement(.biometryCurrentSet) }

    /// Biometry, and what `fallback` says where it fails or cannot be used.
    public class func biometry(fallback: LABiometryFallbackRequirement) -> Self {
        Self(fallback.requirement)
    }

    /// The same demand.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? LAAuthenticationRequirement)?.requirement == requirement
    }

    /// Of what ``isEqual(_:)`` compares.
    public override var hash: Int { requirement.hashValue }

    /// Whether only biometry meets it.
    var isBiometryAlone: Bool {
        switch requirement {
        case .biometry, .biometryCurrentSet: true
        case .userPresence, .biometryOrPasscode: false
        }
    }
}

/// What takes the place of biometry that fails or cannot be used.
public final class LABiometryFallbackRequirement: NSObject, Sendable {
    let requirement: RightRequirement

    private init(_ requirement: RightRequirement) {
        self.requirement = requirement
        super.init()
    }

    /// The device's own choice: the passcode.
    public class var `default`: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.userPresence) }

    /// The passcode.
    public class var devicePasscode: LABiometryFallbackRequirement { LABiometryFallbackRequirement(.biometryOrPasscode) }
}
