import Dispatch

/// How long a prompt waits for somebody to take it: a clock that is given as an argument.
package struct Patience: Sendable {
    /// Calls its argument when the time is over, from any thread, once.
    let wait: @Sendable (_ over: @escaping @Sendable () -> Void) -> Void

    package init(_ wait: @escaping @Sendable (_ over: @escaping @Sendable () -> Void) -> Void) {
        self.wait = wait
    }

    package static func seconds(_ seconds: Int) -> Patience {
        Patience { over in DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: over) }
    }
}
