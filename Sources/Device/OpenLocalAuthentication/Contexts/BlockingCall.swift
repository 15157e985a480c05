import Dispatch

/// A call that waits for the device, perhaps as long as a person takes: neither on the caller's thread, nor on those of Swift's tasks, of
/// which there are no more than processors.
enum BlockingCall {
    /// Starts `body` on a private queue, never inline.
    static func start(_ body: @escaping @Sendable () -> Void) {
        // A serial queue each: libdispatch starts a thread for one whenever all others are busy. A concurrent queue would stop at the number
        // of processors, and two prompts would keep the reply to a third from its app.
        DispatchQueue(label: "local-authentication.call").async(execute: body)
    }

    /// What `body` gives, or throws.
    static func value<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Hands what `body` gives to a completion handler: the value, or the error.
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

    /// Hands a completion handler the error, or nil.
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
