import ArgumentParser
import DeviceProtocol

/// `latchkey keychain delete`.
struct KeychainDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete items; nobody is asked.",
        discussion: "Every item that is meant goes. Exits with 1 where there is none.")

    @OptionGroup var items: ItemOptions

    @Flag(help: "Delete every item of the app.")
    var all = false

    @OptionGroup var keychain: KeychainOptions

    func validate() throws {
        if items.isEmpty, !all { throw ValidationError("nothing says which items are meant; --all deletes every item of the app") }
        if !items.isEmpty, all { throw ValidationError("--all excludes what names items") }
    }

    func run() throws {
        _ = try keychain.ask(DeleteItems(query: items.query))
        Terminal().say("deleted")
    }
}
