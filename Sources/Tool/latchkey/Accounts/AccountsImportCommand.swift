import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText
import PasswordHashing

struct AccountsImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take in accounts from another system, with the password hashes they have.",
        discussion: """
            Reads lines of JSON: {"username", "passwordHash"}, and if wanted "id" (a UUID) and "createdAt". Hashes are PHC strings of \
            argon2id, scrypt or PBKDF2-SHA256; each is replaced by one under today's parameters at its owner's next sign-in. A line \
            that is refused is told with its number, and the rest goes on. Exits with 1 if any line was not taken.
            """)

    @Argument(help: ArgumentHelp("The file to read; standard input if left out.", valueName: "file"))
    var source: String?

    @Flag(help: "Make the store if there is none.")
    var create = false

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let lines = try LineInput(path: source, limit: AccountRecord.lineLimit)
        let (output, terminal) = (output, Terminal())
        let summary = try await options.withStore(creating: create) { store in
            try await Operator.over(store, options) { hand in
                var importing = AccountImporting(hand, store, output)
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
            What it prints is what an attacker wants: send it to a file that nobody else reads, and destroy it after use. Sessions, \
            events and second factors are not part of it.
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Write JSON lines, as this command always does.")
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
                "\(withFactor) of them have second factors, which are not exported: where they go, the first factor alone signs in")
        }
    }
}

/// An import under way: lines become entries, entries go into the store in batches, and what became of each line is reported.
struct AccountImporting {
    private let hand: Operator
    private let store: any AccountStores
    private let output: RecordOutputOptions
    private var batch: [(line: Int, entry: AccountImportEntry)] = []
    private var summary = LineSummary("imported", "taken", "refused")

    init(_ hand: Operator, _ store: any AccountStores, _ output: RecordOutputOptions) {
        self.hand = hand
        self.store = store
        self.output = output
    }

    /// Takes in everything. A batch is one transaction: when the store fails, those before it are in, and no later one.
    mutating func run(_ lines: LineInput, progress: (String) -> Void) async throws -> LineSummary {
        var lines = lines
        while let line = try lines.nextWaiting() {
            do {
                guard let bytes = line.bytes else { throw AccountRecordError("longer than \(AccountRecord.lineLimit) bytes") }
                batch.append((line.number, try AccountRecord(line: bytes, now: .current).entry))
            } catch let error as AccountRecordError {
                note(LineOutcome("refused", error.reason), line: line.number)
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
        let outcomes = try await hand.service.importAccounts(entries.map(\.entry), client: hand.client, now: .current)
        for (entry, outcome) in zip(entries, outcomes) {
            note(LineOutcome(outcome), line: entry.line)
        }
        batch = []
    }

    /// A name that is taken is no failure to the store, but an identifier given twice would be one for the whole batch.
    private mutating func withoutUsedIdentifiers(
        _ batch: [(line: Int, entry: AccountImportEntry)]
    ) async throws -> [(line: Int, entry: AccountImportEntry)] {
        var used: Set<AccountID> = []
        var kept: [(line: Int, entry: AccountImportEntry)] = []
        for (line, entry) in batch {
            if let id = entry.id {
                let owner = try await store.account(id)
                // The same account again, as in a second run of the same import, is a name or an identity that is taken.
                let isOwn = try await isSame(owner, entry)
                guard used.insert(id).inserted, owner == nil || isOwn else {
                    note(LineOutcome("refused", "/id: another account has it"), line: line)
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
