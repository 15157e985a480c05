import AssociatedDomains
package import FoundationEssentials
package import OneTimeCodes

/// The one-time codes of messages that came lately.
package struct RecentCodes: Sendable {
    /// How many codes are remembered; older ones make room.
    package static let capacity = 16

    private(set) var codes: [ReceivedCode] = []

    package init() {}

    /// Takes a message. Returns its code; nil, and nothing remembered, where it has none.
    @discardableResult
    package mutating func receive(_ message: String, at now: Date) -> ReceivedCode? {
        guard let code = ReceivedCode(message: message, receivedAt: now) else { return nil }
        codes.append(code)
        codes.removeFirst(max(0, codes.count - Self.capacity))
        return code
    }

    /// Forgets every code.
    package mutating func clear() {
        codes = []
    }

    /// The codes for a place at this moment: those bound to it first, then those bound to nothing, the newest first. One that is bound
    /// elsewhere is never among them.
    func offered(at place: InputPlace, scope: CredentialScope, now: Date) -> [ReceivedCode] {
        let current = codes.reversed().filter { $0.isOffered(now: now) }
        let bound = current.filter { $0.binding.map { fits($0, place, scope) } ?? false }
        return bound + current.filter { $0.binding == nil }
    }

    private func fits(_ binding: DomainBoundCode, _ place: InputPlace, _ scope: CredentialScope) -> Bool {
        switch place {
        case .app:
            // A code for a frame within a page is meant for no app.
            guard binding.embeddedHost == nil, let host = try? DomainName(binding.host.text) else { return false }
            return scope.isHome(host)
        case .page(let document, let ancestors):
            return binding.match(document, ancestors: ancestors, rule: .exactHosts) != .none
        }
    }
}

/// A code from a message that is offered at a place.
package struct CodeSuggestion: Hashable, Sendable {
    package let code: ReceivedCode
    let place: InputPlace

    /// The site that the code is bound to, to be shown beside it; nil for a code in free text.
    package var site: String? { code.binding?.host.text }
}
