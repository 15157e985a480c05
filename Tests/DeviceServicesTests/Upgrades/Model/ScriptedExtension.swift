import DeviceProtocol
import Synchronization

@testable import DeviceServices

/// An app's extension that follows a script, on the calling thread. It is honest: it sends no password that the system has not
/// recorded, and reports only changes that its server has confirmed.
final class ScriptedExtension: ExtensionProgram {
    enum Act: CaseIterable, Sendable {
        case sendProposed
        /// Continues when the system has answered.
        case announceAnother, sendAnnounced
        case completeProposed, completeAnnounced
        case giveUp
        /// Continues in its view.
        case askForPerson
    }

    private let server: ModelServer
    private let failurePlan: FailurePlan
    private let script: [Act]

    init(_ server: ModelServer, _ failurePlan: FailurePlan, _ script: [Act]) {
        self.server = server
        self.failurePlan = failurePlan
        self.script = script
    }

    func start(report: @escaping @Sendable (ExtensionWord<ModificationReport>) -> Void) -> (
        any RunningExtension<ModificationOrder>
    )? {
        failurePlan.extensionStarts()
        return Process(server, failurePlan, script, report)
    }

    private final class Process: RunningExtension {
        private struct State {
            var rest: ArraySlice<Act>
            var task: ModificationTask?
            var announced: String?
            var isNoted = false
            var announcements = 0
            var done: Set<String> = []
            var isStopped = false
        }

        private let server: ModelServer
        private let failurePlan: FailurePlan
        private let report: @Sendable (ExtensionWord<ModificationReport>) -> Void
        private let state: Mutex<State>

        init(
            _ server: ModelServer, _ failurePlan: FailurePlan, _ script: [Act],
            _ report: @escaping @Sendable (ExtensionWord<ModificationReport>) -> Void
        ) {
            self.server = server
            self.failurePlan = failurePlan
            self.report = report
            state = Mutex(State(rest: script[...]))
        }

        func stop() { state.withLock { $0.isStopped = true } }

        func deliver(_ order: ModificationOrder) -> Bool {
            failurePlan.pass()
            guard !state.withLock(\.isStopped), isAlive else { return false }
            switch order {
            case .modify(let task):
                state.withLock { $0.task = task }
                goOn()
            case .prepare(let task):
                state.withLock { $0.task = task }
                say(.isPrepared)
                goOn()
            case .noted(let isNoted):
                state.withLock { $0.isNoted = isNoted }
                goOn()
            case .cancel: say(.gaveUp(ModificationFailure(.userCanceled)))
            case .credential, .event: break
            }
            return true
        }

        private var isAlive: Bool { !failurePlan.isExtensionDead && !failurePlan.isSystemDead }

        /// Runs until it waits for the system, or ends.
        private func goOn() {
            while let (act, task) = next() {
                failurePlan.pass()
                guard isAlive else { break }
                let proposed = task.newPassword ?? ""
                let announced = state.withLock { $0.isNoted ? $0.announced : nil }
                switch act {
                case .sendProposed: send(proposed, task)
                case .sendAnnounced: if let announced { send(announced, task) }
                case .completeProposed: complete(proposed, task)
                case .completeAnnounced: if let announced { complete(announced, task) }
                case .giveUp: say(.gaveUp(ModificationFailure(.failed)))
                case .announceAnother:
                    let password = state.withLock { state in
                        state.announcements += 1
                        let password = "announced \(state.announcements) for \(task.key)"
                        (state.announced, state.isNoted) = (password, false)
                        return password
                    }
                    return say(.announces(PasswordGrant(user: task.user, password: password)))
                case .askForPerson: return say(.gaveUp(ModificationFailure(.userInteractionRequired)))
                }
            }
            report(.gone)
        }

        private func next() -> (Act, ModificationTask)? {
            state.withLock { state in
                guard let task = state.task, let act = state.rest.popFirst() else { return nil }
                return (act, task)
            }
        }

        private func send(_ password: String, _ task: ModificationTask) {
            failurePlan.pass()
            guard isAlive, !failurePlan.takesRequest() else { return }
            let answer = server.change(task.password, key: task.key, to: password)
            failurePlan.pass()
            if isAlive, !failurePlan.takesAnswer(), answer == .done { _ = state.withLock { $0.done.insert(password) } }
        }

        private func complete(_ password: String, _ task: ModificationTask) {
            guard state.withLock({ $0.done.contains(password) }) else { return }
            say(.changedPassword(PasswordGrant(user: task.user, password: password), nil))
        }

        private func say(_ word: ModificationReport) {
            failurePlan.pass()
            report(isAlive ? .report(word) : .gone)
        }
    }
}
