import DeviceProtocol
import Synchronization

@testable import DeviceServices

/// An app's extension that performs the requested change at its server, on the calling thread.
final class ModelExtension: ExtensionProgram {
    struct Habit: Sendable {
        /// Requests user interaction first.
        var needsPerson = false
        /// Repeats the request once if no response arrives.
        var asksAgain = true
        /// Announces a password that the server prefers before sending it.
        var announces = true
        /// The reports that it sends instead of the change.
        var instead: [ModificationReport]?
    }

    private let server: ModelServer
    private let failurePlan: FailurePlan
    private let habit: Habit
    private let told = Mutex<[ModificationOrder]>([])

    init(_ server: ModelServer, _ failurePlan: FailurePlan = FailurePlan(), _ habit: Habit = Habit()) {
        self.server = server
        self.failurePlan = failurePlan
        self.habit = habit
    }

    /// The orders that all its processes received.
    var orders: [ModificationOrder] { told.withLock { $0 } }

    func start(report: @escaping @Sendable (ExtensionWord<ModificationReport>) -> Void) -> (
        any RunningExtension<ModificationOrder>
    )? {
        failurePlan.extensionStarts()
        return Process(self, report)
    }

    private final class Process: RunningExtension {
        private let program: ModelExtension
        private let report: @Sendable (ExtensionWord<ModificationReport>) -> Void
        private let isStopped = Mutex(false)
        private let task = Mutex<ModificationTask?>(nil)
        private let announced = Mutex<String?>(nil)

        init(_ program: ModelExtension, _ report: @escaping @Sendable (ExtensionWord<ModificationReport>) -> Void) {
            self.program = program
            self.report = report
        }

        func stop() { isStopped.withLock { $0 = true } }

        func deliver(_ order: ModificationOrder) -> Bool {
            program.failurePlan.pass()
            guard !isStopped.withLock({ $0 }), !program.failurePlan.isSystemDead, isAlive else { return false }
            program.told.withLock { $0.append(order) }
            switch order {
            case .modify(let task):
                self.task.withLock { $0 = task }
                program.habit.needsPerson ? say(.gaveUp(ModificationFailure(.userInteractionRequired))) : work(task)
            case .prepare(let task):
                self.task.withLock { $0 = task }
                say(.isPrepared)
                work(task)
            case .credential(.granted): if let task = task.withLock({ $0 }) { convert(task) }
            case .credential(.cancelled): say(.gaveUp(ModificationFailure(.userCanceled)))
            case .credential(.unavailable): say(.gaveUp(ModificationFailure(.failed)))
            case .noted(let isNoted):
                if isNoted, let task = task.withLock({ $0 }), let password = announced.withLock({ $0 }) {
                    change(task, to: password)
                } else {
                    say(.gaveUp(ModificationFailure(.failed)))
                }
            case .cancel: say(.gaveUp(ModificationFailure(.userCanceled)))
            case .event(let event): if let screen = ShownScreen(event.bytes, handled: 1) { say(.shows(screen)) }
            }
            return true
        }

        private var isAlive: Bool { !program.failurePlan.isExtensionDead }

        private func work(_ task: ModificationTask) {
            if let instead = program.habit.instead {
                for report in instead { say(report) }
            } else if task.modification == .signInWithApple {
                say(.requestsCredential(state: "state", nonce: "nonce"))
            } else {
                change(task, to: task.newPassword ?? "")
            }
        }

        private func change(_ task: ModificationTask, to password: String) {
            switch ask({ self.program.server.change(task.password, key: task.key, to: password) }) {
            case .done: say(.changedPassword(PasswordGrant(user: task.user, password: password), nil))
            case .prefers(let other):
                announced.withLock { $0 = other }
                if program.habit.announces {
                    say(.announces(PasswordGrant(user: task.user, password: other)))
                } else {
                    change(task, to: other)
                }
            case .rejected, nil: say(.gaveUp(ModificationFailure(.failed, "The server declined.")))
            }
        }

        private func convert(_ task: ModificationTask) {
            switch ask({ self.program.server.convert(task.password, key: task.key) }) {
            case .done: say(.convertedToApple(nil))
            default: say(.gaveUp(ModificationFailure(.failed)))
            }
        }

        /// Nil if no response arrived.
        private func ask(_ request: () -> ModelServer.Answer) -> ModelServer.Answer? {
            for _ in 0...(program.habit.asksAgain ? 1 : 0) {
                program.failurePlan.pass()
                guard isAlive else { return nil }
                if program.failurePlan.takesRequest() { continue }
                let answer = request()
                program.failurePlan.pass()
                guard isAlive else { return nil }
                if !program.failurePlan.takesAnswer() { return answer }
            }
            return nil
        }

        private func say(_ word: ModificationReport) {
            program.failurePlan.pass()
            // A report to a dead system only ends the rest of it here.
            report(isAlive && !program.failurePlan.isSystemDead ? .report(word) : .gone)
        }
    }
}
