package import Accounts
import HTTPTypes
import Hummingbird
import JSONText

/// The files under `/.well-known` (RFC 8615) for Password AutoFill, password managers, verifiers of access tokens and security
/// researchers. A file that is not configured returns 404, never a page with 200.
package struct WellKnownFiles: Sendable {
    private let association: [UInt8]?
    private let security: SecurityText?
    private let passkeyFiles: [PasskeyFile]
    private let accessTokens: AccessTokenIssuer
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - association: the association file, validated with the configuration.
    ///   - passkeyFiles: the files for passkeys; empty if passkeys are off.
    package init(
        association: [UInt8]?, security: SecurityText?, passkeyFiles: [PasskeyFile], accessTokens: AccessTokenIssuer,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.association = association
        self.security = security
        self.passkeyFiles = passkeyFiles
        self.accessTokens = accessTokens
        self.now = now
    }

    package var routes: [Route] {
        var routes = [changePassword, keySet]
        if let association { routes.append(Self.associationFile(association)) }
        if let security { routes.append(Self.securityText(security)) }
        routes += passkeyFiles.map(Self.passkeyRoute)
        return routes
    }

    private static func passkeyRoute(_ file: PasskeyFile) -> Route {
        Route(.get, file.path) { _ in .json(file.content, headers: [.cacheControl: "public, max-age=3600"]) }
    }

    /// Returns the route of the association file. Apple fetches it without following redirects and requires `application/json`.
    private static func associationFile(_ bytes: [UInt8]) -> Route {
        Route(.get, "/.well-known/apple-app-site-association") { _ in
            .content(bytes, type: "application/json", headers: [.cacheControl: "public, max-age=3600"])
        }
    }

    /// Returns the route of the security contact (RFC 9116).
    private static func securityText(_ text: SecurityText) -> Route {
        let bytes = Array(text.text.utf8)
        return Route(.get, "/.well-known/security.txt") { _ in
            .content(bytes, type: "text/plain; charset=utf-8", headers: [.cacheControl: "public, max-age=3600"])
        }
    }

    /// The redirect for password managers; the page itself must have another URL (W3C, A Well-Known URL for Changing Passwords).
    private var changePassword: Route {
        Route(.get, "/.well-known/change-password") { request in
            Response(status: .found, headers: [.location: "\(request.prefix)/account/password", .cacheControl: "no-store"])
        }
    }

    /// The keys that verify access tokens (RFC 7517). Verifiers may cache them for ten minutes, because a new key is published a
    /// day before it signs.
    private var keySet: Route {
        Route(.get, "/.well-known/jwks.json") { _ in
            .content(
                try await accessTokens.keySet(now: now()).bytes(), type: "application/jwk-set+json",
                headers: [.cacheControl: "public, max-age=600"])
        }
    }
}

/// The instructions for reporting a vulnerability of this service (RFC 9116).
package struct SecurityText: Sendable {
    package let text: String

    /// - Parameters:
    ///   - contacts: one or more URIs, `mailto:` or `https:`, in order of preference (section 2.5.3).
    ///   - expires: the expiry date of the file (section 2.5.5).
    ///   - policy: the URL of the policy for security reports (section 2.5.7).
    ///   - canonical: the URL of this file (section 2.5.2).
    package init(contacts: [String], expires: Timestamp, policy: String?, canonical: String) {
        var lines = contacts.map { "Contact: \($0)" }
        lines.append("Expires: \(expires)")
        lines.append("Canonical: \(canonical)")
        if let policy { lines.append("Policy: \(policy)") }
        text = lines.joined(separator: "\n") + "\n"
    }
}
