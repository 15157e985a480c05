import DeviceProtocol
import Foundation

/// Calls that block until another task has done something: on a thread of their own, since the pool has no more threads than the machine has
/// processors, and those that block take them from whoever is to unblock them.
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
