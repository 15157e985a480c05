import AppleIdentity
import ArgumentParser
import Foundation
import JSONText

struct AppleIdentityMigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Exchange user identifiers at Apple when an app moves to another team.",
        discussion: """
            Reads identifiers from standard input, one a line, and writes one result a line. The team that gives the app away names \
            --recipient, and exchanges subjects for transfer identifiers. The team that received it gives --received, and exchanges \
            transfer identifiers for its own subjects, within 60 days of the transfer.

            Results: both identifiers separated by a space, and an e-mail address if Apple sent one. With --jsonl one object a line: \
            {"sub","transferSub"} or {"transferSub","sub","email","isPrivateEmail"}, or {"line","error":{…}}; with --json a list of \
            them. The command reports a rejected line and continues; it ends at once if no request can succeed. Exits with 1 if a line \
            was rejected.
            """,
        example: """
            latchkey apple-identity migrate \(CredentialOptions.example) \\
                --recipient FGHIJ67890 < subjects > transfers
            """)

    @OptionGroup var service: ServiceOptions

    @Option(help: ArgumentHelp("The team that receives the app; never your own.", valueName: "id"))
    var recipient: String?

    @Flag(help: "Act for the team that received the app.")
    var received = false

    @OptionGroup var output: RecordOutputOptions

    func validate() throws {
        guard (recipient != nil) != received else { throw ValidationError("give either --recipient or --received") }
    }

    func run() async throws {
        let recipient = try recipient.map { text in try CredentialFailure.explaining { try TeamID(text) } }
        let lines = try TextInput.read(nil, named: "the identifiers").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let output = output
        try await service.withClient { client in
            var run = MigrationRun(client: client, recipient: recipient, output: output)
            try await run.answer(lines.map(String.init))
        }
    }
}

/// A run over the users of a migration, one request at a time.
struct MigrationRun {
    private let client: AppleClient
    private let recipient: TeamID?
    private let output: RecordOutputOptions
    private var migration: UserMigration?
    private var records: [JSONValue] = []
    private var hasRejected = false

    /// - Parameter recipient: the team that receives the app; nil if this team received it.
    init(client: AppleClient, recipient: TeamID?, output: RecordOutputOptions) {
        self.client = client
        self.recipient = recipient
        self.output = output
    }

    /// Writes the result of each line. Skips empty lines.
    ///
    /// - Throws: a ``CommandFailure`` at the end if a line was rejected, or at once if no request can succeed.
    mutating func answer(_ lines: [String]) async throws {
        for (index, line) in lines.enumerated() where !line.isEmpty {
            do {
                take(try await answer(line))
            } catch let error as AppleIdentityError {
                reject(error, line: index + 1)
                guard error.concernsOneUser else {
                    finish()
                    throw CommandFailure(error.status, [])
                }
            } catch is MalformedIdentifier {
                rejectMalformed(line: index + 1)
            }
        }
        finish()
        if hasRejected { throw CommandFailure(.negative, []) }
    }

    private struct MalformedIdentifier: Error {}

    private mutating func answer(_ text: String) async throws -> Answer {
        let now = Date()
        let migration = try await currentMigration(now)
        if let recipient {
            guard let subject = UserSubject(text) else { throw MalformedIdentifier() }
            let identifier = try await migration.transferIdentifier(of: subject, to: recipient, now: now)
            return Answer(
                words: [text, identifier.text], members: [("sub", .string(text)), ("transferSub", .string(identifier.text))])
        }
        guard let identifier = TransferIdentifier(text) else { throw MalformedIdentifier() }
        let user = try await migration.user(of: identifier, now: now)
        var members: [(String, JSONValue)] = [("transferSub", .string(text)), ("sub", .string(user.subject.text))]
        if let email = user.email { members += [("email", .string(email)), ("isPrivateEmail", .boolean(user.isPrivateEmail))] }
        return Answer(words: [text, user.subject.text] + [user.email].compactMap(\.self), members: members)
    }

    private struct Answer {
        let words: [String]
        let members: [(String, JSONValue)]
    }

    /// Returns the permission. Requests a new one a minute before the current one expires.
    private mutating func currentMigration(_ now: Date) async throws -> UserMigration {
        if let migration, now < migration.expiresAt.addingTimeInterval(-60) { return migration }
        let next = try await client.migration(now: now)
        migration = next
        return next
    }

    private mutating func take(_ answer: Answer) {
        write(.object(JSONObject(answer.members))) { Terminal().result(answer.words.joined(separator: " ")) }
    }

    private mutating func reject(_ error: AppleIdentityError, line: Int) {
        hasRejected = true
        write(["line": .integer(line), "error": error.json]) {
            Terminal().say("line \(line): \(error.reason.asAppleMessage)")
            error.call?.diagnosis.prefix(1).flatMap(\.lines).forEach(Terminal().hint)
        }
    }

    private mutating func rejectMalformed(line: Int) {
        hasRejected = true
        let error: JSONValue = ["code": "malformed-identifier", "message": "The line is not an identifier."]
        write(["line": .integer(line), "error": error]) {
            Terminal().say("line \(line): not an identifier: empty, longer than 255 bytes or not printable ASCII without spaces")
        }
    }

    private mutating func write(_ record: JSONValue, asText writeText: () -> Void) {
        if output.json {
            records.append(record)
        } else if output.jsonl {
            Terminal().result(record, .compact)
        } else {
            writeText()
        }
    }

    private func finish() {
        if output.json { Terminal().result(.array(records)) }
    }
}

extension AppleIdentityError {
    /// Whether requests for other users may succeed: Apple rejected one user rather than the client.
    fileprivate var concernsOneUser: Bool {
        isRejection(.invalidRequest) && call?.operation != .migrationToken
    }
}
