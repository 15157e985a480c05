import FoundationEssentials
package import HTTPTypes
import Secrets

/// The user and password of an `Authorization: Basic` field (RFC 7617), in UTF-8. Prints neither.
package struct BasicCredentials: Sendable, Redacted {
    /// The user-id: what stands before the first colon. May be empty.
    package let user: String
    /// The password: what stands behind it. May be empty, may contain colons.
    package let password: String

    /// The challenge of an answer with status 401 (RFC 7617 section 2.1).
    package static let challenge = #"Basic realm="latchkey", charset="UTF-8""#

    /// The credentials in `headers`, or nil where they have no `Authorization` field.
    ///
    /// Throws a ``Problem``: 400 for more than one field, for another spelling of base64 than the padded one, for bytes that are not
    /// UTF-8, without a colon, or with control characters (RFC 7617 section 2); 401 for another scheme.
    package init?(in headers: HTTPFields) throws(Problem) {
        guard let encoded = try headers.authorization(scheme: "basic", challenge: Self.challenge) else { return nil }
        guard
            let data = Data(base64Encoded: String(encoded)), data.base64EncodedString() == encoded,
            let text = String(validating: data, as: UTF8.self), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem(
                .badRequest, detail: "The Basic credentials are malformed.", headers: [.wwwAuthenticate: Self.challenge])
        }
        user = String(text[..<colon])
        password = String(text[text.utf8.index(after: colon)...])
    }
}
