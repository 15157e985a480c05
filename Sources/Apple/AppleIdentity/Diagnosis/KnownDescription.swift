/// The texts of `error_description` that have been seen, by what they mean.
///
/// Apple documents none, so that they only order a diagnosis and, in one place, tell a withdrawn consent from a malformed request.
enum KnownDescription: Sendable, Hashable {
    case codeExpired, codeUsed, tokenExpired, otherClient, otherRedirectURI, consentRevoked, unknown

    init(_ text: String) {
        let text = text.lowercased()
        self = Self.beginnings.first { text.hasPrefix($0.text) }?.meaning ?? .unknown
    }

    private static let beginnings: [(text: String, meaning: KnownDescription)] = [
        ("the code has expired or has been revoked", .codeExpired),
        ("the code has already been used", .codeUsed),
        ("the token has expired or has been revoked", .tokenExpired),
        ("client_id mismatch", .otherClient),
        ("redirect_uri mismatch", .otherRedirectURI),
        ("the user has revoked authorization", .consentRevoked),
    ]
}
