/// Runs an operation and throws ``ChromiumError/deadline(operation:limit:)`` when it has not finished within `limit`.
///
/// The operation is cancelled then; everything here that waits for the browser gives up when cancelled.
func within<Result: Sendable>(
    _ limit: Duration, _ name: String, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw ChromiumError.deadline(operation: name, limit: limit)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
