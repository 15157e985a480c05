import OneTimeCodes
package import Secrets

/// The tag in the envelope sender of a message, by which a bounce identifies the message.
package struct BounceTag: Hashable, Sendable {
    /// The account's address that the message went to. The identifier is random, so it reveals nothing.
    package let recipient: AccountAddressID
    /// The time when the message was queued, in whole seconds.
    package let sentAt: Timestamp

    package init(recipient: AccountAddressID, sentAt: Timestamp) {
        self.recipient = recipient
        self.sentAt = sentAt
    }
}

/// Makes and verifies the tags in envelope senders. Every mail server can send a bounce, but only this server can make a tag.
///
/// A tag has 30 bytes: the identifier of the address, the seconds since 1970, and the first 80 bits of an HMAC over both. Its text has
/// 48 characters of base32 in lower case, because mail servers may change the case of a local part.
package struct BounceTags: Sendable {
    /// The keys that verify. The first one also makes tags.
    private let keys: [AuthenticationKey]

    package init(keys master: MasterKeys) {
        keys = ([master.current] + master.previous).map { $0.authenticationKey(for: .bounceTags) }
    }

    /// Returns nil for a time that the tag cannot hold.
    package func text(for recipient: AccountAddressID, queuedAt: Timestamp) -> String? {
        guard let key = keys.first, let seconds = UInt32(exactly: queuedAt.seconds) else { return nil }
        let content = recipient.bytes + (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
        return Base32.encode(content + key.tag(for: content).prefix(Self.codeLength)).lowercased()
    }

    /// Returns nil for a text that this server did not make, a time in the future, and a tag that is older than ``lifetime``.
    package func tag(_ text: String, now: Timestamp) -> BounceTag? {
        // Other letters could become ASCII in upper case.
        guard text.utf8.count == Self.textLength, text.utf8.allSatisfy({ $0 < 0x80 }),
            let bytes = try? Base32.decode(text.uppercased())
        else { return nil }
        let content = bytes.prefix(Self.contentLength)
        let code = bytes.dropFirst(Self.contentLength)
        let isAuthentic = keys.reduce(false) { isFound, key in
            constantTimeEquals(code, key.tag(for: content).prefix(Self.codeLength)) || isFound
        }
        guard isAuthentic, let recipient = AccountAddressID(bytes: Array(content.prefix(16))) else { return nil }
        let sentAt = Timestamp(seconds: content.dropFirst(16).reduce(0) { $0 << 8 | Int64($1) })
        guard sentAt <= now, now - sentAt < Self.lifetime else { return nil }
        return BounceTag(recipient: recipient, sentAt: sentAt)
    }

    /// The number of characters of a tag.
    package static var textLength: Int { 48 }
    /// The time for which a bounce counts.
    package static var lifetime: Duration { .seconds(14 * 86_400) }

    private static var contentLength: Int { 20 }
    private static var codeLength: Int { 10 }
}

extension KeyPurpose {
    fileprivate static let bounceTags = KeyPurpose("bounce-tags")
}
