import DeviceProtocol
import Foundation

/// Runs blocking calls on a separate thread. The pool of tasks has only as many threads as the machine has processors, so blocked
/// ones would be missing for the tasks that unblock them.
enum OffPool {
    static func value<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        let link = CurrentDevice.link
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: CurrentDevice.$link.withValue(link) { body() })
            }
        }
    }
}
