import Dispatch

/// Runs calls that block until the device responds, which may depend on the user. Does not use the caller's thread, and not the
/// threads of Swift tasks, because their number is limited to that of the processors.
enum BlockingCall {
    /// Starts `body` on a private queue, never inline.
    static func start(_ body: @escaping @Sendable () -> Void) {
        // A serial queue for each call: libdispatch starts a thread for it if all others are busy. A concurrent queue would stop
        // at the number of processors, so that two prompts would delay the reply of a third.
        DispatchQueue(label: "local-authentication.call").async(execute: body)
    }

    /// Returns the result of `body`, or throws its error.
    static func value<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Passes the result of `body` to a completion handler: the value, or the error.
    static func reply<Value: Sendable>(
        to handler: @escaping @Sendable (Value?, (any Error)?) -> Void, _ body: @escaping @Sendable () throws -> Value
    ) {
        start {
            do {
                handler(try body(), nil)
            } catch {
                handler(nil, error)
            }
        }
    }

    /// Passes the error of `body` to a completion handler, or nil.
    static func reply(to handler: @escaping @Sendable ((any Error)?) -> Void, _ body: @escaping @Sendable () throws -> Void) {
        start {
            do {
                try body()
                handler(nil)
            } catch {
                handler(error)
            }
        }
    }
}
