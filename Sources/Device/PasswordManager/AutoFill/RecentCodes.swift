import AssociatedDomains
package import FoundationEssentials
package import OneTimeCodes

/// The one-time codes of recent messages and mails.
package struct RecentCodes: Sendable {
    /// The maximum number of codes. The oldest are dropped.
    package static let capacity = 16

    private(set) var codes: [ReceivedCode] = []

    package init() {}

    /// Adds the code of a message and returns it. Returns nil if the message has no code.
    @discardableResult
    package mutating func receive(_ message: String, at now: Date) -> ReceivedCode? {
        guard let code = ReceivedCode(message: message, receivedAt: now) else { return nil }
        add(code)
        return code
    }

    /// Adds a code that was found before.
    package mutating func add(_ code: ReceivedCode) {
        codes.append(code)
        codes.removeFirst(max(0, codes.count - Self.capacity))
    }

    /// Removes codes.
    package mutating func remove(_ removed: [ReceivedCode]) {
        codes.removeAll(where: removed.contains)
    }

    /// Removes all codes.
    package mutating func clear() {
        codes = []
    }

    /// Returns the codes for a place: domain-bound codes first, then codes without a domain, newest first. Never returns codes
    /// bound to another domain. A code that arrived several times, such as by message and by mail, is returned once.
    func offered(at place: InputPlace, scope: CredentialScope, now: Date) -> [ReceivedCode] {
        let current = codes.reversed().filter { $0.isOffered(now: now) }.reduce(into: [ReceivedCode]()) { kept, code in
            if !kept.contains(where: { $0.code == code.code && $0.binding == code.binding }) { kept.append(code) }
        }
        let bound = current.filter { $0.binding.map { fits($0, place, scope) } ?? false }
        return bound + current.filter { $0.binding == nil }
    }

    private func fits(_ binding: DomainBoundCode, _ place: InputPlace, _ scope: CredentialScope) -> Bool {
        switch place {
        case .app:
            // Apps never receive a code for a frame within a page.
            guard binding.embeddedHost == nil, let host = try? DomainName(binding.host.text) else { return false }
            return scope.isHome(host)
        case .page(let document, let ancestors):
            return binding.match(document.trusted, ancestors: ancestors.map(\.trusted), rule: .exactHosts) != .none
        }
    }
}

extension WebOrigin {
    /// The origin with https if browsers trust it without (W3C Secure Contexts, section 3.1): a message binds its code to https, and
    /// a server under development has none.
    fileprivate var trusted: WebOrigin {
        let isLocal = (try? DomainName(host.text))?.isLocalhost ?? false
        return scheme == "http" && isLocal ? WebOrigin(secure: host) : self
    }
}

/// A code of a message that is offered at a place.
package struct CodeSuggestion: Hashable, Sendable {
    package let code: ReceivedCode
    let place: InputPlace

    /// The site of a domain-bound code, for display. Nil for a code in free text.
    package var site: String? { code.binding?.host.text }
}
