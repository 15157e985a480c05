import AccountServer
import Accounts
import ArgumentParser
import InternetAddresses
import JSONText
import Secrets
import Synchronization

struct StoreResealCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reseal", abstract: "Seal every value again that a previous master key sealed.",
        discussion: """
            Reads the keys from the configuration: keys.currentFile seals, keys.previousFiles only open. The server may go on running, and \
            does the same in the background; this command does it at once. Afterwards a previous key can be dropped if nothing remains \
            under it. Exits with 1 when values remain under another key, or do not open.

            Example: latchkey store reseal --config latchkey.yaml
            """)

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let terminal = Terminal()
        let keys = try options.requiredMasterKeys()
        let (report, remaining) = try await options.withStore { store in
            let values = SealedValues(stores: store, keys: keys, random: SystemRandomBytes())
            let total = try await values.underOtherKeys().reduce(0) { $0 + $1.count }
            let seen = Mutex(0)
            let report = try await values.reseal { count in
                let seen = seen.withLock { seen in
                    seen += count
                    return seen
                }
                terminal.progress("resealing: \(seen) of \(total)")
            }
            terminal.clearProgress()
            return (report, try await values.underOtherKeys())
        }
        if output.json {
            terminal.result([
                "key": .string(keys.current.fingerprint.description), "resealed": .integer(report.resealed),
                "remaining": .array(remaining.map(\.json)),
            ])
        } else {
            terminal.result("resealed \(report.resealed) under key \(keys.current.fingerprint)")
            remaining.forEach { terminal.result("remaining \($0.count) \($0.kind.rawValue) under key \($0.key)") }
        }
        guard remaining.isEmpty else {
            throw CommandFailure(
                .negative, "values remain under other keys",
                hint: "`latchkey store check` says why; run this again if a server with another current key is still running")
        }
    }
}

struct StoreForgetSealedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget-sealed", abstract: "Give up the values that a lost master key sealed.",
        discussion: """
            For a key that is lost for good: the server does not start over a store that holds values under a key it was not given. Accounts \
            lose their generator of one-time codes, or the refresh token with which Apple is asked about their consent; signing keys, waiting \
            jobs and web sign-ins under way are removed. Prints what each account loses. On a terminal it asks first; elsewhere --yes is \
            needed.

            Example: latchkey store forget-sealed --key 1a2b3c4d --config latchkey.yaml --yes
            """)

    @Option(
        help: ArgumentHelp("The key, as the server and `store check` name it: eight hexadecimal digits.", valueName: "fingerprint"))
    var key: String

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let terminal = Terminal()
        guard let key = KeyFingerprint(key) else {
            throw CommandFailure(.usage, "\(self.key) is not a fingerprint", hint: "it has eight hexadecimal digits: 1a2b3c4d")
        }
        let keys = try options.requiredMasterKeys()
        guard !keys.fingerprints.contains(key) else {
            throw CommandFailure(
                .usage, "key \(key) is configured, so its values can be opened", hint: "`latchkey store reseal` keeps them")
        }
        let (confirmation, operatorClient) = (confirmation, Client(address: .loopback, deviceName: "latchkey store"))
        let forgotten = try await options.withStore { store in
            let values = SealedValues(stores: store, keys: keys, random: SystemRandomBytes())
            let counts = try await values.underUnknownKeys().filter { $0.key == key }
            guard !counts.isEmpty else { throw CommandFailure(.negative, "the store holds no value under key \(key)") }
            let list = counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
            try confirmation.ask("give up \(list)?")
            var forgotten: [StoredSealedValue] = []
            try await values.forget(key, by: operatorClient, now: .current) { value in
                forgotten.append(value)
                if output.jsonl { terminal.result(value.json, .compact) }
            }
            return forgotten
        }
        if output.json {
            terminal.result(["key": .string(key.description), "forgotten": .array(forgotten.map(\.json))])
        } else if !output.jsonl {
            forgotten.forEach { terminal.result($0.line) }
            terminal.result("forgot \(forgotten.count) under key \(key)")
        }
    }
}

extension StoreOptions {
    /// The master keys; a failure with the way to name them where only the store is known.
    fileprivate func requiredMasterKeys() throws -> MasterKeys {
        guard let keys = try masterKeys() else {
            throw CommandFailure(
                .usage, "no master key was given", hint: "give --config FILE, or set LATCHKEY_KEYS_CURRENT_FILE")
        }
        return keys
    }
}

extension SealedCount {
    fileprivate var json: JSONValue {
        ["kind": .string(kind.rawValue), "key": .string(key.description), "count": .integer(count)]
    }
}

extension StoredSealedValue {
    fileprivate var line: String {
        account.map { "account \($0) loses its \(kind.rawValue)" } ?? "\(kind.rawValue) \(row)"
    }

    fileprivate var json: JSONValue {
        [
            "kind": .string(kind.rawValue), "account": account.map { .string($0.description) } ?? .null,
            "row": .string(row.description),
        ]
    }
}
