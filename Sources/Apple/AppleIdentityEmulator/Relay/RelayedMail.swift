import Crypto
public import FoundationEssentials

/// A message that the relay forwarded to a user.
public struct RelayedMail: Sendable, Hashable, Codable, Identifiable {
    /// The number of the message, from 1.
    public let id: Int
    /// The account that received the message.
    public let account: PersonIdentifier
    /// The time when the relay received the message.
    public let receivedAt: Date
    /// The sender's address, as the relay rewrites it: `help_at_example_com_dpdcnf87nu_192d3661@privaterelay.appleid.com`.
    public let from: String
    /// The sender's name; empty if it is missing.
    public let fromName: String
    /// The relay address that the message was sent to.
    public let to: String
    /// The user's own address to which the relay forwarded it.
    public let forwardedTo: String?
    /// The subject, of at most 1,000 bytes.
    public let subject: String
    /// The plain text with LF between lines, of at most 64 KiB; empty if the message has none.
    public let text: String

    /// The size for the limits of mailboxes: the texts, and 256 bytes for the rest.
    fileprivate var byteCount: Int { fromName.utf8.count + subject.utf8.count + text.utf8.count + 256 }

    /// Returns the address that replaces a sender's, so that a reply would go through the relay.
    ///
    /// The eight digits at the end are the same for all messages of a sender to a relay address.
    static func rewrittenSender(_ sender: EnvelopeAddress, for relay: EnvelopeAddress) -> String {
        let words = "\(sender.localPart)_at_\(sender.domain)".map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
        let digest = SHA256.hash(data: Data("\(sender) \(relay)".utf8)).prefix(4)
        let digits = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        // A local part has at most 64 bytes (RFC 5321, section 4.5.3.1.1).
        let end = "_\(relay.localPart)_\(digits)"
        return String(words.prefix(max(0, 64 - end.utf8.count))) + end + "@\(relay.domain)"
    }
}

/// The forwarded mail of all accounts, oldest first. The oldest messages are removed at the limits.
struct MailRegister: Sendable, Codable {
    private(set) var messages: [RelayedMail] = []
    private var count = 0

    /// Adds the message that `make` returns for its number.
    mutating func add(_ make: (Int) -> RelayedMail) {
        count += 1
        let mail = make(count)
        messages.append(mail)
        drop(beyond: ServiceLimits.mailMessages, ServiceLimits.mailBytes) { $0.account == mail.account }
        drop(beyond: .max, ServiceLimits.allMailBytes) { _ in true }
    }

    mutating func remove(_ person: PersonIdentifier) {
        messages.removeAll { $0.account == person }
    }

    /// Keeps the newest of the matching messages that fit the limits.
    private mutating func drop(beyond limit: Int, _ bytes: Int, where matches: (RelayedMail) -> Bool) {
        var (count, size) = (0, 0)
        var kept: [RelayedMail] = []
        for mail in messages.reversed() {
            guard matches(mail) else {
                kept.append(mail)
                continue
            }
            count += 1
            size += mail.byteCount
            if count <= limit, size <= bytes { kept.append(mail) }
        }
        messages = kept.reversed()
    }
}
