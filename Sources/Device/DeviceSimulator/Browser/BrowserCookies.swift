import Foundation
import PasswordManager
import AssociatedDomains
import Synchronization
import WebClient

/// The cookies of a phone's browser, which the web sheets of apps share unless they are ephemeral. They end with the browser's
/// process.
final class CookieJar: Sendable {
    private let cookies = Mutex(BrowserCookies())

    /// Stores the cookies of the `Set-Cookie` fields in a response, within the limits of ``BrowserCookies``.
    func take(_ fields: [String], from url: WebURL, at now: Date) {
        cookies.withLock { $0.take(fields, from: url, at: now) }
    }

    /// Returns the `Cookie` field for a request; nil without a matching cookie.
    func field(for url: WebURL, _ purpose: BrowserCookies.Purpose, at now: Date) -> String? {
        cookies.withLock { $0.field(for: url, purpose, at: now) }
    }

    func removeAll() { cookies.withLock { $0 = BrowserCookies() } }
}

/// Cookies by host (RFC 6265bis). They are host-only, even with a `Domain` attribute.
struct BrowserCookies {
    /// The properties of a request that cookies depend on.
    struct Purpose {
        let isCrossSite: Bool
        let isPost: Bool
    }

    private struct Cookie {
        let host: String
        /// The registrable domain of the host, or the host itself if it has none.
        let site: String
        let name: String
        let value: String
        let path: String
        let isSecure: Bool
        let sameSite: String
        let expires: Date?
    }

    /// The maximum number of cookies of one host.
    static let mostOfHost = 50
    /// The maximum number of cookies.
    static let most = 500
    /// The maximum length of a `Set-Cookie` field, in bytes.
    static let longest = 4_096

    private var cookies: [Cookie] = []

    /// Stores the cookies of the `Set-Cookie` fields in a response. Rejects a cookie that is too long, violates its prefix, has
    /// `SameSite=None` without `Secure`, or comes without encryption for a name with a `Secure` cookie. In a full jar it evicts others.
    mutating func take(_ fields: [String], from url: WebURL, at now: Date) {
        for field in fields where field.utf8.count <= Self.longest {
            guard let cookie = Self.cookie(field, url, now), !isShadowed(cookie, url) else { continue }
            cookies.removeAll { $0.host == cookie.host && $0.name == cookie.name && $0.path == cookie.path }
            if let expires = cookie.expires, expires <= now { continue }
            makeRoom(for: cookie, at: now)
            cookies.append(cookie)
        }
    }

    /// Removes the expired cookies, then the oldest one of a full host, or of the site with the most cookies in a full jar
    /// (RFC 6265bis, section 5.7). A site with many hosts therefore evicts its own cookies first.
    private mutating func makeRoom(for new: Cookie, at now: Date) {
        cookies.removeAll { $0.expires.map { $0 <= now } ?? false }
        if cookies.count(where: { $0.host == new.host }) >= Self.mostOfHost {
            evict { $0.host == new.host }
        }
        guard cookies.count >= Self.most else { return }
        let counts = Dictionary(cookies.map { ($0.site, 1) }, uniquingKeysWith: +)
        let most = counts.values.max()
        evict { counts[$0.site] == most }
    }

    private mutating func evict(_ isCandidate: (Cookie) -> Bool) {
        if let index = cookies.firstIndex(where: isCandidate) { cookies.remove(at: index) }
    }

