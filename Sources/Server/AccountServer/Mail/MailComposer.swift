import AccountPages
package import Accounts
import Foundation
import InternetAddresses
package import Mail
import Markup
package import OneTimeCodes
import Secrets
import Texts

/// Writes the messages of the domain, in text and HTML, with the sender and the site of the service. Their words are in the catalogs of
/// the pages.
package struct MailComposer: Sendable {
    private let from: MailSender
    private let bounces: BounceSender?
    private let serviceName: String
    private let site: WebOrigin
    private let formats: ReaderFormats

    /// - Parameters:
    ///   - name: the name of the service. Nil is returned for one that cannot be in a subject.
    ///   - bounces: the sender of envelopes; nil for the address that messages come from.
    package init?(from address: MailAddress, bounces: BounceSender? = nil, serviceName name: String, site: WebOrigin) {
        guard let service = MailLine(name) else { return nil }
        from = MailSender(address, name: service)
        self.bounces = bounces
        serviceName = name
        self.site = site
        formats = ReaderFormats()
        for language in Language.allCases {
            guard (try? writer(in: language).line(PageMessage.mail(.mailCodeSubject, service: name))) != nil else { return nil }
        }
    }

    /// Returns nil if the mail library rejects the address or a text.
    package func message(for mail: OutgoingMail) -> MailMessage? {
        guard let to = try? MailAddress(mail.to.text),
            let content = try? writer(
                in: Language(mail.language) ?? .english, zone: mail.timeZone.flatMap { ReaderZone($0) } ?? .unknown
            ).content(of: mail.content, queuedAt: mail.queuedAt),
            let id = MailMessageID(unique: Base64URL.encode(mail.id.bytes), domain: from.address.domain)
        else { return nil }
        return MailMessage(
            from: from, to: to, bounces: bounces?.address(for: mail) ?? from.address, content: content, id: id,
            date: Date(mail.queuedAt))
    }

    /// Returns the message of `latchkey mail test`, in English like the output of commands.
    package func testMessage(to address: MailAddress, id: MailMessageID, at now: Timestamp) throws -> MailMessage {
        let text = MailText(words: "\(serviceName) can send mail to this address. No action is required.")
        let content = try MailContent(
            site: site, language: writer(in: .english).mailLanguage(), subject: "Test message", [.paragraph(text)])
        return MailMessage(
            from: from, to: address, bounces: bounces?.base ?? from.address, content: content, id: id, date: Date(now))
    }

    private func writer(in language: Language, zone: ReaderZone = .unknown) -> MailWriter {
        MailWriter(service: serviceName, site: site, format: formats.format(for: ReaderLanguage(language), zone: zone))
    }
}

/// Writes messages in one language, with times in one zone.
private struct MailWriter {
    let service: String
    let site: WebOrigin
    let format: ReaderFormat

