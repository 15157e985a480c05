import TestKit
import Testing

@testable import Chromium

@Suite("The deadline of an operation", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeadlineTests {
    @Test("an operation that never ends is cancelled at its deadline")
    func cancelled() async throws {
        await #expect(throws: BrowserError.self) {
            try await within(.zero, "waiting") { try await Task.sleep(for: .seconds(1_000_000)) }
        }
    }

    @Test("an operation that ends before the deadline returns its result")
    func inTime() async throws {
        #expect(try await within(.seconds(1_000_000), "adding") { 1 + 1 } == 2)
    }
}