    /// Returns the `Cookie` field for a request; nil without a matching cookie.
    func field(for url: WebURL, _ purpose: Purpose, at now: Date) -> String? {
        let path = url.target.prefix { $0 != "?" }
        let sent = cookies.filter { cookie in
            cookie.host == url.host && (!cookie.isSecure || Self.isProtected(url)) && (cookie.expires ?? .distantFuture) > now
                && (path == cookie.path || path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/"))
                && Self.isAllowed(cookie.sameSite, purpose)
        }
        return sent.isEmpty ? nil : sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }

    /// Returns whether a page without encryption sets a cookie of the encrypted site, which it could replace or shadow
    /// (RFC 6265bis, section 5.7).
    private func isShadowed(_ cookie: Cookie, _ url: WebURL) -> Bool {
        !Self.isProtected(url) && cookies.contains { $0.isSecure && $0.host == cookie.host && $0.name == cookie.name }
    }

    private static func isAllowed(_ sameSite: String, _ purpose: Purpose) -> Bool {
        guard purpose.isCrossSite else { return true }
        return sameSite == "none" || sameSite == "lax" && !purpose.isPost
    }

    private static func isProtected(_ url: WebURL) -> Bool { url.scheme == .https || url.isOnThisMachine }

    private static func cookie(_ field: String, _ url: WebURL, _ now: Date) -> Cookie? {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard let pair = parts.first, let equals = pair.firstIndex(of: "="), equals > pair.startIndex,
            pair.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        let name = String(pair[..<equals])
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            if let key = sides.first { attributes[key.lowercased()] = sides.count > 1 ? sides[1] : "" }
        }
        let isSecure = attributes["secure"] != nil
        let path = attributes["path"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
        if isSecure, !isProtected(url) { return nil }
        // Without regard to case, because some servers read names that way.
        let prefix = name.lowercased()
        if prefix.hasPrefix("__secure-"), !isSecure { return nil }
        if prefix.hasPrefix("__host-"), !isSecure || attributes["path"] != "/" || attributes["domain"] != nil { return nil }
        let sameSite = attributes["samesite"]?.lowercased() ?? "lax"
        if sameSite == "none", !isSecure { return nil }
        return Cookie(
            host: url.host, site: WebURL.site(ofHost: url.host), name: name,
            value: String(pair[pair.index(after: equals)...]), path: path, isSecure: isSecure,
            sameSite: ["strict", "none"].contains(sameSite) ? sameSite : "lax",
            expires: expiry(attributes, now))
    }

    /// Returns the end of a cookie; nil for one that lasts for the session. `Max-Age` has precedence over `Expires`. An invalid value is
    /// ignored, and a distant one is limited to ``longestLife``.
    private static func expiry(_ attributes: [String: String], _ now: Date) -> Date? {
        let limit = now.addingTimeInterval(longestLife)
        if let text = attributes["max-age"], let seconds = seconds(text) {
            return seconds > 0 ? min(now.addingTimeInterval(seconds), limit) : .distantPast
        }
        return attributes["expires"].flatMap { Date(cookieDate: $0) }.map { min($0, limit) }
    }

    /// Parses digits with an optional minus sign (RFC 6265bis, section 5.6.2).
    private static func seconds(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(text)
    }

    /// The maximum lifetime of a cookie in seconds: 400 days (RFC 6265bis, section 5.5).
    static let longestLife: TimeInterval = 400 * 86_400
}

extension WebURL {
    /// Whether the host is a name of this machine.
    var isOnThisMachine: Bool {
        ["127.0.0.1", "::1"].contains(host) || (try? DomainName(host))?.isLocalhost ?? false
    }

    /// Returns the registrable domain of a host, or the host itself if it is no domain name.
    static func site(ofHost host: String) -> String { (try? DomainName(host))?.registrableDomain.text ?? host }

    /// Returns whether both addresses have the same registrable domain and scheme.
    func isSameSite(as other: WebURL) -> Bool {
        scheme == other.scheme && Self.site(ofHost: host) == Self.site(ofHost: other.host)
    }

    /// Resolves a reference on this page, without its fragment; nil if the result is not http or https.
    func resolving(_ reference: String) -> WebURL? {
        let text = reference.trimmingCharacters(in: .whitespacesAndNewlines).prefix { $0 != "#" }
        if text.isEmpty { return self }
        guard let base = URL(string: description), let url = URL(string: String(text), relativeTo: base) else { return nil }
        return try? WebURL(url.absoluteString)
    }

    /// Parses the text of the address field. Without a scheme, it assumes https, and http for this machine.
    static func typed(_ text: String) -> WebURL? {
        let text = String(text.trimmingCharacters(in: .whitespacesAndNewlines).prefix { $0 != "#" })
        if text.contains("://") { return try? WebURL(text) }
        guard let secure = try? WebURL("https://" + text) else { return nil }
        return secure.isOnThisMachine ? try? WebURL("http://" + text) : secure
    }
}
