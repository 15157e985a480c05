import InternetAddresses
package import Secrets

/// The content of a message to an account, without its words.
///
/// A code has the source of the request for it; nil in a message that an earlier version queued.
package enum AccountMail: Hashable, Sendable {
    /// The code that verifies an address.
    case addressCode(MailedCode, from: NoticeSource? = nil)
    /// Notice to the other addresses: this address was verified for the account.
    case addressAdded(EmailAddress, at: Timestamp, from: NoticeSource)
    /// Notice to all addresses, this one included: it was removed from the account.
    case addressRemoved(EmailAddress, at: Timestamp, from: NoticeSource)
    /// The same for the removed address itself, with the code that restores it.
    case addressUndo(UndoCode, EmailAddress, at: Timestamp, from: NoticeSource)
    /// The code that recovers an account.
    case recoveryCode(MailedCode, from: NoticeSource? = nil)
    /// Notice to all addresses: a recovery set a new password.
    case passwordRecovered(at: Timestamp, from: NoticeSource)
    /// Notice to all addresses: a recovery added a passkey, which replaced the password.
    case passkeyRecovered(at: Timestamp, from: NoticeSource)
    /// Notice to all addresses: after this time, the account can be recovered without its second factor.
    case recoveryWaits(until: Timestamp, from: NoticeSource)
    /// The same, with the code that cancels the recovery.
    case recoveryUndo(UndoCode, until: Timestamp, from: NoticeSource)
    /// Notice to all addresses: the waiting time was cancelled.
    case recoveryCancelled(at: Timestamp, from: NoticeSource)
    /// The code that signs in.
    case signInCode(MailedCode, from: NoticeSource? = nil)
    /// Notice to all addresses: another change that concerns the security of the account.
    case notice(AccountNotice)

    package var template: MailTemplate {
        switch self {
        case .addressCode: .addressCode
        case .addressAdded: .addressAdded
        case .addressRemoved: .addressRemoved
        case .addressUndo: .addressUndo
        case .recoveryCode: .recoveryCode
        case .signInCode: .signInCode
        case .passwordRecovered: .passwordRecovered
        case .passkeyRecovered: .passkeyRecovered
        case .recoveryWaits: .recoveryWaits
        case .recoveryUndo: .recoveryUndo
        case .recoveryCancelled: .recoveryCancelled
        case .notice: .notice
        }
    }
}

/// The kinds of messages. The raw values are stored, so they never change.
package enum MailTemplate: Int, CaseIterable, Sendable {
    case addressCode = 1
    case addressAdded = 2
    case addressRemoved = 3
    case recoveryCode = 4
    case passwordRecovered = 5
    case recoveryWaits = 6
    case recoveryCancelled = 7
    case notice = 8
    case passkeyRecovered = 9
    case addressUndo = 10
    case signInCode = 11
    case recoveryUndo = 12

    /// The name in the output of commands.
    package var name: String {
        switch self {
        case .addressCode: "address-code"
        case .addressAdded: "address-added"
        case .addressRemoved: "address-removed"
        case .recoveryCode: "recovery-code"
        case .signInCode: "sign-in-code"
        case .passwordRecovered: "password-recovered"
        case .recoveryWaits: "recovery-waits"
        case .recoveryUndo: "recovery-undo"
        case .recoveryCancelled: "recovery-cancelled"
        case .notice: "notice"
        case .passkeyRecovered: "passkey-recovered"
        case .addressUndo: "address-undo"
        }
    }

    /// Whether the message contains a code, for which the user waits.
    package var isCode: Bool {
        switch self {
        case .addressCode, .recoveryCode, .signInCode: true
        case .addressAdded, .addressRemoved, .addressUndo, .passwordRecovered, .passkeyRecovered, .recoveryWaits, .recoveryUndo,
            .recoveryCancelled, .notice:
            false
        }
    }

    /// The time after which the message is no longer sent. For a code, it ends a minute before the code expires, so that no expired
    /// code arrives. The code of a recovery is valid for longer than a notice waits (``RecoveryWait/readiness``).
    var lifetime: Duration {
        switch self {
        case .addressCode, .recoveryCode, .signInCode: MailedCode.lifetime - .seconds(60)
        case .addressUndo: UndoCode.addressLifetime - .seconds(60)
        case .addressAdded, .addressRemoved, .passwordRecovered, .passkeyRecovered, .recoveryWaits, .recoveryUndo,
            .recoveryCancelled, .notice:
            .seconds(3 * 86_400)
        }
    }
}

