import AccountServer
import Accounts
import ArgumentParser
import JSONText
import Logging
import Mail
import Secrets
import ServiceLifecycle

/// `latchkey mail test`: sends one message as the server would.
struct MailTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send one test message to an address.",
        discussion: """
            Sends at once and does not use the queue. Prints what the mail server replied.

            With --json: {"outcome","reply"}. The outcome is accepted, rejected, postponed (the mail server or the network failed, and a \
            server would try again) or unknown (the reply was lost, so the message may arrive).

            Exits with 0 if the mail server accepted the message; with 1 if it rejected it; with 2 for a malformed address; with 3 if the \
            configuration is rejected or mail is off; with 70 if the message was not accepted for another reason.
            """,
        example: "latchkey mail test anna@example.org --config latchkey.yaml")

    @Argument(help: ArgumentHelp("The address of the recipient.", valueName: "address"))
    var address: String

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard let recipient = try? MailAddress(address) else {
            throw CommandFailure(
                .usage, "\(address.sanitized) is not an e-mail address", hint: "give an address such as anna@example.org")
        }
        let configuration = try ConfigurationReading(try options.sources()).server
        let mail = try configuration.requiredMail()
        let composer: MailComposer
        do {
            composer = try MailComposer(mail, site: configuration.site, keys: configuration.keys)
        } catch {
            throw CommandFailure(.configuration, "\(error)")
        }
        let delivery = mail.delivery(clock: ContinuousClock(), now: { .current })
        let message = try composer.testMessage(
            to: recipient, id: MailMessageID(domain: mail.from.domain, random: SystemRandomBytes()), at: .current)
        try MailTest(await delivery.deliver(message)).report(output)
    }
}

extension MailDelivery {
    /// Delivers one message, while the services of the transport run.
    fileprivate func deliver(_ message: MailMessage) async -> MailOutcome {
        let group = ServiceGroup(
            services: services, logger: Logger(label: "latchkey") { _ in SwiftLogNoOpLogHandler() })
        return await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try? await group.run() }
            let outcome = await transport.deliver(message)
            await group.triggerGracefulShutdown()
            return outcome
        }
    }
}

/// The result of `latchkey mail test`.
struct MailTest {
    let outcome: String
    let reply: String?
    let hint: String?
    let status: ExitStatus

    init(_ outcome: MailOutcome) {
        switch outcome {
        case .delivered: (self.outcome, reply, hint, status) = ("accepted", nil, nil, .success)
        case .rejected(let rejection):
            let hint =
                switch rejection.subject {
                case .address: "the address does not exist or is disabled"
                case .message: "the mail server rejects the sender, the message or the recipient by its rules"
                case .unsupportedAddress: "the mail server does not support addresses with such letters"
                }
            (self.outcome, reply, self.hint, status) = ("rejected", rejection.code?.description, hint, .negative)
        case .tryAgain(let fault): (self.outcome, reply, hint, status) = ("postponed", fault.reply, fault.remedy, .failure)
        case .unknown(let fault):
            (self.outcome, reply, hint, status) = ("unknown", fault.reply, "the message may arrive nevertheless", .failure)
        }
    }

    var json: JSONValue {
        var object = JSONObject([("outcome", .string(outcome))])
        object["reply"] = reply.map(JSONValue.string)
        return .object(object)
    }

    var line: String { outcome + (reply.map { ": \($0)" } ?? "") }

    func report(_ output: OutputOptions) throws {
        output.write(json, line: line)
        if let hint { Terminal().hint(hint) }
        if status != .success { throw CommandFailure(status, []) }
    }
}
