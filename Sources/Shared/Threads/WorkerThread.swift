import Glibc

/// A thread of the operating system, for work that blocks: neither tasks nor the threads of others must wait with it.
package struct WorkerThread: Sendable {
    /// Starts a thread and lets it end unwaited for. False where no thread is available: the body is then never run, least of all on the caller's.
    package typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

    /// A thread of this process.
    package static let start: Start = { body in
        guard let thread = WorkerThread(body) else { return false }
        thread.detach()
        return true
    }

    private let handle: pthread_t

    /// Starts a thread that runs `body` and ends. Nil where the system has no room for one.
    ///
    /// - Parameters:
    ///   - niceness: how far the thread stands back behind the others of the process where processors are short (`nice(2)`, which on Linux is
    ///     about one thread).
    ///   - stackByteCount: the system's where it is absent.
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

    /// Waits for the end of the thread. Once at most, and not after ``detach()``.
    package func join() {
        pthread_join(handle, nil)
    }

    /// Lets the thread end unwaited for. Once at most, and not after ``join()``.
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
