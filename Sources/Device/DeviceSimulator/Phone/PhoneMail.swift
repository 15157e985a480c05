public import Foundation

extension PhoneView {
    /// The Mail app: the mail that Apple's relay forwarded to the user of the Apple Account.
    public struct MailView: Hashable, Codable, Sendable {
        /// The name of the Apple Account that the device is signed in to. Nil without an account; the list is then empty.
        public var account: String?
        /// The mails, newest first.
        public var mails: [Mail]
        /// The open mail; nil while the list is visible.
        public var open: OpenMail?
    }

    /// A mail in the list.
    public struct Mail: Hashable, Codable, Sendable {
        /// The identifier of the mail, which increases with every mail.
        public var id: Int
        /// The sender's name, or the address of a sender without a name.
        public var sender: String
        /// The subject; empty if it is missing.
        public var subject: String
        /// The beginning of the text, in one line.
        public var preview: String
        /// The time when the relay received the mail, by the device's clock.
        public var received: Date
    }

    /// A mail that the user reads. Its texts are plain: markup and links in them have no effect.
    public struct OpenMail: Hashable, Codable, Sendable {
        /// The mail as in the list.
        public var mail: Mail
        /// The sender's address.
        public var from: String
        /// The hidden address that the sender wrote to.
        public var to: String
        /// The text, without line ends at its end.
        public var text: String
        /// The one-time code in the text, which Mail underlines; nil without one.
        public var code: Message.Code?
    }

    /// A mail that has just arrived. The banner omits the text, because a locked phone shows the banner too.
    public struct MailBanner: Hashable, Codable, Sendable {
        /// The identifier of the mail.
        public var id: Int
        /// The sender's name or address.
        public var sender: String
        /// The subject; empty if it is missing.
        public var subject: String
    }
}
