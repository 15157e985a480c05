import Glibc

/// An operating system thread for blocking work, which must not block tasks or other threads.
package struct WorkerThread: Sendable {
    /// Starts a detached thread. Returns false if no thread is available; the body then never runs, not even on the caller's
    /// thread.
    package typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

    /// Starts a detached thread of this process.
    package static let start: Start = { body in
        guard let thread = WorkerThread(body) else { return false }
        thread.detach()
        return true
    }

    private let handle: pthread_t

    /// Starts a thread that runs `body` and ends. Returns nil if the system cannot create one.
    ///
    /// - Parameters:
    ///   - niceness: the `nice(2)` value of the thread, which on Linux applies to one thread. A higher value yields the processor
    ///     to the other threads.
    ///   - stackByteCount: the stack size; nil for the system's default.
    package init?(niceness: Int32 = 0, stackByteCount: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        if let stackByteCount, pthread_attr_setstacksize(&attributes, stackByteCount) != 0 { return nil }
        let context = Unmanaged.passRetained(
            Body {
                if niceness > 0 { _ = nice(niceness) }
                body()
            })
        var handle = pthread_t()
        let status = pthread_create(
            &handle, &attributes,
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

    /// Waits for the end of the thread. Call it at most once, and not after ``detach()``.
    package func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end on its own. Call it at most once, and not after ``join()``.
    package func detach() {
        pthread_detach(handle)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
