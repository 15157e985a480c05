public import Foundation

/// A sign-in by a web page in asynchronous code, as SwiftUI's environment value `webAuthenticationSession` does it.
public struct WebAuthenticationSession: Sendable {
    /// What the browser knows of the person when the page opens.
    public struct BrowserSession: Hashable, Sendable {
        let isEphemeral: Bool

        /// What the person's browser knows.
        public static let shared = BrowserSession(isEphemeral: false)
        /// Nothing, and nothing is kept. The person is then not asked first.
        public static let ephemeral = BrowserSession(isEphemeral: true)
    }

    /// For the device of the task that signs in.
    public init() {}

    /// Opens the page, and returns the address of the scheme that ends it.
    ///
    /// - Parameter preferredBrowserSession: Nil: the shared one.
    /// - Throws: ``ASWebAuthenticationSessionError``; a task that is cancelled closes the page.
    @MainActor
    public func authenticate(
        using url: URL, callbackURLScheme: String, preferredBrowserSession: BrowserSession? = nil
    ) async throws -> URL {
        try await authenticate(
            using: url, callback: .customScheme(callbackURLScheme), preferredBrowserSession: preferredBrowserSession,
            additionalHeaderFields: [:])
    }

    /// Opens the page, and returns the address that ends it.
    ///
    /// - Parameter additionalHeaderFields: As ``ASWebAuthenticationSession/additionalHeaderFields``.
    /// - Throws: as ``authenticate(using:callbackURLScheme:preferredBrowserSession:)``.
    @MainActor
    public func authenticate(
        using url: URL, callback: ASWebAuthenticationSession.Callback, preferredBrowserSession: BrowserSession? = nil,
        additionalHeaderFields: [String: String]
    ) async throws -> URL {
        let place = Place()
        let result = SessionResult()
        let session = ASWebAuthenticationSession(url: url, callback: callback) { result.end($0, $1) }
        session.presentationContextProvider = place
        session.prefersEphemeralWebBrowserSession = preferredBrowserSession == .ephemeral
        session.additionalHeaderFields = additionalHeaderFields
        // Where it cannot begin it tells the handler why.
        session.start()
        return try await withTaskCancellationHandler {
            defer { withExtendedLifetime(place) {} }
            return try await result.value
        } onCancel: {
            session.cancel()
        }
    }

    /// The scene that the view is in.
    private final class Place: NSObject, ASWebAuthenticationPresentationContextProviding {
        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
    }
}

/// What a session ended with, for one who waits.
@MainActor
private final class SessionResult {
    private var result: Result<URL, any Error>?
    private var waiter: CheckedContinuation<URL, any Error>?

    func end(_ url: URL?, _ error: (any Error)?) {
        let result: Result<URL, any Error> =
            url.map { .success($0) } ?? .failure(error ?? ASWebAuthenticationSessionError(.canceledLogin))
        self.result = result
        waiter.take()?.resume(with: result)
    }

    var value: URL {
        get async throws {
            if let result { return try result.get() }
            return try await withCheckedThrowingContinuation { waiter = $0 }
        }
    }
}
