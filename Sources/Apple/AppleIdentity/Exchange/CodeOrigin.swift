/// How a code came to be, which decides what its exchange must say.
///
/// A redirect URI sent with a native code, or left out with one from the web, makes Apple refuse a good code with `invalid_grant`.
public enum CodeOrigin: Sendable, Hashable {
    /// An app's authorization on a device: there was no redirect URI.
    case native
    /// A browser's: the redirect URI of the authorization request, byte for byte.
    case web(redirectURI: RedirectURI)
}
