import DeviceProtocol
public import Foundation
import Synchronization

/// A sign-in by a web page, in the device's browser, which the app does not see into: it is given the address that ends it.
///
/// `Sendable` holds for the class itself, whose state is behind locks; a subclass answers for its own.
open class ASWebAuthenticationSession: NSObject, @unchecked Sendable {
    /// Called once, on the main actor: with the address, or with an ``ASWebAuthenticationSessionError``.
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    /// Which address ends a session.
    public struct Callback: Sendable {
        let callback: WebCallback

        /// Any address of this scheme. A session for a scheme that pages themselves are loaded by, such as `https`, is cancelled at once.
        public static func customScheme(_ scheme: String) -> Callback {
            Callback(callback: .customScheme(scheme))
        }

        /// The https address of this host and this path, at https's own port, whatever query it has.
        public static func https(host: String, path: String) -> Callback {
            Callback(callback: .https(host: host, path: path))
        }

        /// Whether the address ends a session. The device asks the same.
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

    /// A session that any address of the scheme ends. Nil: nothing ends it but the person.
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        self.url = url
        callback = callbackURLScheme.map { .customScheme($0) }
        handler = Handler(completionHandler)
        device = CurrentDevice.link
        super.init()
    }

    /// A session that the callback ends.
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        self.url = url
        self.callback = callback.callback
        handler = Handler(completionHandler)
        device = CurrentDevice.link
        super.init()
    }

    /// Who says where to show the browser. A session does not begin without one. Not kept alive.
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)? {
        get { parties.provider as? any ASWebAuthenticationPresentationContextProviding }
        set { parties.provider = newValue }
    }

    /// Whether the browser begins without cookies and leaves none. The person is then not asked first. False by default.
    open var prefersEphemeralWebBrowserSession: Bool {
        get { state.withLock(\.isEphemeral) }
        set { state.withLock { $0.isEphemeral = newValue } }
    }

    /// Header fields that the browser adds to the request for the first address, and to no other. A field that the Fetch standard forbids to scripts,
    /// such as `Cookie`, and one that HTTP cannot carry, keep the session from starting, as on Apple's systems: ``start()`` returns false, and the
    /// handler receives ``ASWebAuthenticationSessionError/canceledLogin``.
    open var additionalHeaderFields: [String: String]? {
        get { state.withLock(\.headerFields) }
        set { state.withLock { $0.headerFields = newValue } }
    }

    /// Whether ``start()`` would begin: it was never called, and there is somebody who says where.
    open var canStart: Bool {
        parties.provider != nil && !state.withLock(\.isStarted)
    }

    /// Opens the page, and returns at once. To be called once.
    ///
    /// False where it does not: it was called before, the session has nobody who says where to show the page, or a header field cannot be sent. That is what the handler is then
    /// told, and as it is told one thing only, the session is over: make another.
    @discardableResult
    open func start() -> Bool {
        let headerFields = Self.headerFields(additionalHeaderFields ?? [:])
        let obstacle: ASWebAuthenticationSessionError? =
            if parties.provider == nil {
                ASWebAuthenticationSessionError(.presentationContextNotProvided, because: "The session has no context.")
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

    /// Nil where one cannot be sent, or there are too many.
    private static func headerFields(_ fields: [String: String]) -> [WebHeaderField]? {
        let checked = fields.sorted { $0.key < $1.key }.compactMap { WebHeaderField(name: $0.key, value: $0.value) }
        return checked.count == fields.count && checked.count <= WebHeaderField.maximumCount ? checked : nil
    }

    /// Closes the page. The handler is told ``ASWebAuthenticationSessionError/canceledLogin``; nothing happens before the beginning and after the end.
    open func cancel() {
        state.withLock(\.call)?.cancel()
    }

    /// `@unchecked Sendable` holds: it is called on the main actor alone, once.
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
    /// Blocks until the session ends. Without a callback only the person ends it.
    fileprivate func webAuthentication(
        _ url: URL, _ callback: WebCallback?, isEphemeral: Bool, _ headerFields: [WebHeaderField]
    ) -> Result<URL, ASWebAuthenticationSessionError> {
        // A scheme that no address can have.
        let callback = callback ?? .customScheme("")
        do throws(DeviceRefusal) {
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
            return .failure(ASWebAuthenticationSessionError(.canceledLogin, because: "The device refuses: \(error)"))
        }
    }
}

/// Says where the browser is shown.
@preconcurrency @MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    /// Called once for each session that begins.
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

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
