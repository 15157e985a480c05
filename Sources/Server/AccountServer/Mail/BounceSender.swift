package import Accounts
package import Mail

/// The envelope senders of messages: `bounces+TAG@…`, a different one for each message, so that its bounce names it.
package struct BounceSender: Sendable {
    /// The address without a tag.
    package let base: MailAddress
    private let tags: BounceTags

    package init(_ base: MailAddress, tags: BounceTags) {
        self.base = base
        self.tags = tags
    }

    /// Returns the envelope sender of a message. Omits the tag if the recipient is not an address of an account.
    package func address(for mail: OutgoingMail) -> MailAddress {
        guard let recipient = mail.recipient, let tag = tags.text(for: recipient, queuedAt: mail.queuedAt) else { return base }
        return Self.address(base, tag: tag) ?? base
    }

    /// Returns the tag in an address that a bounce was sent to; nil if the address is not a tagged form of the base.
    package static func tag(in address: MailAddress, base: MailAddress) -> String? {
        guard address.domain == base.domain, let plus = address.localPart.lastIndex(of: "+"),
            address.localPart[..<plus].lowercased() == base.localPart.lowercased()
        else { return nil }
        return String(address.localPart[address.localPart.index(after: plus)...])
    }

    /// Returns whether an address with a tag has a valid local part in ASCII, of at most 64 bytes.
    static func canTag(_ base: MailAddress) -> Bool {
        address(base, tag: String(repeating: "a", count: BounceTags.textLength)).map { !$0.needsSMTPUTF8 } ?? false
    }

    private static func address(_ base: MailAddress, tag: String) -> MailAddress? {
        try? MailAddress("\(base.localPart)+\(tag)@\(base.domain)")
    }
}
