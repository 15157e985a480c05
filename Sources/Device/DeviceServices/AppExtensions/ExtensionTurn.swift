import DeviceBroker
import Dispatch
import Synchronization

/// The exclusive use of an extension or of a credential, from its start to its end.
///
/// Others wait for the end if it is near, and are rejected if it is not, because then it depends on the user or on a program.
final class ExtensionTurn: Sendable {
    let cancellation: PromptCancellationToken
    private let isEnding: Mutex<Bool>
    private let ended = DispatchGroup()

    /// Creates a turn without starting it.
    ///
    /// - Parameters:
    ///   - cancellation: the token by which the requester can end the turn.
    ///   - isShort: whether its end is always near.
    init(until cancellation: PromptCancellationToken = PromptCancellationToken(), isShort: Bool = false) {
        self.cancellation = cancellation
        isEnding = Mutex(isShort)
    }

    /// Marks the end as near, because the user cancelled.
    func endSoon() { isEnding.withLock { $0 = true } }

    /// Starts the turn. Blocks while another one ends. Returns false during any other.
    ///
    /// - Parameter take: makes this turn the current one, or returns the current one.
    func start(_ take: (ExtensionTurn) -> ExtensionTurn?) -> Bool {
        ended.enter()
        while let current = take(self) {
            guard current.cancellation.isCancelled || current.isEnding.withLock({ $0 }) else {
                ended.leave()
                return false
            }
            current.ended.wait()
        }
        return true
    }

    /// Ends the turn after it was removed as the current one.
    func end() { ended.leave() }
}
