import DeviceProtocol

/// What ends a question from outside, while it waits for its turn and while a person is asked: its asker, or the lock.
///
/// It is made when the question is: a device that is locked later ends it, wherever it stands then.
struct QuestionEndings: Sendable {
    enum Ending: Sendable {
        case takenBack
        case locked

        var failure: AuthenticationFailure { self == .takenBack ? .appCancel : .systemCancel }
        var event: PresenceCeremony.Event { self == .takenBack ? .withdrawn : .interrupted }
    }

    private let withdrawal: Withdrawal
    private let locking: Withdrawal

    init(withdrawal: Withdrawal, locking: Withdrawal) {
        self.withdrawal = withdrawal
        self.locking = locking
    }

    /// What has ended the question already.
    var past: Ending? {
        withdrawal.isWithdrawn ? .takenBack : locking.isWithdrawn ? .locked : nil
    }

    /// Runs `body`, meanwhile tells what ends the question, and holds nothing of it afterwards.
    func during<Value>(_ body: () -> Value, tell: @escaping @Sendable (Ending) -> Void) -> Value {
        let watches = [withdrawal.onWithdrawal { tell(.takenBack) }, locking.onWithdrawal { tell(.locked) }]
        defer { for watch in watches { watch.end() } }
        return body()
    }
}
