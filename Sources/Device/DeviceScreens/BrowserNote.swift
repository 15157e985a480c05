/// A statement of the system's browser about a site and its page.
package enum BrowserNote: Hashable, Codable, Sendable {
    case loading
    /// The page is longer than the browser shows.
    case incomplete
    case siteError(status: Int)
    /// The connection is not encrypted.
    case notSecure(host: String)
    case notAnAddress(text: String)
    case linkUnsupported
    case notAPage(host: String, type: String)
    case tooLarge(host: String)
    case redirectUnsupported(host: String)
    /// The site redirects the user's input to an address without encryption.
    case redirectInsecure(host: String)
    case tooManyRedirects(host: String)
    case unreachable(host: String)
    /// The user chose no passkey for the page, or has none.
    case passkeyNotUsed(host: String)
    /// The page may not use the passkeys that it requests, or accepts none that a phone has.
    case passkeyNotAllowed(host: String)
    case formUnsupported
    case inputTooLong

    /// The note in English.
    package var words: String {
        switch self {
        case .loading: "Loading…"
        case .incomplete: "This page is incomplete."
        case .siteError(let status): "The site responded with an error (\(status))."
        case .notSecure(let host): "Not Secure: \(host)"
        case .notAnAddress(let text): "“\(text)” is not a web address."
        case .linkUnsupported: "This link cannot be opened in this browser."
        case .notAPage(let host, let type): "\(host) did not send a web page\(type.isEmpty ? "" : " (\(type))")."
        case .tooLarge(let host): "The page of \(host) is too large."
        case .redirectUnsupported(let host): "\(host) redirects to an address that this browser cannot open."
        case .redirectInsecure(let host): "\(host) redirects your input to an address without encryption."
        case .tooManyRedirects(let host): "\(host) redirects too many times."
        case .unreachable(let host): "Could not connect to \(host)."
        case .passkeyNotUsed(let host): "No passkey for \(host) was used."
        case .passkeyNotAllowed(let host): "\(host) requested a passkey in a way that is not permitted."
        case .formUnsupported: "This form is sent to an address that this browser cannot open."
        case .inputTooLong: "The input is too long for this form."
        }
    }
}
