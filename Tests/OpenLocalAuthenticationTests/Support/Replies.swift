import OpenLocalAuthentication

/// The calls of a completion handler, in order, for a test to wait for.
final class Replies<Value: Sendable>: Sendable {
    private let continuation: AsyncStream<Value>.Continuation
    private let stream: AsyncStream<Value>

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Value.self)
    }

    func put(_ value: Value) {
        continuation.yield(value)
    }

    /// Returns the first `count` of them.
    func first(_ count: Int = 1) async -> [Value] {
        var values: [Value] = []
        for await value in stream {
            values.append(value)
            if values.count == count { break }
        }
        return values
    }
}