/// A message that a job sends, with its address and content sealed.
package struct QueuedMail: Hashable, Sendable {
    /// The same for every attempt, so that a receiver recognizes a duplicate.
    package let id: MailID
    /// The account's address that the message goes to. It may be removed before the message is sent.
    package let recipient: AccountAddressID
    package let template: MailTemplate
    package let language: LanguageTag
    /// The zone of the times in the message; nil for UTC.
    package let timeZone: TimeZoneName?
    package let sealed: Sealed
    package let queuedAt: Timestamp
    /// The message is never sent from this time on.
    package let notAfter: Timestamp

    package init(
        id: MailID, recipient: AccountAddressID, template: MailTemplate, language: LanguageTag, timeZone: TimeZoneName?,
        sealed: Sealed, queuedAt: Timestamp, notAfter: Timestamp
    ) {
        self.id = id
        self.recipient = recipient
        self.template = template
        self.language = language
        self.timeZone = timeZone
        self.sealed = sealed
        self.queuedAt = queuedAt
        self.notAfter = notAfter
    }
}

/// An opened message, for the carrier.
package struct OutgoingMail: Sendable {
    package let id: MailID
    /// The account's address that the message goes to; nil for a sample.
    package let recipient: AccountAddressID?
    package let to: EmailAddress
    package let language: LanguageTag
    /// The zone of the times in the message; nil for UTC.
    package let timeZone: TimeZoneName?
    package let content: AccountMail
    package let queuedAt: Timestamp

    package init(
        id: MailID, recipient: AccountAddressID? = nil, to: EmailAddress, language: LanguageTag, timeZone: TimeZoneName? = nil,
        content: AccountMail, queuedAt: Timestamp
    ) {
        self.id = id
        self.recipient = recipient
        self.to = to
        self.language = language
        self.timeZone = timeZone
        self.content = content
        self.queuedAt = queuedAt
    }
}

package typealias MailID = Identifier<OutgoingMail>

/// Seals messages for the queue. Each is bound to its identifier, so that it opens in no other context.
///
/// A store seals notices in the transaction that makes them necessary. They go to exactly the addresses that the account has at that
/// moment, in its language and time zone.
package struct MailSealer: Sendable {
    private let keys: SealingKeys
    private let language: LanguageTag
    private let random: any RandomBytes

    /// - Parameters:
    ///   - keys: the keys with the purpose ``KeyPurpose/mail``.
    ///   - language: the language of messages if neither the account nor the request has one.
    package init(keys: SealingKeys, language: LanguageTag = .english, random: any RandomBytes) {
        self.keys = keys
        self.language = language
        self.random = random
    }

    /// Seals a message that is queued now, in the language and the time zone of the recipient's account.
    ///
    /// - Parameter requested: the language of the request, for an account without a language.
    package func seal(
        _ content: AccountMail, to recipient: AccountAddress, in requested: LanguageTag?, now: Timestamp
    ) throws -> QueuedMail {
        let id = MailID(random: random)
        let lines = ([recipient.address.text, recipient.address.key] + content.parameters).joined(separator: "\n")
        return QueuedMail(
            id: id, recipient: recipient.id, template: content.template, language: recipient.language ?? requested ?? language,
            timeZone: recipient.timeZone, sealed: try keys.seal(SecretBytes(utf8: lines), in: .mail(id), random: random),
            queuedAt: now, notAfter: now + content.template.lifetime)
    }

    /// Returns nil if the key is missing or the bytes were changed.
    package func open(_ mail: QueuedMail) -> OutgoingMail? {
        guard let secret = try? keys.open(mail.sealed, in: .mail(mail.id)) else { return nil }
        let lines = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 2, let to = EmailAddress(lines[0], key: lines[1]),
            let content = AccountMail(mail.template, parameters: Array(lines.dropFirst(2)))
        else { return nil }
        return OutgoingMail(
            id: mail.id, recipient: mail.recipient, to: to, language: mail.language, timeZone: mail.timeZone, content: content,
            queuedAt: mail.queuedAt)
    }
}

