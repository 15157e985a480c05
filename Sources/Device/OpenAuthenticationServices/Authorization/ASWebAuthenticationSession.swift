import DeviceProtocol
public import Foundation
import Synchronization

/// A sign-in on a web page in the device's browser. The app receives only the callback URL.
///
/// `@unchecked Sendable`: locks protect the state of this class. Subclasses must protect their own.
open class ASWebAuthenticationSession: NSObject, @unchecked Sendable {
    /// Called once on the main actor, with the callback URL or an ``ASWebAuthenticationSessionError``.
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    /// The callback URL that ends a session.
    public struct Callback: Sendable {
        let callback: WebCallback

        /// Matches URLs with a custom scheme. A session with a scheme that pages use, such as `https`, is cancelled immediately.
        public static func customScheme(_ scheme: String) -> Callback {
            Callback(callback: .customScheme(scheme))
        }

        /// Matches https URLs with a host and a path at the default port, with any query.
        public static func https(host: String, path: String) -> Callback {
            Callback(callback: .https(host: host, path: path))
        }

        /// Returns whether the URL ends a session. The device applies the same rule.
        public func matchesURL(_ url: URL) -> Bool {
            callback.isMet(byScheme: url.scheme, host: url.host, port: url.port, path: url.path(percentEncoded: true))
        }
    }

    private struct State {
        /// Whether ``ASWebAuthenticationSession/start()`` was called. The handler then belongs to that call.
        var isStarted = false
        var isEphemeral = false
        var headerFields: [String: String]?
        var call: DeviceCall?
    }

    private let url: URL
    private let callback: WebCallback?
    private let handler: Handler
    private let parties = WeakParties()
    private let device: any DeviceLink
    private let state = Mutex(State())

    /// Creates a session that ends with a URL of the scheme. With nil, only the user can end it.
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        self.url = url
        callback = callbackURLScheme.map { .customScheme($0) }
        handler = Handler(completionHandler)
        device = CurrentDevice.link
        super.init()
    }

    /// Creates a session that ends with a matching callback URL.
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        self.url = url
        self.callback = callback.callback
        handler = Handler(completionHandler)
        device = CurrentDevice.link
        super.init()
    }

    /// The presentation context provider, which is required and not retained.
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { parties.provider as? any ASWebAuthenticationPresentationContextProviding }
        set { parties.provider = newValue }
    }

    /// Whether the browser uses a separate session without existing cookies and stores none. The user is then not asked for
    /// consent. False by default.
    open var prefersEphemeralWebBrowserSession: Bool {
        get { state.withLock(\.isEphemeral) }
        set { state.withLock { $0.isEphemeral = newValue } }
    }

    /// Header fields that the browser adds to the first request only. If a field is forbidden by the Fetch standard, such as
    /// `Cookie`, or cannot be sent over HTTP, the session does not start, as on Apple's systems: ``start()`` returns false, and
    /// the handler receives ``ASWebAuthenticationSessionError/canceledLogin``.
    open var additionalHeaderFields: [String: String]? {
        get { state.withLock(\.headerFields) }
        set { state.withLock { $0.headerFields = newValue } }
    }

    /// Whether ``start()`` can succeed: it was not called before, and there is a presentation context provider.
    open var canStart: Bool {
        parties.provider != nil && !state.withLock(\.isStarted)
    }

    /// Opens the page and returns immediately. Call this only once.
    ///
    /// Returns false, and has no other effect, if it was called before. Also returns false if there is no presentation context
    /// provider, or if a header field is invalid: the handler then receives the error and the session ends. Create a new one.
    @discardableResult
    open func start() -> Bool {
        let headerFields = Self.headerFields(additionalHeaderFields ?? [:])
        let obstacle: ASWebAuthenticationSessionError? =
            if parties.provider == nil {
                ASWebAuthenticationSessionError(
                    .presentationContextNotProvided, because: "The session has no presentation context provider.")
            } else if headerFields == nil {
                ASWebAuthenticationSessionError(.canceledLogin, because: "One or more provided headers are invalid.")
            } else {
                nil
            }
        let call = DeviceCall(device: device)
        let isFirst = state.withLock { state in
            guard !state.isStarted else { return false }
            state.isStarted = true
            state.call = obstacle == nil ? call : nil
            return true
        }
        guard isFirst else { return false }
        guard obstacle == nil, let headerFields else {
            Task { @MainActor in handler.call(nil, obstacle) }
            return false
        }
        let isEphemeral = prefersEphemeralWebBrowserSession
        Task { @MainActor in
            _ = presentationContextProvider?.presentationAnchor(for: self)
            DeviceCall.start { [self] in
                let result = call.webAuthentication(url, callback, isEphemeral: isEphemeral, headerFields)
                call.answer {
                    switch result {
                    case .success(let address): self.handler.call(address, nil)
                    case .failure(let error): self.handler.call(nil, error)
                    }
                }
            }
        }
        return true
    }

    /// Returns nil if a field is invalid or there are too many.
    private static func headerFields(_ fields: [String: String]) -> [WebHeaderField]? {
        let checked = fields.sorted { $0.key < $1.key }.compactMap { WebHeaderField(name: $0.key, value: $0.value) }
        return checked.count == fields.count && checked.count <= WebHeaderField.maximumCount ? checked : nil
    }

    /// Closes the page. The handler receives ``ASWebAuthenticationSessionError/canceledLogin``. Has no effect before the start
    /// and after the end.
    open func cancel() {
        state.withLock(\.call)?.cancel()
    }

    /// `@unchecked Sendable`: called only on the main actor, once.
    private final class Handler: @unchecked Sendable {
        private var handler: CompletionHandler?

        init(_ handler: @escaping CompletionHandler) {
            self.handler = handler
        }

        @MainActor
        func call(_ url: URL?, _ error: ASWebAuthenticationSessionError?) {
            handler.take()?(url, error)
        }
    }
}

