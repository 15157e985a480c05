import DeviceProtocol
import Foundation

/// Reports, while a person is being asked, that the question has ended.
final class EndWatch {
    /// Becomes readable once the question has ended, or the device is gone.
    let descriptor: Int32
    private let closeLink: () -> Void
    private let finished = DispatchSemaphore(value: 0)

    /// - Parameter request: is answered when the question ends.
    init<Request: OwnerMessage>(_ link: OwnerLink<Request>, _ request: Request) throws {
        closeLink = link.close
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandFailure(.failure, "there is no pipe: \(String(cString: strerror(errno)))") }
        descriptor = ends[0]
        let (finished, writer) = (finished, ends[1])
        Foundation.Thread.detachNewThread {
            _ = try? link.perform(request)
            // The reading end sees the end of the pipe.
            close(writer)
            finished.signal()
        }
    }

    func end() {
        closeLink()
        finished.wait()
        close(descriptor)
    }
}
