package import Dispatch
package import Secrets

/// The passcode is the password of a user account, as PAM checks it.
///
/// Each check runs on a thread of its own, one at a time, since modules are not all made for threads; who waits for longer than the patience is told
/// so, and the thread is left to itself.
package final class PAMVerifier: PasscodeVerifier {
    private let run: @Sendable (SecretBytes) -> PAMOutcome
    private let patience: DispatchTimeInterval
    private let start: Thread.Start
    private let turn = DispatchSemaphore(value: 1)

    package convenience init(service: PAMServiceName, account: PAMAccount, patience: DispatchTimeInterval = .seconds(60)) {
        let transaction = PAMTransaction(service: service, account: account)
        self.init(patience: patience) { transaction.run($0) }
    }

    init(
        patience: DispatchTimeInterval, start: @escaping Thread.Start = Thread.start,
        _ run: @escaping @Sendable (SecretBytes) -> PAMOutcome
    ) {
        self.start = start
        self.run = run
        self.patience = patience
    }

    package func verify(_ passcode: SecretBytes) -> PasscodeVerdict {
        let deadline = DispatchTime.now() + patience
        guard turn.wait(timeout: deadline) == .success else { return .unavailable(.silent) }
        let inbox = Inbox<PAMOutcome>()
        let isStarted = start { [run, turn] in
            inbox.put(run(passcode))
            turn.signal()
        }
        guard isStarted else {
            turn.signal()
            return .unavailable(.noThread)
        }
        return inbox.take(until: deadline)?.verdict ?? .unavailable(.silent)
    }
}