extension DeviceCall {
    /// Blocks until the session ends. Without a callback, only the user can end it.
    fileprivate func webAuthentication(
        _ url: URL, _ callback: WebCallback?, isEphemeral: Bool, _ headerFields: [WebHeaderField]
    ) -> Result<URL, ASWebAuthenticationSessionError> {
        // A scheme that no URL can have.
        let callback = callback ?? .customScheme("")
        do throws(DeviceError) {
            let outcome = try perform {
                OpenWebAuthentication(
                    context: $0, address: url.absoluteString, callback: callback, isEphemeral: isEphemeral,
                    headerFields: headerFields)
            }
            guard case .callback(let address) = outcome, let url = URL(string: address) else {
                return .failure(ASWebAuthenticationSessionError(.canceledLogin, because: "The session was cancelled."))
            }
            return .success(url)
        } catch {
            return .failure(ASWebAuthenticationSessionError(.canceledLogin, because: "The device denied the request: \(error)"))
        }
    }
}

/// Provides the presentation anchor for the browser.
@preconcurrency @MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    /// Called once for each session that starts.
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// A web authentication session in asynchronous code, like SwiftUI's environment value `webAuthenticationSession`.
public struct WebAuthenticationSession: Sendable {
    /// The browser session in which the page opens.
    public struct BrowserSession: Hashable, Sendable {
        let isEphemeral: Bool

        /// The user's browser session.
        public static let shared = BrowserSession(isEphemeral: false)
        /// A separate session that stores nothing. The user is then not asked for consent.
        public static let ephemeral = BrowserSession(isEphemeral: true)
    }

    /// Creates a value for the device of the task that signs in.
    public init() {}

    /// Opens the page and returns the callback URL with the scheme.
    ///
    /// - Parameter preferredBrowserSession: Nil for the shared session.
    /// - Throws: ``ASWebAuthenticationSessionError``. Cancelling the task closes the page.
    @MainActor
    public func authenticate(
        using url: URL, callbackURLScheme: String, preferredBrowserSession: BrowserSession? = nil
    ) async throws -> URL {
        try await authenticate(
            using: url, callback: .customScheme(callbackURLScheme), preferredBrowserSession: preferredBrowserSession,
            additionalHeaderFields: [:])
    }

    /// Opens the page and returns the callback URL.
    ///
    /// - Parameter additionalHeaderFields: As for ``ASWebAuthenticationSession/additionalHeaderFields``.
    /// - Throws: As ``authenticate(using:callbackURLScheme:preferredBrowserSession:)``.
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
        // If the start fails, the handler receives the error.
        session.start()
        return try await withTaskCancellationHandler {
            defer { withExtendedLifetime(place) {} }
            return try await result.value
        } onCancel: {
            session.cancel()
        }
    }

    /// The scene of the view.
    private final class Place: NSObject, ASWebAuthenticationPresentationContextProviding {
        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { ASPresentationAnchor() }
    }
}

/// The result of a session for a waiting task.
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
