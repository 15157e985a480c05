import DeviceProtocol
import Foundation
import Synchronization

/// A context on the device: opened at its first use, closed when it is invalidated. Running work retains the session and never
/// the app's object, so that an app can cancel work by releasing the object.
final class ContextSession: Sendable {
    private enum Stage {
        case unopened
        case open(ContextReference)
        case invalidated
    }

    private struct Memory {
        var stage = Stage.unopened
        var evaluatedDomainState: Data?
        var hasApplicationPassword = false
    }

    let device: any DeviceLink
    private let memory = Mutex(Memory())

    init(device: any DeviceLink) {
        self.device = device
    }

    var isValid: Bool {
        memory.withLock { if case .invalidated = $0.stage { false } else { true } }
    }

    /// Returns the device's reference of the context and opens it if necessary. If two threads do so, the later one closes its
    /// reference again.
    func reference() throws(DeviceError) -> ContextReference {
        switch memory.withLock(\.stage) {
        case .open(let reference): return reference
        case .invalidated: throw .authentication(.invalidContext)
        case .unopened: break
        }
        let opened = try device.perform(OpenContext())
        let stage = memory.withLock { memory -> Stage in
            if case .unopened = memory.stage { memory.stage = .open(opened) }
            return memory.stage
        }
        if case .open(let reference) = stage, reference == opened { return opened }
        close(opened)
        guard case .open(let reference) = stage else { throw .authentication(.invalidContext) }
        return reference
    }

    /// Invalidates the context immediately in this process and soon after on the device, which cancels its prompts. Has no effect
    /// after the first call.
    func invalidate() {
        guard let reference = end() else { return }
        BlockingCall.start { [self] in close(reference) }
    }

    /// Invalidates the context and waits for the device.
    func invalidateAndWait() {
        if let reference = end() { close(reference) }
    }

    private func end() -> ContextReference? {
        memory.withLock { memory in
            defer { memory = Memory(stage: .invalidated) }
            if case .open(let reference) = memory.stage { return reference }
            return nil
        }
    }

    /// Closes the reference. A device that cannot be reached has already closed all references of this process.
    private func close(_ reference: ContextReference) {
        _ = try? device.perform(CloseContext(context: reference))
    }

    /// Authenticates the user. `wasValid` is whether the context was valid when the app started the evaluation. If it ended since
    /// then, the app cancelled.
    func perform(_ evaluation: Evaluation, wasValid: Bool) throws(DeviceError) {
        guard wasValid else { throw .authentication(.invalidContext) }
        do throws(DeviceError) {
            let reference = try reference()
            if let subject = evaluation.subject {
                let evaluated = try device.perform(
                    Evaluate(
                        context: reference, subject: subject, presentation: evaluation.presentation,
                        mayInteract: evaluation.mayInteract, unlockReuse: evaluation.unlockReuse))
                if evaluation.updatesDomainState, evaluated.isMatched { noteDomainState() }
            }
        } catch {
            throw isValid ? error : .authentication(.appCancel)
        }
        // A context that was invalidated in the meantime must not become authorized.
        guard isValid else { throw .authentication(.appCancel) }
    }

    func preflight(_ subject: EvaluationSubject) throws(DeviceError) {
        try device.perform(Preflight(context: try reference(), subject: subject))
    }

    /// The state of the enrolment as of the last time that biometry satisfied a policy or was found available. Nil before that, and
    /// after biometry was found unavailable.
    var evaluatedDomainState: Data? { memory.withLock(\.evaluatedDomainState) }

    func noteDomainState() {
        let state = (try? device.perform(ReadMechanisms()))?.biometricState
        memory.withLock { $0.evaluatedDomainState = state.map { Data($0.bytes) } }
    }

    func forgetDomainState() {
        memory.withLock { $0.evaluatedDomainState = nil }
    }

    var hasApplicationPassword: Bool { memory.withLock(\.hasApplicationPassword) }

    /// Returns false if the device rejects the password.
    func setApplicationPassword(_ password: [UInt8]?) -> Bool {
        guard (password?.count ?? 0) <= SetCredential.maximumLength, let reference = try? reference(),
            (try? device.perform(SetCredential(context: reference, password: password))) != nil
        else { return false }
        memory.withLock { memory in
            if case .open = memory.stage { memory.hasApplicationPassword = password != nil }
        }
        return true
    }
}

/// The parameters of one evaluation.
struct Evaluation: Sendable {
    /// The subject of the authentication. Nil if the evaluation needs no authentication and fails only for an invalid context.
    let subject: EvaluationSubject?
    let presentation: Presentation
    var mayInteract = true
    /// The time for which an unlock by biometry satisfies the evaluation, in seconds, from 0 to 300.
    var unlockReuse: UInt16 = 0
    /// Whether success by biometry updates the context's domain state.
    var updatesDomainState = false
}

/// The settings of an app on an `LAContext`.
struct ContextSettings: Sendable {
    var localizedReason = ""
    var localizedFallbackTitle: String?
    var localizedCancelTitle: String?
    var interactionNotAllowed = false
    /// The value that the app set, even if it is not valid.
    var reuseDuration: TimeInterval = 0
    var maxBiometryFailures: Int?

    func presentation(because reason: String) -> Presentation {
        Presentation(shortening: reason, cancelTitle: localizedCancelTitle, fallbackTitle: localizedFallbackTitle)
    }

    /// The value in whole seconds, from 0 to 300. Invalid values count as 0.
    var unlockReuse: UInt16 {
        guard reuseDuration > 0 else { return 0 }
        return UInt16(min(reuseDuration, LATouchIDAuthenticationMaximumAllowableReuseDuration))
    }
}
