import DeviceProtocol
import Foundation
import Threads

/// Reports the end of a prompt while the terminal shows it.
final class PromptEndMonitor {
    /// A descriptor that becomes readable when the prompt has ended, or the device is gone.
    let descriptor: Int32
    private let closeLink: () -> Void
    private let finished = DispatchSemaphore(value: 0)

    /// - Parameter request: a request that the device answers when the prompt ends.
    init<Request: OwnerMessage>(_ link: OwnerLink<Request>, _ request: Request) throws {
        closeLink = link.close
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw CommandFailure(.failure, "the pipe cannot be created: \(String(cString: strerror(errno)))")
        }
        descriptor = ends[0]
        let (finished, writer) = (finished, ends[1])
        let isStarted = WorkerThread.start {
            _ = try? link.perform(request)
            // The reader of the pipe then sees its end.
            close(writer)
            finished.signal()
        }
        guard isStarted else {
            ends.forEach { close($0) }
            throw CommandFailure(.failure, "no thread for the prompt can be created")
        }
    }

    func end() {
        closeLink()
        finished.wait()
        close(descriptor)
    }
}