    /// - Parameter begun: when the message was queued, which is when its cause happened.
    func content(of mail: AccountMail, queuedAt begun: Timestamp) throws -> MailContent {
        switch mail {
        case .addressCode(let code, let source):
            return try content(
                line(sentence(.mailCodeSubject)), code, .subject,
                [.paragraph(words(sentence(.mailAddressCodeLead))), paragraph(.mailCodeValidity)]
                    + request(at: begun, from: source) + [paragraph(.mailAddressCodeUnwanted)])
        case .recoveryCode(let code, let source):
            // The text before the code is longer than the preview of a message, because locked phones show previews.
            return try content(
                line(PageText.resetPasswordTitle), code, .bodyOnly,
                [.paragraph(words(sentence(.mailResetCodeLead))), paragraph(.mailCodeValidity), paragraph(.mailCodeSecret)]
                    + request(at: begun, from: source) + [paragraph(.mailResetCodeUnwanted)])
        case .signInCode(let code, let source):
            // As for a recovery: the code opens a session for a client that also has the secret of the request.
            return try content(
                line(PageText.codeSignInTitle), code, .bodyOnly,
                [.paragraph(words(sentence(.mailSignInCodeLead))), paragraph(.mailCodeValidity), paragraph(.mailCodeSecret)]
                    + request(at: begun, from: source) + [paragraph(.mailSignInCodeUnwanted)])
        case .addressAdded(let address, let moment, let source):
            return try notice(
                .mailAddressAdded, .mailAddressAddedLead, address: address, at: moment, from: source, [advice, link])
        case .addressRemoved(let address, let moment, let source):
            return try notice(
                .eventEmailAddressRemoved, .mailAddressRemovedLead, address: address, at: moment, from: source, [advice, link])
        case .addressUndo(let code, let address, let moment, let source):
            guard let shown = MailCode(code.reveal(), exposure: .bodyOnly) else { throw UnfitText() }
            return try MailContent(
                site: site, language: mailLanguage(), subject: line(PageText.eventEmailAddressRemoved), code: shown,
                [
                    .paragraph(words(sentence(.mailAddressUndoLead))),
                    .facts(try facts(address: address, at: moment, from: source)),
                    .link(label: try line(PageText.mailAddressUndoLink), PagePath.addressUndo),
                ])
        case .passwordRecovered(let moment, let source):
            return try notice(
                .mailPasswordReset, .mailPasswordResetLead, at: moment, from: source,
                [
                    paragraph(.mailPasswordResetAdvice), paragraph(.mailPasswordResetKept), paragraph(.mailCredentialsSuspended),
                    paragraph(.mailPasswordResetAddresses),
                    link,
                ])
        case .passkeyRecovered(let moment, let source):
            return try notice(
                .mailPasskeyRecovery, .mailPasskeyRecoveryLead, at: moment, from: source,
                [
                    paragraph(.mailPasskeyRecoveryAdvice), paragraph(.mailPasswordResetKept), paragraph(.mailCredentialsSuspended),
                    paragraph(.mailPasswordResetAddresses),
                    link,
                ])
        case .recoveryWaits(let moment, let source):
            return try notice(
                .mailRecoveryBegun, .mailRecoveryBegunLead, at: begun, possibleFrom: moment, from: source,
                [paragraph(.mailRecoveryBegunAdvice), link])
        case .recoveryUndo(let code, let moment, let source):
            guard let shown = MailCode(code.reveal(), exposure: .bodyOnly) else { throw UnfitText() }
            return try MailContent(
                site: site, language: mailLanguage(), subject: line(PageText.mailRecoveryBegun), code: shown,
                [
                    .paragraph(words(sentence(.mailRecoveryBegunLead))),
                    .facts(try facts(at: begun, possibleFrom: moment, from: source)),
                    paragraph(.mailRecoveryUndoAdvice), .link(label: try line(PageText.cancelRecovery), PagePath.recoveryCancel),
                ])
        case .recoveryCancelled(let moment, let source):
            return try notice(
                .eventRecoveryCancelled, .mailRecoveryCancelledLead, at: moment, from: source,
                [paragraph(.mailRecoveryCancelledAdvice), link])
        case .notice(let notice):
            let (subject, lead) = texts(of: notice.kind)
            return try self.notice(subject, lead, at: notice.at, from: notice.source, blocks(after: notice.kind))
        }
    }

    private func blocks(after kind: AccountNotice.Kind) throws -> [MailContent.Block] {
        switch kind {
        // No account is left that could end its sessions.
        case .accountDeleted: [.paragraph(words(sentence(.mailAccountDeletedAdvice)))]
        // All sessions have ended.
        case .accountLocked: []
        // The page does nothing before the owner requests a code.
        case .recoveryStarted: [.link(label: try line(PageText.resetPasswordTitle), PagePath.recovery)]
        default: [advice, try link]
        }
    }

    private func texts(of kind: AccountNotice.Kind) -> (subject: PageText, lead: MailSentence) {
        switch kind {
        case .newDevice: (.mailNewDevice, .mailNewDeviceLead)
        case .passwordChanged: (.eventPasswordChanged, .mailPasswordChangedLead)
        case .passwordSet: (.eventPasswordSet, .mailPasswordSetLead)
        case .passwordRemoved: (.eventPasswordRemoved, .mailPasswordRemovedLead)
        case .passwordReplacedByApple: (.eventUpgradedToApple, .mailPasswordReplacedLead)
        case .passkeyAdded: (.eventPasskeyAdded, .mailPasskeyAddedLead)
        case .passkeyRemoved: (.eventPasskeyRemoved, .mailPasskeyRemovedLead)
        case .passkeyCounterRegressed: (.eventPasskeyCounterRegressed, .mailPasskeyCounterLead)
        case .secondFactorAdded: (.mailSecondFactorAdded, .mailSecondFactorAddedLead)
        case .secondFactorRemoved: (.mailSecondFactorRemoved, .mailSecondFactorRemovedLead)
        case .recoveryCodesMade: (.eventRecoveryCodesMade, .mailRecoveryCodesLead)
        case .recoveryCodeUsed: (.eventRecoveryCodeUsed, .mailRecoveryCodeUsedLead)
        case .appleLinked: (.eventAppleLinked, .mailAppleLinkedLead)
        case .appleUnlinked: (.eventAppleUnlinked, .mailAppleUnlinkedLead)
        case .accountDeleted: (.eventAccountDeleted, .mailAccountDeletedLead)
        case .addressRestored: (.eventEmailAddressRestored, .mailAddressRestoredLead)
        case .credentialConfirmed: (.eventCredentialConfirmed, .mailCredentialConfirmedLead)
        case .signedInByMail: (.eventSignedInByMail, .mailSignedInByMailLead)
        case .accountLocked: (.eventAccountLocked, .mailAccountLockedLead)
        case .recoveryStarted: (.eventRecoveryStarted, .mailRecoveryStartedLead)
        case .passwordLinkMade: (.eventPasswordLinkMade, .mailPasswordLinkLead)
        case .recoveryOpened: (.eventRecoveryOpened, .mailRecoveryOpenedLead)
        case .noticesOff: (.eventNoticesChanged, .mailNoticesOffLead)
        }
    }

