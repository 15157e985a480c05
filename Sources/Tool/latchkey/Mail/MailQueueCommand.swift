import AccountServer
import Accounts
import ArgumentParser
import Foundation
import JSONText
import Secrets

/// `latchkey mail queue`: the mail that waits.
struct MailQueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "List the mail that waits to be sent, the oldest first.",
        discussion: """
            The server may keep running. Addresses and contents are sealed in the store and are not shown. With --addresses, the command \
            opens them with the master keys of the configuration or the environment and shows the addresses; contents, such as codes, \
            are never shown. A message whose key is missing shows no address.

            With --json: [{"id","kind","queuedAt","dueAt","notAfter","attempts","reply","address"}]. Exits with 4 if the store cannot be \
            used.
            """,
        example: "latchkey mail queue --config latchkey.yaml")

    @Flag(help: "Show the addresses, which requires the master keys.")
    var addresses = false

    @Option(help: ArgumentHelp("The maximum number of messages.", valueName: "count"))
    var limit = 100

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func validate() throws {
        guard (1...100_000).contains(limit) else { throw ValidationError("--limit must be 1 to 100000") }
    }

    func run() async throws {
        var sealer: MailSealer?
        if addresses {
            guard let keys = try options.masterKeys() else {
                throw CommandFailure(
                    .usage, "no master key was given", hint: "give --config FILE, or set LATCHKEY_KEYS_CURRENT_FILE")
            }
            sealer = MailSealer(keys: keys.sealingKeys(for: .mail), random: SystemRandomBytes())
        }
        let (limit, open) = (limit, sealer)
        let entries = try await options.withStore { store in
            try await store.waitingMail(limit: limit).map { MailQueueEntry($0, address: open?.open($0.mail)?.to.text) }
        }
        let table = MailQueueEntry.table(entries, showingAddresses: addresses, now: .current)
        output.write(entries.map(\.json), lines: table.lines)
    }
}

/// A message in the output of `latchkey mail queue`.
struct MailQueueEntry {
    let waiting: WaitingMail
    /// The address. Nil unless the operator asked for it and the key is available.
    let address: String?

    init(_ waiting: WaitingMail, address: String?) {
        self.waiting = waiting
        self.address = address
    }

    static func table(_ entries: [MailQueueEntry], showingAddresses: Bool, now: Timestamp) -> TextTable {
        TextTable(
            ["KIND", "AGE", "ATTEMPTS", "LAST REPLY", "DUE IN", "EXPIRES IN"] + (showingAddresses ? ["ADDRESS"] : []),
            entries.map { entry in
                let waiting = entry.waiting
                return [
                    waiting.mail.template.name, short(now - waiting.mail.queuedAt), "\(waiting.attempts)", waiting.reply,
                    short(waiting.dueAt - now), short(waiting.mail.notAfter - now),
                ] + (showingAddresses ? [entry.address] : [])
            })
    }

    /// Returns a duration in its largest unit, such as `3h`; `0s` for one that has passed.
    private static func short(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        for (unit, length) in [("d", 86_400), ("h", 3_600), ("m", 60)] as [(String, Int64)] where seconds >= 2 * length {
            return "\(seconds / length)\(unit)"
        }
        return "\(seconds)s"
    }

    var json: JSONValue {
        let mail = waiting.mail
        var object = JSONObject([
            ("id", .string(mail.id.description)), ("kind", .string(mail.template.name)),
            ("queuedAt", .string(mail.queuedAt.description)), ("dueAt", .string(waiting.dueAt.description)),
            ("notAfter", .string(mail.notAfter.description)), ("attempts", .integer(waiting.attempts)),
        ])
        object["reply"] = waiting.reply.map(JSONValue.string)
        object["address"] = address.map(JSONValue.string)
        return .object(object)
    }
}
