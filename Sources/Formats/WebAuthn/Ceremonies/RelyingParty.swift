internal import Crypto
internal import Secrets

#if !Passkeys
#error("WebAuthn needs the trait Passkeys of the package latchkey; add it to the traits of the dependency.")
#endif

/// A relying party: the domain that credentials are bound to, and the origins that may use them.
///
///     let site = try RelyingParty(id: "example.org", origins: [Origin("https://example.org")])
///
/// It verifies registrations and authentications: see ``verify(_:for:policy:now:)`` and ``verify(_:for:with:policy:)``.
public struct RelyingParty: Sendable, Hashable {
    /// The relying party ID: the domain that credentials are bound to. A change of the ID makes all credentials unusable.
    public let id: String

    /// The expected origins of pages and apps, compared byte for byte. A subdomain is another origin.
    public let origins: [Origin]

    /// Whether ceremonies in frames on other sites are accepted.
    public let framing: Framing

    /// The SHA-256 digest of the ID, which authenticator data contains.
    let idHash: [UInt8]

    /// Creates a relying party.
    ///
    /// - Parameters:
    ///   - id: A domain name in lower case, such as `example.org`, or `localhost`. Clients accept it from origins of the domain and its
    ///     subdomains.
    ///   - origins: The expected origins, at least one.
    ///   - framing: Whether frames are accepted. The default rejects them, because the embedding page can cover a frame to redirect clicks
    ///     (clickjacking).
    /// - Throws: ``WebAuthnError/Code/invalidRelyingPartyID`` for an ID that is not a domain name, such as an IP address;
    ///   ``WebAuthnError/Code/invalidOrigin`` if `origins` is empty.
    public init(id: String, origins: [Origin], framing: Framing = .rejected) throws(WebAuthnError) {
        let labels = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDomain = labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { Self.domainBytes.contains($0) }
        }
        // A name whose last label has digits only is an IPv4 address.
        guard isDomain, id.utf8.count <= 253, labels.last?.contains(where: { $0 > UInt8(ascii: "9") }) == true else {
            throw WebAuthnError(.invalidRelyingPartyID, "The relying party ID must be a domain name in lower case.", in: "rpId")
        }
        guard !origins.isEmpty else { throw WebAuthnError(.invalidOrigin, "The list of expected origins is empty.", in: "origins") }
        self.id = id
        self.origins = origins
        self.framing = framing
        idHash = Array(SHA256.hash(data: Array(id.utf8)))
    }

    private static let domainBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// The origin of a ceremony, as client data names it (section 5.8.1): that of a page, or an Android app.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The origin as clients write it.
    public let description: String

    /// Parses an origin.
    ///
    /// - Parameter text: `https://` with a host and an optional port, for browsers and Apple's apps; `http://localhost` with an optional port,
    ///   for development; or `android:apk-key-hash:` with the SHA-256 digest of the app's signing certificate in base64url.
    /// - Throws: ``WebAuthnError/Code/invalidOrigin`` for a text that no client sends, such as one with a slash at the end, a capital letter in
    ///   the host, or the explicit port 443.
    public init(_ text: String) throws(WebAuthnError) {
        guard Self.isWeb(text) || Self.isAndroid(text) else {
            throw WebAuthnError(
                .invalidOrigin, "The origin is not in the form that clients send, such as https://example.org.", in: "origins")
        }
        description = text
    }

    private static func isWeb(_ text: String) -> Bool {
        let rest: Substring
        let usualPort: String
        if text.hasPrefix("https://") {
            (rest, usualPort) = (text.dropFirst(8), "443")
        } else if text.hasPrefix("http://localhost") {
            (rest, usualPort) = (text.dropFirst(7), "80")
        } else {
            return false
        }
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, host.utf8.allSatisfy({ hostBytes.contains($0) }) else { return false }
        guard usualPort == "443" || host == "localhost" else { return false }
        guard parts.count == 2 else { return true }
        guard let port = UInt16(parts[1]), port > 0 else { return false }
        return String(port) == parts[1] && parts[1] != usualPort
    }

    private static func isAndroid(_ text: String) -> Bool {
        let prefix = "android:apk-key-hash:"
        return text.hasPrefix(prefix) && Base64URL.decode(String(text.dropFirst(prefix.count)))?.count == SHA256.byteCount
    }

    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-.".utf8)
}

/// Whether a ceremony in a frame on another site is accepted (sections 5.10 and 13.4.2).
public struct Framing: Sendable, Hashable {
    /// The origins that may embed the frame, or nil if frames are rejected.
    let topOrigins: [Origin]?

    /// Ceremonies in frames on other sites are rejected.
    public static let rejected = Framing(topOrigins: nil)

    /// Ceremonies in frames are accepted. If the client names a top origin, it must be one of these. Clients before Level 3 name none.
    public static func accepted(under topOrigins: [Origin]) -> Framing { Framing(topOrigins: topOrigins) }
}
