import AccountServer
import Accounts
import ArgumentParser
import JSONText
import WebAuthn

/// `latchkey passkeys well-known`: the files that the host of the relying party ID must serve.
struct PasskeysWellKnownCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "well-known", abstract: "Print the files for passkeys that the host of the relying party ID must serve.",
        discussion: """
            Browsers and password managers fetch these files from the host of passkeys.relyingPartyID. The server serves them on its own \
            host. If the relying party ID is another host, that host must serve them with status 200 as application/json, without a \
            redirect. iOS apps also require /.well-known/apple-app-site-association there, with their IDs in webcredentials.apps.
            """,
        example: "latchkey passkeys well-known --config latchkey.yaml")

    @OptionGroup var options: ConfigurationOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        let configuration = try ConfigurationReading(try options.sources()).server
        guard let passkeys = configuration.passkeys else {
            throw CommandFailure(
                .negative, "passkeys are off", hint: "set passkeys.enabled, and a host name in site.publicOrigin")
        }
        let (base, files) = ("https://\(passkeys.relyingParty.id)", configuration.passkeyFiles)
        output.write(
            files.map { ["url": .string(base + $0.path), "content": $0.content] },
            lines: files.flatMap { [base + $0.path, String(decoding: $0.content.bytes(), as: UTF8.self), ""] }.dropLast())
    }
}

/// `latchkey passkeys confirm-restore`: turns signals to password managers on again after a restore.
struct PasskeysConfirmRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm-restore", abstract: "Turn signals to password managers on again after the store was restored.",
        discussion: """
            A restored store may lack passkeys that users added after the backup, and password managers would hide them. The server \
            therefore sends no signals after a restore. Run this command if the store is complete, or if users should remove the lost \
            passkeys. It is also required after `latchkey store copy`, a promoted standby or an upgrade of the database.
            """,
        example: "latchkey passkeys confirm-restore --config latchkey.yaml")

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await options.withStore { try await $0.confirmSignals() }
        output.write(["signals": "on"], line: "signals are on")
    }
}
