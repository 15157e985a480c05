package import Mail
import Synchronization

/// A transport for development: it keeps the newest messages in memory and sends none.
package final class DevelopmentMailbox: MailTransport {
    /// A kept message. Its number is never used again.
    struct Kept: Sendable {
        let number: Int
        let message: MailMessage
        fileprivate let byteCount: Int
    }

    private struct State {
        var kept: [Kept] = []
        var byteCount = 0
        var lastNumber = 0
    }

    private let limit: (count: Int, bytes: Int)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - count: the maximum number of messages; the oldest is dropped.
    ///   - bytes: the maximum size of their texts. A single message may exceed it.
    package init(count: Int = 100, bytes: Int = 4_194_304) {
        limit = (count, bytes)
    }

    package func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            keep(message)
            await report(index, .delivered)
        }
    }

    private func keep(_ message: MailMessage) {
        let byteCount = message.content.text.utf8.count + message.content.html.utf8.count
        state.withLock { state in
            state.lastNumber += 1
            state.kept.append(Kept(number: state.lastNumber, message: message, byteCount: byteCount))
            state.byteCount += byteCount
            while state.kept.count > limit.count || state.byteCount > limit.bytes && state.kept.count > 1 {
                state.byteCount -= state.kept.removeFirst().byteCount
            }
        }
    }

    /// The messages, the newest first.
    var messages: [Kept] { state.withLock { $0.kept.reversed() } }
}
