/// The content security policies of pages (CSP level 3).
enum ContentSecurityPolicy {
    /// Scripts, frames and foreign content have no place in a page.
    static let page =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// For a page with a script of ours, which may ask our own server and nobody else. Still nothing inline.
    static let pageWithScript = "\(page); script-src 'self'; connect-src 'self'"
}
