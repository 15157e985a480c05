#if PostgreSQL
/// Carries something out so many times at once and returns what came of each.
func race<Outcome: Sendable>(
    _ count: Int, _ attempt: @escaping @Sendable (Int) async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        for index in 0..<count { group.addTask { try await attempt(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
#endif
