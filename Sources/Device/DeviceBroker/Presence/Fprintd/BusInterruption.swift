import Glibc
import Synchronization

/// What ends the waiting of a thread that polls: a pair of sockets, one of them readable from the moment on that it is raised.
final class BusInterruption: Sendable {
    let descriptor: Int32
    private let writing: Int32
    private let isOver = Mutex(false)

    /// Throws `disconnected` where none can be had.
    init() throws(BusError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .disconnected }
        (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(writing)
    }

    var isRaised: Bool { isOver.withLock { $0 } }

    func raise() {
        isOver.withLock { isOver in
            guard !isOver else { return }
            isOver = true
            var byte: UInt8 = 1
            _ = write(writing, &byte, 1)
        }
    }
}
