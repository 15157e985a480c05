import HTTPTypes
import PasswordManager
package import WebClient

/// Asks sites for their pages for changing passwords.
package struct ChangePasswordPages: ChangePasswordTransport {
    /// The most redirects that are followed, as browsers do (Fetch, section 4.4).
    package static let maximumRedirects = 20

    private let transport: any WebTransport

    package init(transport: any WebTransport) {
        self.transport = transport
    }

    /// Follows redirects to paths of the same site, and to https addresses; anything else is no answer.
    package func status(of address: String) async throws -> Int {
        var url = try WebURL(address)
        for _ in 0...Self.maximumRedirects {
            let answer = try await transport.send(WebRequest(.get, url, headers: [.cacheControl: "no-store"]))
            guard answer.status.kind == .redirection, let location = answer.headers[.location] else { return answer.status.code }
            url = try Self.next(location, after: url)
        }
        throw Lost()
    }

    private static func next(_ location: String, after url: WebURL) throws -> WebURL {
        let next = location.hasPrefix("/") && !location.hasPrefix("//") ? "https://\(url.authority)\(location)" : location
        guard next.hasPrefix("https://") else { throw Lost() }
        return try WebURL(next)
    }

    /// Led nowhere, or in circles.
    private struct Lost: Error {}
}
