package import AppleIdentity
import HTTPTypes
package import WebClient

/// Carries the requests of the client library to Apple.
package struct WebAppleTransport: AppleTransport {
    private let client: any WebTransport

    package init(_ client: any WebTransport) {
        self.client = client
    }

    /// Apple answers within seconds. A sign-in may wait for it, and so may a job, which has ``Accounts/AppleJobs/answerLimit``.
    package static let limits = WebLimits(connecting: .seconds(5), total: .seconds(10), body: AppleResponse.maximumByteCount)

    package func send(_ request: AppleRequest) async throws -> AppleResponse {
        guard let url = try? WebURL(request.url) else { throw AppleTransportError("The URL is malformed.", isRetryable: false) }
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
            case .tooLarge: throw AppleTransportError.oversize
            case .cancelled: throw CancellationError()
            default: throw AppleTransportError(Self.sentence(error), isRetryable: error.isPassing)
            }
        }
    }

    private static func sentence(_ error: WebClientError) -> String {
        let text = error.description
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
