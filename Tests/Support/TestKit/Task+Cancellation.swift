import Foundation

extension Task {
    /// Whether a cancellation of this task ends, for a caller that holds a lock: a cancellation that waits for that lock would hold a
    /// lock of the task meanwhile, which the other holder needs to give the task a value. Only a failing test waits for a minute.
    package var endsCancellation: Bool {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            cancel()
            ended.signal()
        }
        return ended.wait(timeout: .now() + .seconds(60)) == .success
    }
}
