package import Accounts
package import HTTPTypes
package import InternetAddresses
import Logging
import Synchronization
import WebServing

/// The policy that determines the client's address.
package struct ClientAddressPolicy: Sendable {
    /// The proxies whose `X-Forwarded-For` is trusted; empty by default.
    package let trustedProxies: [IPNetwork]

    /// The maximum number of proxies that are followed.
    static let maximumHops = 32

    /// Trusts only the given proxies.
    package init(trustedProxies: [IPNetwork] = []) {
        self.trustedProxies = trustedProxies
    }

    /// Returns the address of the client behind `peer`, the other end of the socket.
    ///
    /// An untrusted peer is the client, and its header has no effect. For a trusted peer, the entries of `X-Forwarded-For` are
    /// followed from the right, where the nearest proxy wrote, while the addresses are those of trusted proxies. The first other
    /// address is the client. A malformed entry ends the search, because the entries to its left are unverified; the client is
    /// then the last proxy.
    package func clientAddress(peer: IPAddress, headers: HTTPFields) -> IPAddress {
        var address = peer
        var entries = headers[values: .xForwardedFor].flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for _ in 0..<Self.maximumHops {
            guard isTrusted(address), let entry = entries.popLast(), let next = Self.address(ofEntry: entry) else { break }
            address = next
        }
        return address
    }

    /// Returns whether `X-Forwarded-For` of a request from `peer` has no effect.
    func ignoresForwarding(by peer: IPAddress, headers: HTTPFields) -> Bool {
        headers.contains(.xForwardedFor) && !isTrusted(peer)
    }

    private func isTrusted(_ address: IPAddress) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }

    /// Parses one entry: an address, or an address with a port as some proxies write it, with IPv6 in brackets.
    private static func address(ofEntry entry: Substring) -> IPAddress? {
        let blank: Set<Character> = [" ", "\t"]
        let end = entry.lastIndex { !blank.contains($0) }.map(entry.index(after:)) ?? entry.startIndex
        let text = entry[..<end].drop { blank.contains($0) }
        if let address = try? IPAddress(text) { return address }
        let host: Substring
        let rest: Substring
        if text.first == "[", let closing = text.firstIndex(of: "]") {
            host = text[..<closing].dropFirst()
            rest = text[closing...].dropFirst()
            guard host.contains(":") else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<colon]
            rest = text[colon...]
        }
        guard rest.isEmpty || isPort(rest) else { return nil }
        return try? IPAddress(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return false }
        let digits = text.dropFirst().utf8
        return (1...5).contains(digits.count) && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// Warns the operator, at most once an hour, that an untrusted peer sends `X-Forwarded-For`. If a proxy is missing from
/// `trustedProxies`, all its clients share the budget of one address.
package final class ForwardingWarning: Sendable {
    private let now: @Sendable () -> Timestamp
    private let silentUntil = Mutex<Timestamp?>(nil)

    package init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    func log(peer: IPAddress, to logger: Logger) {
        let now = now()
        let isDue = silentUntil.withLock { silentUntil in
            if let silentUntil, now < silentUntil { return false }
            silentUntil = now + .seconds(3_600)
            return true
        }
        guard isDue else { return }
        logger.warning(
            "X-Forwarded-For from an untrusted peer ignored",
            metadata: ["peer": "\(peer)", "remedy": "if the peer is your proxy, add it to trustedProxies"])
    }
}

extension HTTPField.Name {
    /// The field in which proxies list the addresses of their clients, the nearest last.
    package static let xForwardedFor = literal("X-Forwarded-For")
}
