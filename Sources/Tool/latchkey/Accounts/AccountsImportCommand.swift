import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText
import PasswordHashing

struct AccountsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import accounts with their password hashes from another system.",
        discussion: """
            Reads lines of JSON: {"username", "passwordHash"}, and optionally "id" (a UUID) and "createdAt". Hashes are PHC strings of \
            argon2id, scrypt or PBKDF2-SHA256; the server replaces each one at its owner's next sign-in with a hash under the current \
            parameters. The command reports a rejected line with its number and continues. Exits with 1 if any line was not imported.
            """,
        example: "latchkey accounts import accounts.jsonl --store accounts.sqlite --create")

    @Argument(help: ArgumentHelp("The file to read; standard input if omitted.", valueName: "file"))
    var source: String?

    @Flag(help: "Create the store if it does not exist.")
    var create = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let lines = try LineInput(path: source, limit: AccountRecord.lineLimit)
        let (output, terminal) = (output, Terminal())
        let summary = try await options.withStore(creating: create) { store in
            try await OperatorContext.with(store, options) { context in
                var importing = AccountImporting(context, store, output)
                return try await importing.run(lines, progress: terminal.progress)
            }
        }
        try summary.finish(output)
    }
}

struct AccountsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print all accounts with their password hashes, as JSON lines that import reads.",
        discussion: """
            The output is valuable to an attacker: write it to a file that other users cannot read, and delete it after use. Sessions, \
            events and second factors are not exported.
            """,
        example: "latchkey accounts export --store accounts.sqlite > accounts.jsonl")

    @OptionGroup var options: StoreOptions

    @Flag(help: "Write JSON lines, which this command always does.")
    var jsonl = false

    func run() async throws {
        let terminal = Terminal()
        let (count, withFactor) = try await options.withStore { store in
            var (count, withFactor) = (0, 0)
            var last: AccountID?
            while case let page = try await store.credentials(after: last, limit: 500), !page.isEmpty {
                page.forEach { terminal.result(AccountRecord.line(for: $0)) }
                last = page.last?.account.id
                count += page.count
                withFactor += page.count { $0.account.hasSecondFactor }
                terminal.progress("\(count) accounts")
            }
            return (count, withFactor)
        }
        terminal.say("exported \(count)")
        if withFactor > 0 {
            terminal.say(
                "\(withFactor) of them have second factors, which are not exported; after an import the first factor alone signs in"
            )
        }
    }
}

/// A running import: it parses lines, stores the entries in batches, and reports the outcome of each line.
struct AccountImporting {
    private let context: OperatorContext
    private let store: any AccountStores
    private let output: RecordOutputOptions
    private var batch: [(line: Int, entry: AccountImportEntry)] = []
    private var summary = LineSummary("imported", "taken", "rejected")

    init(_ context: OperatorContext, _ store: any AccountStores, _ output: RecordOutputOptions) {
        self.context = context
        self.store = store
        self.output = output
    }

    /// Imports all lines. Each batch is one transaction; if the store fails, the earlier batches remain and no later one is stored.
    mutating func run(_ lines: LineInput, progress: (String) -> Void) async throws -> LineSummary {
        var lines = lines
        while let line = try lines.nextWaiting() {
            do {
                guard let bytes = line.bytes else { throw AccountRecordError("more than \(AccountRecord.lineLimit) bytes") }
                batch.append((line.number, try AccountRecord(line: bytes, now: .current).entry))
            } catch let error as AccountRecordError {
                note(LineOutcome("rejected", error.reason), line: line.number)
            }
            if batch.count == Self.batchSize {
                try await flush()
                progress("\(line.number) lines")
            }
        }
        try await flush()
        return summary
    }

    private mutating func flush() async throws {
        let entries = try await withoutUsedIdentifiers(batch)
        let outcomes = try await context.service.importAccounts(entries.map(\.entry), client: context.client, now: .current)
        for (entry, outcome) in zip(entries, outcomes) {
            note(LineOutcome(outcome), line: entry.line)
        }
        batch = []
    }

    /// Removes entries whose identifier is already used. The store reports a user name in use for the entry alone, but a used
    /// identifier would fail the whole batch.
    private mutating func withoutUsedIdentifiers(
        _ batch: [(line: Int, entry: AccountImportEntry)]
    ) async throws -> [(line: Int, entry: AccountImportEntry)] {
        var used: Set<AccountID> = []
        var kept: [(line: Int, entry: AccountImportEntry)] = []
        for (line, entry) in batch {
            if let id = entry.id {
                let owner = try await store.account(id)
                // The same account, as in a second run of the same import, is reported as a name or an identity that is taken.
                let isOwn = try await isSame(owner, entry)
                guard used.insert(id).inserted, owner == nil || isOwn else {
                    note(LineOutcome("rejected", "/id: another account has it"), line: line)
                    continue
                }
            }
            kept.append((line, entry))
        }
        return kept
    }

    private func isSame(_ owner: Account?, _ entry: AccountImportEntry) async throws -> Bool {
        guard let owner else { return false }
        if let name = entry.userName { return owner.userName?.key == name.key }
        let keys = try await store.appleIdentities(of: owner.id).map(\.key)
        return entry.appleIdentities.contains { keys.contains($0.key) }
    }

    private mutating func note(_ outcome: LineOutcome, line: Int) {
        summary.count(outcome)
        output.report(outcome, line: line)
    }

    private static let batchSize = 250
}

extension LineOutcome {
    fileprivate init(_ outcome: AccountImportOutcome) {
        switch outcome {
        case .created: self.init("imported")
        case .userNameTaken: self.init("taken", "the user name is taken")
        case .appleIdentityTaken: self.init("taken", "another account has the Apple identity")
        }
    }
}
