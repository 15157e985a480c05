import AccountServer
import ArgumentParser
import Mail

struct MailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail",
        abstract: "Check how the server sends mail, send a test message, list waiting mail, and count bounces.",
        subcommands: [
            MailCheckCommand.self, MailTestCommand.self, MailQueueCommand.self, MailBounceCommand.self, MailOpenCommand.self,
        ])
}

/// `latchkey mail open`: a new address of the mailbox of `latchkey dev`.
struct MailOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print an address that opens the mailbox of `latchkey dev` in a browser.",
        discussion: "The address works once, within ten minutes. It is available only to the user who started `latchkey dev`.",
        example: "latchkey mail open")

    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await NewAddress.print(
            at: server.base(), tokenPath: DevelopmentMail.tokenPath, json: output.json, startedBy: "latchkey dev")
    }
}

extension ServerConfiguration {
    /// Returns the configuration of mail. Throws a ``CommandFailure`` if mail is off.
    func requiredMail() throws -> MailConfiguration {
        guard let mail else {
            throw CommandFailure(.configuration, "mail is off", hint: "set mail.transport: see docs/mail.md")
        }
        return mail
    }
}

extension MailFault {
    /// The remedy for the operator.
    var remedy: String {
        switch self {
        case .unreachable: "check mail.host and mail.port, and that no firewall blocks the connection"
        case .untrusted: "the certificate must be valid for mail.host; a server with STARTTLS only needs mail.security: starttls"
        case .encryptionMissing: "use mail.security: tls if the server has TLS at once"
        case .authentication: "check mail.user and mail.passwordFile"
        case .reply: "the reply of the mail server and its log name the reason"
        case .timedOut, .malformedReply, .closed: "check that mail.port speaks SMTP with the encryption of mail.security"
        case .command: "check mail.program, and run it by hand"
        case .response: "check mail.url and the log of the receiver"
        case .signing, .cancelled: "try again"
        }
    }
}
