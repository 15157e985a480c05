import DeviceServices
import FoundationEssentials
import OneTimeCodes
import PasswordManager

/// The Mail app, and the codes in mails.
extension PhoneState {
    /// The maximum age of a mail that appears as a banner, in seconds. Older mail arrives when a device signs in.
    static let newMailAge: TimeInterval = 60

    /// Opens the list or a mail.
    mutating func openMail(_ id: Int?) throws(PhoneError) {
        try uncovered(by: [.prompt, .sheet])
        if let id, mailbox[id] == nil { throw PhoneError(.nothingThere, "no such mail") }
        banner = nil
        move(to: .mail(id))
        if id == nil, account.account != nil { effects.append(.work(.readMail)) }
    }

    /// Adds mail of an account, newest first. Ignores a response about another account, and one that does not continue the
    /// mailbox.
    ///
    /// - Parameter last: The identifier after which the mail was requested.
    mutating func receive(_ mails: [AccountMail], of owner: String, after last: Int) {
        guard owner == account.account, last == mailbox.lastID else { return }
        for mail in mails.reversed() {
            let entry = Mailbox.Entry(mail, at: now)
            mailbox.add(entry)
            // Old codes would displace those that can still be offered.
            if let code = entry.code, code.isOffered(now: now) { codes.add(code) }
        }
        guard let newest = mailbox.entries.first, mails.contains(where: { $0.id == newest.mail.id }),
            now.timeIntervalSince(newest.received) < Self.newMailAge
        else { return }
        let isInMail = if case .mail = front { !device.isLocked } else { false }
        banner = isInMail ? nil : Arrival(item: .mail(newest.mail.id), at: now)
    }

    /// Removes the mail and its codes, because it belongs to another account.
    mutating func forgetMail() {
        codes.remove(mailbox.codes)
        mailbox = Mailbox()
        if case .mail? = banner?.item { banner = nil }
        if case .mail = front { front = .mail(nil) }
    }

    /// Returns the Mail app with an open mail, or its list.
    func mailView(_ id: Int?) -> PhoneView.MailView {
        PhoneView.MailView(
            account: account.account, mails: mailbox.entries.map(\.view), open: id.flatMap { mailbox[$0]?.open })
    }

    var mailBanner: PhoneView.MailBanner? {
        guard case .mail(let id)? = banner?.item, let mail = mailbox[id]?.view else { return nil }
        return PhoneView.MailBanner(id: mail.id, sender: mail.sender, subject: mail.subject)
    }
}

/// The mail of the Apple Account. The phone does not store it: the service has it.
struct Mailbox: Sendable {
    /// The maximum number of mails. The oldest are removed.
    static let limit = 100

    /// A mail, with the code in it.
    struct Entry: Sendable {
        let mail: AccountMail
        let received: Date
        /// The text without white space at its end: only the last line of a text can bind a code to a site.
        let text: String
        let code: ReceivedCode?

        /// The size of a text whose code is found, in bytes. The relay cuts long texts, and the line that binds a code to a site is
        /// the last one: a code without it would be offered everywhere.
        static let longestTextWithCode = 32_768
        /// The length of a preview in characters.
        static let previewLength = 120

        init(_ mail: AccountMail, at now: Date) {
            self.mail = mail
            received = now.addingTimeInterval(-TimeInterval(mail.age))
            var text = mail.text[...]
            while let last = text.last, last.isWhitespace { text = text.dropLast() }
            self.text = String(text)
            code =
                mail.text.utf8.count <= Self.longestTextWithCode
                ? ReceivedCode(message: self.text, receivedAt: received) : nil
        }

        var view: PhoneView.Mail {
            PhoneView.Mail(
                id: mail.id, sender: mail.fromName.isEmpty ? mail.from : mail.fromName, subject: mail.subject,
                preview: text.prefix(Self.previewLength).split(whereSeparator: \.isWhitespace).joined(separator: " "),
                received: received)
        }

        var open: PhoneView.OpenMail {
            PhoneView.OpenMail(mail: view, from: mail.from, to: mail.to, text: text, code: code?.shown)
        }
    }

    /// The mails, newest first.
    private(set) var entries: [Entry] = []

    /// The identifier of the newest mail; 0 without mail.
    var lastID: Int { entries.first?.mail.id ?? 0 }

    var codes: [ReceivedCode] { entries.compactMap(\.code) }

    subscript(id: Int) -> Entry? { entries.first { $0.mail.id == id } }

    /// Adds the newest mail.
    mutating func add(_ entry: Entry) {
        entries.insert(entry, at: 0)
        entries.removeLast(max(0, entries.count - Self.limit))
    }
}
