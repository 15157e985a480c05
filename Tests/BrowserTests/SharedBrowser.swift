import Chromium
import Firefox
import Testing

/// Runs a suite with one browser for all its tests, because starting a browser takes as long as a test. Each visitor has a
/// separate profile, so tests do not affect each other.
struct SharedBrowser: SuiteTrait, TestScoping {
    /// The browser of the current suite.
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

/// Runs a suite with one Firefox for all its tests, because starting it takes longer than a test.
struct SharedFirefox: SuiteTrait, TestScoping {
    /// The browser of the current suite.
    @TaskLocal static var current: Firefox?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Firefox.withFirefox { firefox in
            try await Self.$current.withValue(firefox) { try await function() }
        }
    }
}

extension Trait where Self == SharedFirefox {
    static var sharedFirefox: Self { Self() }
}
