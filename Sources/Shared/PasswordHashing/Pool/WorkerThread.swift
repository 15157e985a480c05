import Glibc

/// A thread of the operating system, for work that would block the cooperative pool.
struct WorkerThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that runs `body` and ends. Nil where the system has no room for one.
    ///
    /// - Parameter niceness: how far the thread stands back behind the others of the process where processors are short (`nice(2)`, which
    ///   on Linux is about one thread).
    init?(niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) {
        let context = Unmanaged.passRetained(
            Body {
                if niceness > 0 { _ = nice(niceness) }
                body()
            })
        var handle = pthread_t()
        let status = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard status == 0 else {
            context.release()
            return nil
        }
        self.handle = handle
    }

    /// Waits for the end of the thread. Once at most, and not after ``detach()``.
    func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end unwaited for. Once at most, and not after ``join()``.
    func detach() {
        pthread_detach(handle)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
