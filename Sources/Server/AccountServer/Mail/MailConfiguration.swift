package import Accounts
import Foundation
import InternetAddresses
package import Mail
import Secrets
package import WebClient

/// The settings for sending mail. Without them, accounts have no e-mail addresses.
package struct MailConfiguration: Sendable {
    /// The kinds of transports, as the configuration names them.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case none
        case smtp
        case sendmail
        case webhook
    }

    /// The encryption of the connection to the SMTP server.
    package enum Security: String, CaseIterable, Hashable, Sendable {
        /// TLS from the first byte (RFC 8314).
        case tls
        /// STARTTLS, which the server must offer.
        case starttls
        /// None, and no password. For a server on this machine.
        case loopback

        var defaultPort: Int {
            switch self {
            case .tls: 465
            case .starttls: 587
            case .loopback: 25
            }
        }
    }

    /// The destination of messages.
    package enum Destination: Sendable {
        case smtp(SMTPServer)
        case sendmail(program: String)
        case webhook(WebURL, WebhookKey)
        /// A transport of the application around the server, such as a developer's mailbox.
        case custom(any MailTransport)
    }

    /// The address that messages come from. It also receives bounces if ``bounces`` is nil.
    package var from: MailAddress
    package var destination: Destination
    /// The DKIM keys that mail is signed with, by this server or by the mail server.
    package var dkimKeys: [DKIMKey]
    /// The time for which a recovery without the account's second factor waits for an objection.
    package var recoveryWait = RecoveryService.standardWait
    /// Whether a mailed code signs in.
    package var signInCodes = false
    /// The address whose tagged forms receive bounces; nil if bounces are not counted.
    package var bounces: MailAddress?

    package init(from: MailAddress, destination: Destination, dkimKeys: [DKIMKey] = []) {
        self.from = from
        self.destination = destination
        self.dkimKeys = dkimKeys
    }
}

extension ConfigurationSources {
    /// Returns the language of messages to accounts without one, for commands that change accounts; nil if the server sends no mail.
    /// Throws `ConfigurationProblems` for unknown keys, too.
    package func mailLanguage() throws(ConfigurationProblems) -> LanguageTag? {
        let (transport, language) = try reading { ($0.value(Settings.mailTransport), $0.value(Settings.siteLanguage)) }
        return transport == .none ? nil : language.domainTag
    }
}

extension MailConfiguration {
    /// Returns nil if mail is off. Rejects settings that are missing, unsafe, or without effect for the configured transport.
    init?(reading reader: inout SettingsReader) {
        let kind = reader.value(Settings.mailTransport)
        let from = reader.value(Settings.mailFrom)
        let bounces = reader.value(Settings.mailBounces)
        if let bounces, !BounceSender.canTag(bounces) {
            reader.report(
                Settings.mailBounces.key, "no tag fits into the local part of the address",
                "give one of at most 15 ASCII characters without quotation marks, such as bounces")
        }
        let dkim = DKIMSettings(reading: &reader, kind: kind, from: from)
        let server = reader.mailServer(isUsed: kind == .smtp)
        let program = reader.value(Settings.mailProgram)
        let webhook = Webhook(reading: &reader, isUsed: kind == .webhook)
        let recoveryWait = reader.value(Settings.recoveryWait)
        let signInCodes = reader.value(Settings.mailSignInCodes)
        reader.rejectUnused(Settings.mailProgram.key, unless: kind == .sendmail, of: .sendmail)
        guard kind != .none else {
            for key in [
                Settings.mailFrom.key, Settings.mailBounces.key, Settings.mailDKIMKeys.key, Settings.mailDKIMDomain.key,
                Settings.mailSignInCodes.key,
                Settings.recoveryWait.key,
            ] where reader.place(of: key) != nil {
                reader.report(key, "the server sends no mail without mail.transport", "set mail.transport too")
            }
            return nil
        }
        guard let from else {
            reader.require(Settings.mailFrom.key, of: kind)
            return nil
        }
        switch kind {
        case .none: return nil
        case .smtp:
            guard let server else { return nil }
            self.init(from: from, destination: .smtp(server), dkimKeys: dkim.keys)
        case .sendmail: self.init(from: from, destination: .sendmail(program: program), dkimKeys: dkim.keys)
        case .webhook:
            guard let webhook else { return nil }
            self.init(from: from, destination: .webhook(webhook.url, webhook.key), dkimKeys: dkim.keys)
        }
        self.recoveryWait = recoveryWait
        self.signInCodes = signInCodes
        self.bounces = bounces
    }
}