extension AccountMail {
    /// The parameters, none of which contains a line end: codes, numbers, addresses and device names have no control characters.
    fileprivate var parameters: [String] {
        switch self {
        case .addressCode(let code, let source), .recoveryCode(let code, let source), .signInCode(let code, let source):
            [code.reveal()] + (source.map { [$0.deviceName, $0.address.description] } ?? [])
        case .passwordRecovered(let moment, let source), .passkeyRecovered(let moment, let source),
            .recoveryWaits(let moment, let source), .recoveryCancelled(let moment, let source):
            Self.parameters(moment, source)
        case .recoveryUndo(let code, let moment, let source): Self.parameters(moment, source) + [code.reveal()]
        case .notice(let notice): Self.parameters(notice.at, notice.source) + [notice.kind.rawValue]
        case .addressAdded(let address, let moment, let source), .addressRemoved(let address, let moment, let source):
            Self.parameters(moment, source) + [address.text, address.key]
        case .addressUndo(let code, let address, let moment, let source):
            Self.parameters(moment, source) + [address.text, address.key, code.reveal()]
        }
    }

    private static func parameters(_ moment: Timestamp, _ source: NoticeSource) -> [String] {
        ["\(moment.milliseconds)", source.deviceName, source.address.description]
    }

    fileprivate init?(_ template: MailTemplate, parameters: [String]) {
        switch template {
        case .addressCode, .recoveryCode, .signInCode:
            guard [1, 3].contains(parameters.count), let code = MailedCode(typed: parameters[0]) else { return nil }
            let source: NoticeSource?
            if parameters.count == 3 {
                guard let address = try? IPAddress(parameters[2]) else { return nil }
                source = NoticeSource(Client(address: address, storedName: parameters[1]))
            } else {
                source = nil
            }
            self =
                switch template {
                case .addressCode: .addressCode(code, from: source)
                case .recoveryCode: .recoveryCode(code, from: source)
                default: .signInCode(code, from: source)
                }
        case .addressAdded, .addressRemoved, .addressUndo, .passwordRecovered, .passkeyRecovered, .recoveryWaits, .recoveryUndo,
            .recoveryCancelled, .notice:
            guard parameters.count >= 3, let milliseconds = Int64(parameters[0]), let address = try? IPAddress(parameters[2])
            else { return nil }
            let source = NoticeSource(Client(address: address, storedName: parameters[1]))
            self.init(
                template, at: Timestamp(milliseconds: milliseconds), from: source, parameters: Array(parameters.dropFirst(3)))
        }
    }

    /// - Parameter parameters: those after the time and the source.
    private init?(_ template: MailTemplate, at moment: Timestamp, from source: NoticeSource, parameters: [String]) {
        let address = parameters.count >= 2 ? EmailAddress(parameters[0], key: parameters[1]) : nil
        let code = parameters.last.flatMap { UndoCode(typed: $0) }
        switch (template, parameters.count) {
        case (.passwordRecovered, 0): self = .passwordRecovered(at: moment, from: source)
        case (.passkeyRecovered, 0): self = .passkeyRecovered(at: moment, from: source)
        case (.recoveryWaits, 0): self = .recoveryWaits(until: moment, from: source)
        case (.recoveryCancelled, 0): self = .recoveryCancelled(at: moment, from: source)
        case (.recoveryUndo, 1):
            guard let code else { return nil }
            self = .recoveryUndo(code, until: moment, from: source)
        case (.notice, 1):
            guard let kind = AccountNotice.Kind(rawValue: parameters[0]) else { return nil }
            self = .notice(AccountNotice(kind, at: moment, from: source))
        case (.addressAdded, 2):
            guard let address else { return nil }
            self = .addressAdded(address, at: moment, from: source)
        case (.addressRemoved, 2):
            guard let address else { return nil }
            self = .addressRemoved(address, at: moment, from: source)
        case (.addressUndo, 3):
            guard let address, let code else { return nil }
            self = .addressUndo(code, address, at: moment, from: source)
        default: return nil
        }
    }
}

extension KeyPurpose {
    package static let mail = KeyPurpose("mail")
}
