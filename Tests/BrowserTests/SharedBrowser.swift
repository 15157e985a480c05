import Chromium
import Testing

/// Runs a suite with one browser for all its tests, since starting one takes as long as a test does. Each visitor has a profile of
/// its own in it, so tests do not see each other.
struct SharedBrowser: SuiteTrait, TestScoping {
    /// The browser of the suite that this runs in.
    @TaskLocal static var current: Browser?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Browser.withBrowser { browser in
            try await Self.$current.withValue(browser) { try await function() }
        }
    }
}

extension Trait where Self == SharedBrowser {
    static var sharedBrowser: Self { Self() }
}
