import Glibc

/// Threads for work that blocks: the broker's requests wait for people, and the pools of others must not wait with them.
enum Thread {
    /// Runs `body` on a thread of its own.
    static func detach(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { argument in
                argument.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            // No thread to be had: the work is done here, and whoever comes next waits.
            box.takeRetainedValue().body()
            return
        }
        pthread_detach(thread)
    }

    private final class Box {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
