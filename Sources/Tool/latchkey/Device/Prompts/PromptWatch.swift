import DeviceBroker
import DeviceProtocol
import Foundation

/// Tells, while a person is being asked, that the prompt is over.
final class PromptWatch {
    /// Something can be read here once the prompt is over, or the device gone.
    let descriptor: Int32
    private let link: ControlLink
    private let finished = DispatchSemaphore(value: 0)

    /// - Parameter path: of the control socket.
    init(_ number: UInt64, path: String) throws {
        link = try ControlLink(path: path)
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CommandFailure(.failure, "there is no pipe: \(String(cString: strerror(errno)))") }
        descriptor = ends[0]
        let (link, finished, writer) = (link, finished, ends[1])
        Foundation.Thread.detachNewThread {
            _ = try? link.perform(.watchPrompt(number))
            // The reading end sees the end of the pipe.
            close(writer)
            finished.signal()
        }
    }

    func end() {
        link.close()
        finished.wait()
        close(descriptor)
    }
}
