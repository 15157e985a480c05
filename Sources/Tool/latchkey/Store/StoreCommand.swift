import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import JSONText
import Secrets

struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store", abstract: "Back up, check, migrate and copy the store, and re-encrypt its secrets.",
        subcommands: [
            StoreBackupCommand.self, StoreCheckCommand.self, StoreMigrateCommand.self, StoreReencryptCommand.self,
            StoreForgetSealedCommand.self,
        ] + copying)

    private static var copying: [any ParsableCommand.Type] {
        #if PostgreSQL
        [StoreCopyCommand.self]
        #else
        []
        #endif
    }
}

struct StoreBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the store into a new file.",
        discussion: """
            The server may keep running. The copy shows the store at one moment. Only its owner can read it. An existing file is never \
            overwritten.
            """,
        example: "latchkey store backup accounts-backup.sqlite --store accounts.sqlite")

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
    var destination: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let destination = destination
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw CommandFailure(.usage, "\(destination) already exists", hint: "choose another name")
        }
        try await options.withOpenedStore { store in
            switch store {
            case .sqlite(let store): try await store.backup(to: destination)
            #if PostgreSQL
            case .postgreSQL:
                throw CommandFailure(
                    .usage, "a PostgreSQL database is backed up with its own tools",
                    hint: "pg_dump --format=custom, or pg_basebackup with an archive of its log: see docs/deployment.md")
            #endif
            }
        }
        output.write(["backup": .string(destination)], line: destination)
    }
}

struct StoreCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the whole store for damage.",
        discussion: """
            With the master keys, from --config or the environment, the command also opens every sealed value. Exits with 1 if it finds \
            a problem.
            """,
        example: "latchkey store check --config latchkey.yaml")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: RecordOutputOptions

    func run() async throws {
        let terminal = Terminal()
        let keys = try options.masterKeys()
        let findings = try await options.withOpenedStore { store in
            let findings = try await store.check()
            if let keys {
                return try await findings + SealedValues(stores: store.stores, keys: keys, random: SystemRandomBytes()).check()
            }
            if try await store.stores.holdsSealedValues {
                terminal.say("sealed values were not checked: no master key was given; give --config FILE")
            }
            return findings
        }
        if output.json {
            terminal.result(["ok": .boolean(findings.isEmpty), "findings": .array(findings.map(\.json))])
        } else if output.jsonl {
            findings.forEach { terminal.result($0.json, .compact) }
        } else if findings.isEmpty {
            terminal.result("ok")
        } else {
            findings.forEach { terminal.result("\($0.kind.word): \($0)") }
        }
        guard findings.isEmpty else {
            throw CommandFailure(
                .negative, "the store has problems",
                hint: findings.allSatisfy { $0.kind == .sealedValue }
                    ? "add the missing key to keys.previousFiles, or delete the values with `latchkey store forget-sealed`"
                    : "stop the server, keep the store as it is, and restore a backup")
        }
    }
}

extension StoreFinding {
    fileprivate var json: JSONValue { ["kind": .string(kind.word), "description": .string(description)] }
}

extension StoreFinding.Kind {
    fileprivate var word: String {
        switch self {
        case .damage: "damage"
        case .danglingReference: "dangling-reference"
        case .contradiction: "contradiction"
        case .sealedValue: "sealed-value"
        }
    }
}