    private func content(
        _ subject: MailLine, _ code: MailedCode, _ exposure: MailCode.Exposure, _ blocks: [MailContent.Block]
    ) throws -> MailContent {
        guard let code = MailCode(code.reveal(), exposure: exposure) else { throw UnfitText() }
        return try MailContent(site: site, language: mailLanguage(), subject: subject, code: code, blocks)
    }

    /// Returns a notice: what changed, the facts, and the blocks about what to do.
    private func notice(
        _ subject: PageText, _ lead: MailSentence, address: EmailAddress? = nil, at moment: Timestamp,
        possibleFrom: Timestamp? = nil, from source: NoticeSource, _ blocks: [MailContent.Block]
    ) throws -> MailContent {
        try MailContent(
            site: site, language: mailLanguage(), subject: line(subject),
            [
                .paragraph(words(sentence(lead))),
                .facts(try facts(address: address, at: moment, possibleFrom: possibleFrom, from: source)),
            ] + blocks)
    }

    /// Returns when and from where a code was requested; nothing for a message without a source.
    ///
    /// The device is left out unless it is a browser that the server recognizes. Any client can request a code for another user's
    /// address, and would write to that user by the name of its device.
    private func request(at moment: Timestamp, from source: NoticeSource?) throws -> [MailContent.Block] {
        guard let source else { return [] }
        var facts: [(label: MailLine, value: MailText)] = [(try line(PageText.mailTime), time(moment))]
        if case .browser = ShownDevice(deviceName: source.deviceName) {
            facts.append((try line(PageText.mailDevice), device(source.deviceName)))
        }
        facts.append((try line(PageText.mailNetworkAddress), "\(PersonalText(source.address.description))"))
        return [.facts(facts)]
    }

    private func facts(
        address: EmailAddress? = nil, at moment: Timestamp, possibleFrom: Timestamp? = nil, from source: NoticeSource
    ) throws -> [(label: MailLine, value: MailText)] {
        var facts: [(label: MailLine, value: MailText)] = []
        if let address { facts.append((try line(PageText.emailAddress), "\(PersonalText(address.text))")) }
        facts.append((try line(PageText.mailTime), time(moment)))
        if let possibleFrom { facts.append((try line(PageText.mailPossibleFrom), time(possibleFrom))) }
        facts.append((try line(PageText.mailDevice), device(source.deviceName)))
        facts.append((try line(PageText.mailNetworkAddress), "\(PersonalText(source.address.description))"))
        return facts
    }

    private func time(_ moment: Timestamp) -> MailText { MailText(words: format.date(moment.seconds, .moment)) }

    private func device(_ name: String) -> MailText {
        switch ShownDevice(deviceName: name) {
        case .browser(let browser, let system): words(PageMessage.browserOnSystem(browser: browser, system: system))
        case .unknown: words(PageText.deviceUnknown)
        case .named(let name): "\(PersonalText(name))"
        }
    }

    private var advice: MailContent.Block { paragraph(.mailAdvice) }

    /// The page ends the sessions only after a sign-in and a press of its button, so programs that open the link change nothing.
    private var link: MailContent.Block {
        get throws { .link(label: try line(PageText.mailNotMe), PagePath.notMe) }
    }

    private func sentence(_ sentence: MailSentence) -> PageMessage { .mail(sentence, service: service) }

    private func paragraph(_ text: PageText) -> MailContent.Block { .paragraph(words(text)) }

    private func words(_ text: some CatalogText) -> MailText { MailText(words: Catalogs.accountPages.string(text, for: format)) }

    func line(_ text: some CatalogText) throws -> MailLine {
        guard let line = MailLine(Catalogs.accountPages.string(text, for: format)) else { throw UnfitText() }
        return line
    }

    func mailLanguage() throws -> MailLanguage {
        let colon = Catalogs.accountPages.string(PageText.mailColon, for: format)
        let isRightToLeft = format.language.direction == .rightToLeft
        guard let language = MailLanguage(format.language.tag, isRightToLeft: isRightToLeft, colon: colon) else {
            throw UnfitText()
        }
        return language
    }

    /// A text cannot be in a message.
    private struct UnfitText: Error {}
}
