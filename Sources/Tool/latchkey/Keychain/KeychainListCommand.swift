import ArgumentParser
import DeviceProtocol
import JSONText

/// `latchkey keychain list`.
struct KeychainListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the items that the app can see, without their secrets.",
        discussion: """
            Nobody is asked. A line has reference, class, access group, account, service or server, label, when it can be read, and \
            what must be shown before. With --json: {"items":[ITEM]}, with --jsonl an ITEM a line: {"reference","class","group",\
            "accessible","constraints","needsOneConstraint","isSynchronized","attributes"}; attributes have Apple's short names.
            """)

    @OptionGroup var items: ItemOptions
    @OptionGroup var keychain: KeychainOptions
    @OptionGroup var output: RecordOutputOptions

    func run() throws {
        let found = try find()
        let terminal = Terminal()
        if output.json {
            terminal.result(["items": .array(found.map(\.json))])
        } else if output.jsonl {
            for item in found { terminal.result(item.json, .compact) }
        } else {
            TextTable(found.map(\.columns)).lines.forEach(terminal.result)
        }
    }

    private func find() throws -> [FoundItem] {
        let request = FindItems(
            query: items.query, limit: UInt32(FoundItems.maximumCount), returning: [.attributes, .persistentReference],
            authentication: AuthenticationUse(interface: .fail))
        return try keychain.find(request)
    }
}
