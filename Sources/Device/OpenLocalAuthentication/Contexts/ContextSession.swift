import DeviceProtocol
import Foundation
import Synchronization

/// A context of the device as this process holds it: opened at its first use, closed when it is invalidated. Work that is under way holds the
/// session and never the object of the app, so that an app can let go of what it asked for.
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

    /// The device's name of the context. Opens it where that was not done; of two threads that do, the later one closes its own again.
    func reference() throws(DeviceRefusal) -> ContextReference {
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

    /// Ends the context for this process at once, and for the device soon after: whatever asks on its behalf is withdrawn. Again: nothing.
    func invalidate() {
        guard let reference = end() else { return }
        BlockingCall.start { [self] in close(reference) }
    }

    /// The same, for a caller that may wait until the device knows.
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

    /// A device that cannot be reached has closed everything of this process's already.
    private func close(_ reference: ContextReference) {
        _ = try? device.perform(CloseContext(context: reference))
    }

    /// Asks the person. `wasValid` says how the context stood when the app asked: ended since then, it is the app that took the question
    /// back.
    func perform(_ evaluation: Evaluation, wasValid: Bool) throws(DeviceRefusal) {
        guard wasValid else { throw .authentication(.invalidContext) }
        do throws(DeviceRefusal) {
            let reference = try reference()
            if let subject = evaluation.subject {
                let evaluated = try device.perform(
                    Evaluate(
                        context: reference, subject: subject, presentation: evaluation.presentation,
                        mayInteract: evaluation.mayInteract, unlockReuse: evaluation.unlockReuse))
                if evaluation.tellsDomainState, evaluated.isMatched { noteDomainState() }
            }
        } catch {
            throw isValid ? error : .authentication(.appCancel)
        }
        // A context that ended while the answer was under way is authorised for nothing, whatever the device says.
        guard isValid else { throw .authentication(.appCancel) }
    }

    func preflight(_ subject: EvaluationSubject) throws(DeviceRefusal) {
        try device.perform(Preflight(context: try reference(), subject: subject))
    }

    /// Nil until a policy was met by biometry, or biometry was found ready.
    var evaluatedDomainState: Data? { memory.withLock(\.evaluatedDomainState) }

    func noteDomainState() {
        let state = (try? device.perform(ReadMechanisms()))?.biometricState
        memory.withLock { $0.evaluatedDomainState = state.map { Data($0.bytes) } }
    }

    func forgetDomainState() {
        memory.withLock { $0.evaluatedDomainState = nil }
    }

    var hasApplicationPassword: Bool { memory.withLock(\.hasApplicationPassword) }

    /// Gives false where the device does not take it.
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

/// What one evaluation asks for.
struct Evaluation: Sendable {
    /// Nothing: the evaluation asks nobody, and fails only for a context that is not good.
    let subject: EvaluationSubject?
    let presentation: Presentation
    var mayInteract = true
    /// Seconds; 0 to 300.
    var unlockReuse: UInt16 = 0
    /// Whether its success, where biometry was shown, is one by which the context tells the set of fingers or faces.
    var tellsDomainState = false
}

/// What an app sets on an `LAContext`.
struct ContextSettings: Sendable {
    var localizedReason = ""
    var localizedFallbackTitle: String?
    var localizedCancelTitle: String?
    var interactionNotAllowed = false
    /// Whatever the app set, be it no time at all.
    var reuseDuration: TimeInterval = 0
    var maxBiometryFailures: Int?

    func presentation(because reason: String) -> Presentation {
        Presentation(shortening: reason, cancelTitle: localizedCancelTitle, fallbackTitle: localizedFallbackTitle)
    }

    /// Whole seconds, 0 to 300. What is no number stands for none.
    var unlockReuse: UInt16 {
        guard reuseDuration > 0 else { return 0 }
        return UInt16(min(reuseDuration, LATouchIDAuthenticationMaximumAllowableReuseDuration))
    }
}
