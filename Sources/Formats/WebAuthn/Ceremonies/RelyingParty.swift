internal import Crypto
internal import Secrets

#if !Passkeys
#error("WebAuthn needs the trait Passkeys of the package latchkey; add it to the traits of the dependency.")
#endif

/// The site that credentials belong to, and the origins from which it expects them.
///
///     let site = try RelyingParty(id: "example.org", origins: [Origin("https://example.org")])
///
/// It verifies registrations and authentications: see ``verify(_:for:policy:now:)`` and ``verify(_:for:with:policy:)``.
public struct RelyingParty: Sendable, Hashable {
    /// The relying party ID: the domain that credentials are bound to. Another ID makes all of them useless.
    public let id: String

    /// The expected origins, of pages and of apps. They are compared byte for byte: a suffix of an origin is another origin.
    public let origins: [Origin]

    /// What becomes of ceremonies in frames of other sites.
    public let framing: Framing

    /// SHA-256 of the ID, as authenticators write it.
    let idHash: [UInt8]

    /// A relying party.
    ///
    /// - Parameters:
    ///   - id: a domain name in lower case, such as `example.org`, or `localhost`. Clients accept it from origins of that domain and of those below.
    ///   - origins: at least one.
    ///   - framing: refused unless the site is meant to sign in within frames: a frame can be laid over, so that a click means something else.
    /// - Throws: ``WebAuthnError/Code/invalidRelyingPartyID``, also for an IP address; ``WebAuthnError/Code/invalidOrigin`` without an origin.
    public init(id: String, origins: [Origin], framing: Framing = .refused) throws(WebAuthnError) {
        let labels = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isDomain = labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { Self.domainBytes.contains($0) }
        }
        // A last label of digits makes an IPv4 address.
        guard isDomain, id.utf8.count <= 253, labels.last?.contains(where: { $0 > UInt8(ascii: "9") }) == true else {
            throw WebAuthnError(.invalidRelyingPartyID, "The relying party ID is not a domain name in lower case.", in: "rpId")
        }
        guard !origins.isEmpty else { throw WebAuthnError(.invalidOrigin, "No origin is expected.", in: "origins") }
        self.id = id
        self.origins = origins
        self.framing = framing
        idHash = Array(SHA256.hash(data: Array(id.utf8)))
    }

    private static let domainBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// What a client says a ceremony ran in (section 5.8.1): the origin of a page, or an Android app.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The origin as clients write it.
    public let description: String

    /// An origin.
    ///
    /// - Parameter text: `https://` with a host and perhaps a port, as browsers and Apple's apps have; `http://localhost` with a port, for development;
    ///   or `android:apk-key-hash:` with the SHA-256 digest of the app's signing certificate in base64url.
    /// - Throws: ``WebAuthnError/Code/invalidOrigin`` for another text, such as one with a slash at the end, a capital letter in the host or the port
    ///   443 written out: no client ever sends it.
    public init(_ text: String) throws(WebAuthnError) {
        guard Self.isWeb(text) || Self.isAndroid(text) else {
            throw WebAuthnError(.invalidOrigin, "The origin is not written as clients write origins.", in: "origins")
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

/// What becomes of a ceremony in a frame of another site (sections 5.10 and 13.4.2).
public struct Framing: Sendable, Hashable {
    /// The origins that may frame; nil where framing is refused.
    let topOrigins: [Origin]?

    /// Ceremonies in frames of other sites are refused.
    public static let refused = Framing(topOrigins: nil)

    /// Ceremonies in frames are accepted. Where the client names the top origin, it must be one of these; clients of before Level 3 name none.
    public static func accepted(under topOrigins: [Origin]) -> Framing { Framing(topOrigins: topOrigins) }
}
