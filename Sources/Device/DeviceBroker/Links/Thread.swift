import Glibc

/// Threads for work that blocks: the broker's requests wait for people, and the pools of others must not wait with them.
enum Thread {
    /// Runs `body` on a thread of its own. False where no thread can be had: `body` is then never run, least of all on the caller's.
    typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

    /// A thread of this process.
    static let start: Start = { start(stackByteCount: nil, $0) }

    /// The same with a stack of this size; of the system's where that is absent.
    static func start(stackByteCount: Int?, _ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        if let stackByteCount, pthread_attr_setstacksize(&attributes, stackByteCount) != 0 { return false }
        pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                argument.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        if status != 0 { box.release() }
        return status == 0
    }

    private final class Box {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