extension SettingsReader {
    /// Returns the SMTP server, or nil if it is not used or a setting is rejected.
    fileprivate mutating func mailServer(isUsed: Bool) -> SMTPServer? {
        let host = value(Settings.mailHost)
        let security = value(Settings.mailSecurity)
        let port = value(Settings.mailPort) ?? security.defaultPort
        let user = value(Settings.mailUser)
        let passwordFile = path(Settings.mailPasswordFile)
        for key in [
            Settings.mailHost.key, Settings.mailSecurity.key, Settings.mailPort.key, Settings.mailUser.key,
            Settings.mailPasswordFile.key,
        ] { rejectUnused(key, unless: isUsed, of: .smtp) }
        guard isUsed else { return nil }
        guard let host else {
            require(Settings.mailHost.key, of: .smtp)
            return nil
        }
        guard security != .loopback else { return localMailServer(host, port: port) }
        guard (user == nil) == (passwordFile == nil) else {
            report(
                user == nil ? Settings.mailUser.key : Settings.mailPasswordFile.key,
                "mail.user and mail.passwordFile belong together",
                "set both or neither")
            return nil
        }
        var credentials: SMTPCredentials?
        if let user, let passwordFile {
            let key = Settings.mailPasswordFile.key
            guard let bytes = bytes(inFileAt: passwordFile, upTo: 1_024, of: key, isSecret: true) else { return nil }
            credentials = SMTPCredentials(user: user, password: SecretBytes(bytes.withoutFinalLineEnd))
            guard credentials != nil else {
                report(key, "\(passwordFile) does not contain one password", "write the password alone into the file")
                return nil
            }
        }
        return security == .tls
            ? .implicitTLS(host, port: port, credentials: credentials) : .startTLS(host, port: port, credentials: credentials)
    }

    /// Returns a server on this machine. Rejects another address, and a password, which would cross the connection unencrypted.
    private mutating func localMailServer(_ host: SMTPHost, port: Int) -> SMTPServer? {
        for key in [Settings.mailUser.key, Settings.mailPasswordFile.key] where place(of: key) != nil {
            report(key, "a password is never sent unencrypted", "use tls or starttls, or remove the setting")
        }
        guard let address = try? IPAddress(host.description), let server = SMTPServer.insecureLoopback(address, port: port) else {
            report(
                Settings.mailSecurity.key, "\(host) is not a loopback address, so codes would cross a network unencrypted",
                "use tls or starttls")
            return nil
        }
        return server
    }
}

/// The receiver of a webhook.
private struct Webhook {
    let url: WebURL
    let key: WebhookKey

    /// Returns nil if it is not used or a setting is rejected.
    init?(reading reader: inout SettingsReader, isUsed: Bool) {
        let url = reader.value(Settings.mailURL)
        let keyFile = reader.path(Settings.mailKeyFile)
        for key in [Settings.mailURL.key, Settings.mailKeyFile.key] { reader.rejectUnused(key, unless: isUsed, of: .webhook) }
        guard isUsed else { return nil }
        guard let url else {
            reader.require(Settings.mailURL.key, of: .webhook)
            return nil
        }
        guard let keyFile else {
            reader.require(Settings.mailKeyFile.key, of: .webhook)
            return nil
        }
        guard let key = reader.webhookKey(inFileAt: keyFile, of: Settings.mailKeyFile.key) else { return nil }
        self.url = url
        self.key = key
    }
}

extension SettingsReader {
    fileprivate mutating func require(_ key: ConfigurationKey, of kind: MailConfiguration.Kind) {
        guard !isRejected(key) else { return }
        report(key, "the setting is required with mail.transport \(kind.rawValue)", "allowed: \(key.allowed)")
    }

    fileprivate mutating func rejectUnused(_ key: ConfigurationKey, unless isUsed: Bool, of kind: MailConfiguration.Kind) {
        guard !isUsed, place(of: key) != nil else { return }
        report(key, "the setting has no effect unless mail.transport is \(kind.rawValue)", "remove it, or set mail.transport")
    }
}

