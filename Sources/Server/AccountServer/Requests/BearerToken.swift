package import HTTPTypes
import InternetAddresses
import Secrets

/// The token of an `Authorization: Bearer` field (RFC 6750, section 2.1), not yet validated.
package struct BearerToken: Sendable, Redacted {
    private let text: String

    /// Returns the token as sent.
    package func reveal() -> String { text }

    /// Parses the token in `headers`. Returns nil if they have no `Authorization` field.
    ///
    /// Throws a ``Problem``: 400 for more than one field, or if `Bearer` is not followed by exactly one token of the RFC's
    /// characters; 401 for another scheme.
    package init?(in headers: HTTPFields) throws(Problem) {
        guard let credentials = try headers.authorization(scheme: "bearer", challenge: Problem.bearerChallenge) else { return nil }
        let body = credentials.utf8.prefix { $0.isASCIIAlphanumeric || "-._~+/".utf8.contains($0) }
        let padding = credentials.utf8[body.endIndex...]
        guard !body.isEmpty, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            throw Problem(
                .badRequest, detail: "The bearer token is malformed.",
                headers: [.wwwAuthenticate: Problem.bearerChallenge + #", error="invalid_request""#])
        }
        text = String(credentials)
    }
}

extension IncomingRequest {
    /// Returns the bearer token. Throws 401 with a challenge if it is missing, and the errors of ``BearerToken/init(in:)``.
    package func bearerToken() throws(Problem) -> BearerToken {
        guard let token = try BearerToken(in: headers) else { throw .unauthenticated() }
        return token
    }
}

extension HTTPFields {
    /// Returns the text after the scheme of the `Authorization` field, or nil if the field is missing.
    ///
    /// Throws 400 for more than one field and 401 with `challenge` for another scheme. The comparison is case-insensitive (RFC
    /// 9110, section 11.1).
    func authorization(scheme: String, challenge: String) throws(Problem) -> Substring? {
        let values = self[values: .authorization]
        guard let value = values.first else { return nil }
        guard values.count == 1 else {
            throw Problem(
                .badRequest, detail: "The request has more than one Authorization field.", headers: [.wwwAuthenticate: challenge])
        }
        guard let space = value.firstIndex(of: " "), value[..<space].lowercased() == scheme else {
            throw .unauthenticated(challenge: challenge)
        }
        return value[space...].drop { $0 == " " }
    }
}
