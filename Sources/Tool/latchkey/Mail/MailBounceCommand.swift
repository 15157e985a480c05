import AccountServer
import Accounts
import ArgumentParser
import Foundation
import JSONText
import Mail

/// `latchkey mail bounce`: a bounce from the mail server's pipe.
struct MailBounceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bounce", abstract: "Count a bounce that a mail server passes on standard input.",
        discussion: """
            The address is the recipient of the bounce's envelope, a tagged form of mail.bounces. The bounce counts if the tag is of this \
            server and at most 14 days old, and if the bounce reports that the address does not exist or is disabled (5.1.x or 5.2.1). \
            The second one, of a message at least a day later, marks the address as undeliverable. A bounce of more than 1 MiB is ignored, \
            with a message on standard error.

            With --json: {"outcome"}. The outcome is counted, undeliverable or ignored.

            Exits with 0 for every bounce, also for an ignored one, so that the mail server does not return it; with 2 for wrong usage; with 3 if the \
            configuration is rejected or mail.bounces is not set; with 4 if the store cannot be used.
            """,
        example: "latchkey mail bounce \"$ORIGINAL_RECIPIENT\" --config latchkey.yaml")

    @Argument(help: ArgumentHelp("The recipient of the bounce's envelope.", valueName: "address"))
    var address: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let server = try ConfigurationReading(try options.sources()).server
        guard let base = try server.requiredMail().bounces else {
            throw CommandFailure(.configuration, "bounces are not counted", hint: "set mail.bounces: see docs/mail.md")
        }
        guard let bytes = try Self.standardInput(limit: DeliveryReport.maximumSize) else {
            Terminal().say("the bounce has more than \(DeliveryReport.maximumSize) bytes")
            write("ignored")
            return
        }
        let tags = BounceTags(keys: server.keys)
        let now = Timestamp.current
        guard let recipient = try? MailAddress(address), let text = BounceSender.tag(in: recipient, base: base),
            let tag = tags.tag(text, now: now), let report = DeliveryReport(bytes), report.condemnsAddress
        else {
            write("ignored")
            return
        }
        let result = try await options.withStore { store in
            try await OperatorContext.with(store, options) { context in
                try await MailBounces(accounts: context.service).count(tag, now: now)
            }
        }
        switch result {
        case .counted: write("counted")
        case .addressUndeliverable: write("undeliverable")
        case .ignored: write("ignored")
        }
    }

    private func write(_ outcome: String) {
        output.write(.object(JSONObject([("outcome", .string(outcome))])), line: outcome)
    }

    /// Reads standard input to its end, so that the mail server's pipe does not break. Returns nil for more bytes than the limit.
    private static func standardInput(limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while let chunk = try FileHandle.standardInput.read(upToCount: 65_536), !chunk.isEmpty {
            if bytes.count <= limit { bytes += chunk }
        }
        return bytes.count <= limit ? bytes : nil
    }
}
