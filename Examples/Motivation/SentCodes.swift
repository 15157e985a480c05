import Foundation
import Synchronization

/// The codes that were sent to users. Each code is valid once, for ten minutes and five attempts.
final class SentCodes: Sendable {
    private struct Sent {
        let code: String
        let end: Date
        var attemptsLeft = 5
    }

    private let sent = Mutex<[UUID: Sent]>([:])

    /// Returns a new code for the account, and invalidates the earlier one.
    func issue(for account: UUID, at now: Date = Date()) -> String {
        let code = String(String(Int.random(in: 1_000_000..<2_000_000)).dropFirst())
        sent.withLock { sent in
            sent = sent.filter { $0.value.end > now }
            sent[account] = Sent(code: code, end: now.addingTimeInterval(600))
        }
        return code
    }

    /// Whether the code is valid for the account. A valid code becomes invalid; a wrong code uses up an attempt.
    func take(_ code: String, of account: UUID, at now: Date = Date()) -> Bool {
        sent.withLock { sent in
            guard var known = sent[account], known.end > now, known.attemptsLeft > 0 else { return false }
            known.attemptsLeft -= 1
            let isRight = known.code == code
            sent[account] = isRight ? nil : known
            return isRight
        }
    }
}
