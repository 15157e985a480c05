package import Accounts
import HTTPTypes
import Hummingbird
import JSONText

/// What Password AutoFill, password managers, verifiers of access tokens and finders of faults look up under `/.well-known`
/// (RFC 8615). What is not configured is not there: 404, never a page that answers 200.
package struct WellKnownFiles: Sendable {
    private let association: [UInt8]?
    private let security: SecurityText?
    private let accessTokens: AccessTokenIssuer
    private let now: @Sendable () -> Timestamp

    /// - Parameter association: the association file, checked when the configuration was read.
    package init(
        association: [UInt8]?, security: SecurityText?, accessTokens: AccessTokenIssuer, now: @escaping @Sendable () -> Timestamp
    ) {
        self.association = association
        self.security = security
        self.accessTokens = accessTokens
        self.now = now
    }

    package var routes: [Route] {
        var routes = [changePassword, keySet]
        if let association { routes.append(Self.associationFile(association)) }
        if let security { routes.append(Self.securityText(security)) }
        return routes
    }

    /// Apple fetches it without following redirects and wants `application/json`.
    private static func associationFile(_ bytes: [UInt8]) -> Route {
        Route(.get, "/.well-known/apple-app-site-association") { _ in
            .content(bytes, type: "application/json", headers: [.cacheControl: "public, max-age=3600"])
        }
    }

    /// RFC 9116.
    private static func securityText(_ text: SecurityText) -> Route {
        let bytes = Array(text.text.utf8)
        return Route(.get, "/.well-known/security.txt") { _ in
            .content(bytes, type: "text/plain; charset=utf-8", headers: [.cacheControl: "public, max-age=3600"])
        }
    }

    /// Password managers send people here; the page itself must stand elsewhere (W3C, A Well-Known URL for Changing Passwords).
    private var changePassword: Route {
        Route(.get, "/.well-known/change-password") { request in
            Response(status: .found, headers: [.location: "\(request.prefix)/account/password", .cacheControl: "no-store"])
        }
    }

    /// The keys that access tokens are checked with (RFC 7517). A verifier may keep them for ten minutes: a new key is published a
    /// day before it signs.
    private var keySet: Route {
        Route(.get, "/.well-known/jwks.json") { _ in
            .content(
                try await accessTokens.keySet(now: now()).bytes(), type: "application/jwk-set+json",
                headers: [.cacheControl: "public, max-age=600"])
        }
    }
}

/// How to report a weakness of this service (RFC 9116).
package struct SecurityText: Sendable {
    package let text: String

    /// - Parameters:
    ///   - contacts: one or more URIs, `mailto:` or `https:`, the preferred first (section 2.5.3).
    ///   - expires: from when the file is stale (section 2.5.5).
    ///   - policy: where the policy for reports stands (section 2.5.7).
    ///   - canonical: where this file stands (section 2.5.2).
    package init(contacts: [String], expires: Timestamp, policy: String?, canonical: String) {
        var lines = contacts.map { "Contact: \($0)" }
        lines.append("Expires: \(expires)")
        lines.append("Canonical: \(canonical)")
        if let policy { lines.append("Policy: \(policy)") }
        text = lines.joined(separator: "\n") + "\n"
    }
}