// Mail.
extension Settings {
    static let mailTransport = Setting(
        "mail.transport", ValueKind<MailConfiguration.Kind>.choice, default: .none,
        "how mail is sent; with none, accounts have no e-mail addresses")
    static let mailFrom = Setting(
        optional: "mail.from", .mailAddress, shown: "(required with a transport)", "address that mail comes from and bounces go to")
    static let mailBounces = Setting(
        optional: "mail.bounces", .mailAddress, shown: "(none: bounces are not counted)",
        "address that bounces go to, with a tag for each message, for latchkey mail bounce")
    static let mailDKIMKeys = Setting(
        list: "mail.dkimKeys", ValueKind<DKIMEntry>.dkimEntry, of: "list of selectors with optional paths",
        "selectors of the DKIM keys that mail is signed with, each with the file of its private key if this server signs")
    static let mailDKIMDomain = Setting(
        optional: "mail.dkimDomain", .mailDomain, shown: "(that of mail.from)",
        "domain of the DKIM keys: that of mail.from, or a parent of it")
    static let mailHost = Setting(
        optional: "mail.host", .mailHost, shown: "(required with smtp)", "SMTP server; its certificate must be valid for this name")
    static let mailPort = Setting(
        optional: "mail.port", .port, shown: "(465, 587 or 25, by mail.security)", "port of the SMTP server")
    static let mailSecurity = Setting(
        "mail.security", ValueKind<MailConfiguration.Security>.choice, default: .tls,
        "encryption of the connection: TLS at once, STARTTLS, or none to a server on this machine")
    static let mailUser = Setting(
        optional: "mail.user", .line(upTo: 255), shown: "(none)", "user at the SMTP server")
    static let mailPasswordFile = Setting(
        optional: "mail.passwordFile", .path, shown: "(none)", "file with that user's password, not readable by other users")
    static let mailProgram = Setting(
        "mail.program", .path, default: "/usr/sbin/sendmail", "program that accepts mail as sendmail does")
    static let mailURL = Setting(
        optional: "mail.url", .webhookURL, shown: "(required with webhook)",
        "receiver of mail as signed requests (Standard Webhooks)")
    static let mailKeyFile = Setting(
        optional: "mail.keyFile", .path, shown: "(required with webhook)",
        "file with the key that signs those requests, not readable by other users")

    static let mailSignInCodes = Setting(
        "mail.signInCodes", .boolean, default: false,
        "whether a mailed code signs in, as the weakest way to sign in; it never replaces a second factor")

    static let recoveryWait = Setting(
        "recovery.wait", .duration(.seconds(86_400) ... .seconds(30 * 86_400)), default: RecoveryService.standardWait,
        "waiting time before a mailed code recovers an account without its second factor")

    /// The keys in the order of the documentation.
    static let mail = [
        mailTransport.key, mailFrom.key, mailBounces.key,
        mailDKIMKeys.key, mailDKIMDomain.key, mailHost.key, mailSecurity.key, mailPort.key,
        mailUser.key, mailPasswordFile.key, mailProgram.key, mailURL.key, mailKeyFile.key, mailSignInCodes.key, recoveryWait.key,
    ]
}

extension ValueKind<MailAddress> {
    static var mailAddress: ValueKind {
        ValueKind(
            "e-mail address", allowed: "an address such as accounts@example.com", rejected: "an e-mail address",
            parse: { try? MailAddress($0) }, write: \.text)
    }
}

extension ValueKind<SMTPHost> {
    static var mailHost: ValueKind {
        ValueKind(
            "host", allowed: "a host name or IP address", rejected: "a host", parse: { SMTPHost($0) }, write: \.description)
    }
}

extension ValueKind<WebURL> {
    /// https, or http on this machine: the requests contain codes.
    static var webhookURL: ValueKind {
        ValueKind("URL", allowed: "an https URL, or an http URL on this machine") { text throws(ValueRejection) in
            guard let url = try? WebURL(text) else { throw ValueRejection("\(ValueRejection.quoted(text)) is not a URL") }
            guard url.scheme == .https || (try? IPAddress(url.host))?.isLoopback == true || url.host == "localhost" else {
                throw ValueRejection("\(ValueRejection.quoted(text)) is not encrypted")
            }
            return url
        } write: {
            $0.description
        }
    }
}
