import AccountServer
import Accounts
import ArgumentParser
import InternetAddresses
import JSONText
import Secrets
import Synchronization

struct StoreReencryptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reencrypt", abstract: "Re-encrypt every value that a previous master key sealed.",
        discussion: """
            Reads the keys from the configuration: keys.currentFile seals, keys.previousFiles only open. A running server does the same \
            in the background. When no value remains under a previous key, the key can be removed from the configuration. Exits with 1 \
            if values remain under another key, or do not open.
            """,
        example: "latchkey store reencrypt --config latchkey.yaml")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let terminal = Terminal()
        let keys = try options.requiredMasterKeys()
        let (report, remaining) = try await options.withStore { store in
            let values = SealedValues(stores: store, keys: keys, random: SystemRandomBytes())
            let total = try await values.underOtherKeys().reduce(0) { $0 + $1.count }
            let seen = Mutex(0)
            let report = try await values.reencrypt { count in
                let seen = seen.withLock { seen in
                    seen += count
                    return seen
                }
                terminal.progress("re-encrypted \(seen) of \(total)")
            }
            terminal.clearProgress()
            return (report, try await values.underOtherKeys())
        }
        if output.json {
            terminal.result([
                "key": .string(keys.current.fingerprint.description), "reencrypted": .integer(report.reencrypted),
                "remaining": .array(remaining.map(\.json)),
            ])
        } else {
            terminal.result("re-encrypted \(report.reencrypted) under key \(keys.current.fingerprint)")
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
        commandName: "forget-sealed", abstract: "Delete the values that a lost master key sealed.",
        discussion: """
            For a lost key: the server does not start on a store with values under an unknown key. Accounts lose their authenticator, or \
            the refresh token with which the server checks consent at Apple; signing keys, waiting jobs and unfinished web sign-ins are \
            removed. Prints what each account loses. On a terminal the command asks first; elsewhere it requires --yes.
            """,
        example: "latchkey store forget-sealed --key 1a2b3c4d --config latchkey.yaml")

    @Option(
        help: ArgumentHelp(
            "The key's fingerprint, eight hexadecimal digits, as the server and `store check` print it.", valueName: "fingerprint"))
    var key: String

    @OptionGroup var confirmation: ConfirmationOptions
    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let terminal = Terminal()
        guard let key = KeyFingerprint(key) else {
            throw CommandFailure(
                .usage, "\(self.key) is not a fingerprint", hint: "a fingerprint has eight hexadecimal digits: 1a2b3c4d")
        }
        let keys = try options.requiredMasterKeys()
        guard !keys.fingerprints.contains(key) else {
            throw CommandFailure(
                .usage, "key \(key) is configured, so its values can be opened", hint: "`latchkey store reencrypt` keeps them")
        }
        let (confirmation, operatorClient) = (confirmation, Client(address: .loopback, deviceName: "latchkey store"))
        let eventTargets = try options.eventTargets()
        let forgotten = try await options.withStore { store in
            let values = SealedValues(stores: store, keys: keys, random: SystemRandomBytes())
            let counts = try await values.underUnknownKeys().filter { $0.key == key }
            guard !counts.isEmpty else { throw CommandFailure(.negative, "the store holds no value under key \(key)") }
            let list = counts.map { "\($0.count) \($0.kind.rawValue)" }.joined(separator: ", ")
            try confirmation.ask("delete \(list)?")
            var forgotten: [StoredSealedValue] = []
            try await values.forget(key, by: operatorClient, eventTargets: eventTargets, now: .current) { value in
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
    /// Returns the master keys. Throws a ``CommandFailure`` if the configuration and the environment name none.
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
