import AccountPages
import Accounts
import FoundationEssentials
import Hummingbird
import InternetAddresses
package import LocalAccess
import Mail
import Markup
import Secrets
import Texts

/// The mail of a server under development: a mailbox, and the developer who may read it.
package struct DevelopmentMail: Sendable {
    let mailbox: DevelopmentMailbox
    let gate: LocalAccessGate

    /// - Parameter access: the access of the user who started the server. Other users of the machine would read codes otherwise.
    package init(_ mailbox: DevelopmentMailbox, access: LocalAccess, command: String) {
        self.mailbox = mailbox
        gate = LocalAccessGate(access, landing: PagePath.mailbox, command: command, tokenPath: Self.tokenPath)
    }

    /// The path at which a program requests a new address of the mailbox.
    package static let tokenPath = PagePath.mailbox.text + LocalAccessGate.tokenPath

    /// Returns a new URL of the mailbox that lets a browser in.
    package func newAddress(at origin: String) -> String { gate.newAddress(at: origin) }
}

/// The pages at `/dev/mail`: the mailbox of development, and the templates of mail. ``DevelopmentGate`` decides who may open
/// them.
struct MailboxTool: Sendable {
    let mailbox: DevelopmentMailbox
    let composer: MailComposer
    let site: SiteConfiguration
    let random: any RandomBytes
    let now: @Sendable () -> Timestamp

    var routes: [Route] { [list, messageHTML, templates, templateHTML, script] }

    private var list: Route {
        Route(.get, PagePath.mailbox.text) { _ in
            page(
                .sent,
                mailbox.messages.map { kept in
                    let moment = Timestamp(kept.message.date)
                    return MailboxMessage(
                        id: "\(kept.number)", kept.message, time: DisplayTime(moment), html: Self.path(ofMessage: kept.number))
                })
        }
    }

    private var templates: Route {
        Route(.get, PagePath.mailTemplates.text) { request in
            page(
                .templates,
                MailSample.all.compactMap { sample in
                    message(of: sample, in: request.language).map {
                        MailboxMessage(id: sample.name, $0, template: sample.name, html: Self.path(of: sample))
                    }
                })
        }
    }

    private var messageHTML: Route {
        Route(.get, "\(PagePath.mailbox)/messages/{number}/html") { request in
            let number = Int(try request.parameters.required("number"))
            guard let kept = mailbox.messages.first(where: { $0.number == number }) else { throw Problem(.notFound) }
            return Self.html(of: kept.message)
        }
    }

    private var templateHTML: Route {
        Route(.get, "\(PagePath.mailTemplates)/{name}/html") { request in
            let name = try request.parameters.required("name")
            guard let sample = MailSample.all.first(where: { $0.name == name }),
                let shown = message(of: sample, in: request.language)
            else {
                throw Problem(.notFound)
            }
            return Self.html(of: shown)
        }
    }

    private var script: Route {
        .asset(Script.mailbox, at: PagePath.mailboxScript)
    }

    private static func path(ofMessage number: Int) -> LocalPath {
        PagePath.mailbox.appending(segment: "messages").appending(segment: "\(number)").appending(segment: "html")
    }

    private static func path(of sample: MailSample) -> LocalPath {
        PagePath.mailTemplates.appending(segment: sample.name).appending(segment: "html")
    }

    private func page(_ content: MailboxPage.Content, _ messages: [MailboxMessage]) -> Response {
        let page = MailboxPage(content, messages).document(on: Site(forDevelopers: site))
        return .content(
            page.bytes, type: "text/html; charset=utf-8",
            headers: [.contentSecurityPolicy: "\(ContentSecurityPolicy.pageWithScript); frame-src 'self'"])
    }

    /// Returns the HTML part as a mail program shows it: without scripts, forms and remote content, in a separate origin.
    private static func html(of message: MailMessage) -> Response {
        .content(
            Array(message.content.html.utf8), type: "text/html; charset=utf-8",
            headers: [
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
            ])
    }

    /// Returns the message in the language that the picker of the pages selects.
    private func message(of sample: MailSample, in language: Language) -> MailMessage? {
        guard let to = EmailAddress("anna@example.org", key: "anna@example.org"),
            let content = AccountMail(sampleOf: sample.template, sample.notice, at: now())
        else { return nil }
        return composer.message(
            for: OutgoingMail(
                id: MailID(random: random), to: to, language: language.domainTag, content: content, queuedAt: now()))
    }
}

/// A message on the page of templates. There is one for each template, and one for each kind of notice.
private struct MailSample {
    let template: MailTemplate
    var notice = AccountNotice.Kind.newDevice

    var name: String { template == .notice ? "\(template.name)-\(notice.rawValue)" : template.name }

    static let all: [MailSample] = MailTemplate.allCases.flatMap { template -> [MailSample] in
        template == .notice
            ? AccountNotice.Kind.allCases.map { MailSample(template: template, notice: $0) } : [MailSample(template: template)]
    }
}

extension AccountMail {
    /// Creates a message of the template's kind with sample values.
    ///
    /// - Parameter notice: the kind of a notice; other templates have none.
    init?(sampleOf template: MailTemplate, _ notice: AccountNotice.Kind = .newDevice, at now: Timestamp) {
        guard let code = MailedCode(typed: "K7QM2XPA"), let undo = UndoCode(typed: "k7qm-2xpa-k7qm-2xpa-k7qm-2xpa"),
            let other = EmailAddress("anna.new@example.net", key: "anna.new@example.net")
        else { return nil }
        // An address of the documentation range (RFC 5737).
        let source = NoticeSource(Client(address: IPAddress(v4: 0xCB00_7107), deviceName: "Safari on iPhone"))
        switch template {
        case .addressCode: self = .addressCode(code, from: source)
        case .addressAdded: self = .addressAdded(other, at: now, from: source)
        case .addressRemoved: self = .addressRemoved(other, at: now, from: source)
        case .addressUndo: self = .addressUndo(undo, other, at: now, from: source)
        case .recoveryCode: self = .recoveryCode(code, from: source)
        case .signInCode: self = .signInCode(code, from: source)
        case .passwordRecovered: self = .passwordRecovered(at: now, from: source)
        case .passkeyRecovered: self = .passkeyRecovered(at: now, from: source)
        case .recoveryWaits: self = .recoveryWaits(until: now + RecoveryService.standardWait, from: source)
        case .recoveryUndo: self = .recoveryUndo(undo, until: now + RecoveryService.standardWait, from: source)
        case .recoveryCancelled: self = .recoveryCancelled(at: now, from: source)
        case .notice: self = .notice(AccountNotice(notice, at: now, from: source))
        }
    }
}

extension MailboxMessage {
    fileprivate init(id: String, _ message: MailMessage, template: String? = nil, time: DisplayTime? = nil, html: LocalPath) {
        self.init(
            id: id, subject: message.content.subject, from: message.from.address.text, to: message.to.text, template: template,
            time: time, code: message.content.codeText, text: message.content.text, html: html)
    }
}
