public import AppleIdentity
import HTTPTypes
package import WebClient

/// Sends the requests of ``AppleIdentity/AppleClient`` and ``AppleIdentity/AppleKeyCache`` to Apple with AsyncHTTPClient.
///
///     let transport = try AppleHTTPTransport()
///     let client = AppleClient(id: id, secrets: secrets, transport: transport)
///
/// The transport verifies certificates, follows no redirects and sends each request once. A request ends within ten seconds. A
/// response body has at most ``AppleIdentity/AppleResponse/maximumByteCount`` bytes. Plain http is rejected for hosts other than
/// this machine. Connections are pooled. They close when the last copy is released, or by ``shutdown()``.
public struct AppleHTTPTransport: AppleTransport {
    private let client: any WebTransport
    private let ownClient: WebClient?

    /// Creates a transport with its own connections.
    ///
    /// - Parameter authorities: PEM certificates to trust in addition to the system's, such as the emulator's test authority.
    /// - Throws: ``AppleIdentity/AppleIdentityError/Code/malformedAuthority`` if an authority is not a PEM certificate.
    public init(authorities: [String] = []) throws(AppleIdentityError) {
        let trust = WebTrust(additionalAuthorities: authorities)
        let client: WebClient
        do {
            client = try WebClient(userAgent: AppleRequest.defaultUserAgent, limits: Self.limits, trust: trust)
        } catch {
            throw .malformedAuthority(at: trust.malformedAuthority ?? 0)
        }
        self.client = client
        ownClient = client
    }

    /// Creates a transport over connections that the caller opens and closes.
    package init(_ client: any WebTransport) {
        self.client = client
        ownClient = nil
    }

    /// The limits of one request. Apple responds within seconds, and sign-ins and jobs wait for it.
    package static let limits = WebLimits(connecting: .seconds(5), total: .seconds(10), body: AppleResponse.maximumByteCount)

    /// Closes the connections of this transport and its copies; later requests fail.
    public func shutdown() async throws { try await ownClient?.shutdown() }

    /// Sends a request once.
    ///
    /// - Throws: ``AppleIdentity/AppleIdentityError``, or `CancellationError` if the task is cancelled.
    public func send(_ request: AppleRequest) async throws -> AppleResponse {
        guard let url = try? WebURL(request.url) else {
            throw AppleIdentityError.noAnswer("The URL is malformed.", isTemporary: false)
        }
        let fields = request.headers.compactMap { field in
            HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
        }
        let method: HTTPRequest.Method =
            switch request.method {
            case .get: .get
            case .post: .post
            }
        do throws(WebClientError) {
            let response = try await client.send(WebRequest(method, url, headers: HTTPFields(fields), body: request.body))
            return AppleResponse(
                status: response.status.code, headers: response.headers.map { ($0.name.rawName, $0.value) }, body: response.body)
        } catch {
            switch error {
            case .tooLarge: throw AppleIdentityError.oversizeAnswer
            case .cancelled: throw CancellationError()
            default: throw AppleIdentityError.noAnswer(Self.sentence(error), isTemporary: error.isPassing)
            }
        }
    }

    private static func sentence(_ error: WebClientError) -> String {
        let text = error.description
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
