/// Runs an operation and throws ``BrowserError/deadline(operation:limit:)`` if it does not finish within `limit`.
///
/// The operation is then cancelled. Every wait for the browser ends when it is cancelled.
package func within<Result: Sendable>(
    _ limit: Duration, _ name: String, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw BrowserError.deadline(operation: name, limit: limit)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
