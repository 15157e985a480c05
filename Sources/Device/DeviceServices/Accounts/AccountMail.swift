import DeviceProtocol

/// A message that Apple's relay forwarded to the user, as the service returns it. Its texts are foreign: every sender that an app's team
/// registered chooses them.
package struct AccountMail: Decodable, Hashable, Sendable {
    /// The maximum length of a text, in bytes.
    package static let longestText = 65_536
    /// The maximum length of a subject, name or address, in bytes.
    package static let longestLine = 1_000
    /// The maximum number of messages in a response.
    package static let longestList = 100
    /// The maximum age, in seconds: a hundred years.
    static let greatestAge = 3_155_760_000

    /// The number of the message, from 1. A later message has a greater number.
    package let id: Int
    /// The seconds since the relay received the message, by the service's clock.
    package let age: Int
    /// The sender's address, as the relay rewrites it.
    package let from: String
    /// The sender's name; empty if it is missing.
    package let fromName: String
    /// The relay address that the message was sent to.
    package let to: String
    package let subject: String
    /// The plain text; empty if the message has none.
    package let text: String

    /// Checks a message. Returns nil if a number is out of range, a text is too long, or a text contains control characters.
    package init?(id: Int, age: Int, from: String, fromName: String, to: String, subject: String, text: String) {
        guard id > 0, (0...Self.greatestAge).contains(age), text.utf8.count <= Self.longestText,
            [from, fromName, to, subject].allSatisfy({ $0.utf8.count <= Self.longestLine }),
            [from, fromName, to, subject].allSatisfy({ Self.isPlain($0, allowing: []) }),
            Self.isPlain(text, allowing: ["\n", "\t"])
        else { return nil }
        self.id = id
        self.age = age
        self.from = from
        self.fromName = fromName
        self.to = to
        self.subject = subject
        self.text = text
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let mail = AccountMail(
            id: try values.decode(Int.self, forKey: .id), age: try values.decode(Int.self, forKey: .age),
            from: try values.decode(String.self, forKey: .from), fromName: try values.decode(String.self, forKey: .fromName),
            to: try values.decode(String.self, forKey: .to), subject: try values.decode(String.self, forKey: .subject),
            text: try values.decode(String.self, forKey: .text))
        guard let mail else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "malformed message"))
        }
        self = mail
    }

    private enum CodingKeys: String, CodingKey {
        case id, age, from, fromName, to, subject, text
    }

    private static func isPlain(_ text: String, allowing allowed: [Unicode.Scalar]) -> Bool {
        text.unicodeScalars.allSatisfy { !$0.isControl || allowed.contains($0) }
    }
}
