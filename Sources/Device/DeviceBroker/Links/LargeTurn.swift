import CMalloc
import Dispatch

/// One request's claim on much memory. Of each app one request at a time has it: whatever an app sends, asks for and leaves unread, it costs the broker no
/// more than its longest message a few times over, and costs other apps nothing.
package final class LargeTurn: Sendable {
    /// From how many bytes on a message or a value takes the turn.
    static let threshold = 1 << 20

    /// Of the request that the thread carries; none where the app is this process itself.
    @TaskLocal static var current: LargeTurn?

    private let free: DispatchSemaphore
    private nonisolated(unsafe) var isHeld = false

    /// - Parameter free: the app's, with the value one. To be used by one thread.
    init(of free: DispatchSemaphore) {
        self.free = free
    }

    /// Has the process give each long value back to the system when it is done with; the allocator would keep some of what every thread freed. Called by a program
    /// that serves apps, before it begins.
    package static func giveMemoryBack() {
        mallopt(M_MMAP_THRESHOLD, Int32(threshold))
    }

    /// Waits until the app's other requests hold less. Does nothing for what is small.
    func hold(_ byteCount: Int) {
        guard byteCount > Self.threshold, !isHeld else { return }
        free.wait()
        isHeld = true
    }

    /// Lets the next one in. Called once, when nothing of the request is left.
    func end() {
        if isHeld { free.signal() }
    }
}
