import ArgumentParser
import DeviceProtocol
import Foundation
import JSONText

/// `latchkey keychain get`.
struct KeychainGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the secret of one item, once the device allows it.",
        discussion: """
            The device asks whoever its access control says; where that says nobody, it asks its owner, by the sensor or the passcode: no secret \
            is printed without a prompt. Until then the secret is not in this process. It is printed as it is, with a line end; with --exact without one. With --json: the item as `list` tells it, and "secret": {"text"}, or {"base64"} for what is not UTF-8.
            """)

    @OptionGroup var items: ItemOptions

    @Option(help: ArgumentHelp("What the prompt says as this app's reason.", valueName: "text"))
    var reason = ""

    @Flag(help: "Write the secret's bytes and nothing else.")
    var exact = false

    @OptionGroup var keychain: KeychainOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if exact, output.json { throw ValidationError("--exact and --json exclude each other") }
        guard Presentation(reason: reason) != nil else {
            throw ValidationError("a reason has at most \(Presentation.maximumLength) bytes")
        }
    }

    func run() throws {
        let item = try theOne()
        let query = ItemQuery(itemClass: item.itemClass, synchronization: .either, references: [item.reference])
        let found = try keychain.ask { (link) throws(DeviceRefusal) in
            let use = AuthenticationUse(context: try link.perform(OpenContext()), presentation: Presentation(shortening: reason))
            // An app is given such an item without a word. A person who sits down at an open terminal is not.
            if item.description?.accessControl.constrains(.readData) != true, let context = use.context {
                let presentation = reason.isEmpty ? Presentation(shortening: Self.usualReason) : use.presentation
                _ = try link.perform(Evaluate(context: context, subject: .policy(.owner), presentation: presentation))
            }
            return try link.perform(FindItems(query: query, returning: .data, authentication: use)).items.first
        }
        guard let secret = found?.data else {
            throw CommandFailure(.negative, "the item \(item.reference.hexadecimal) has no secret that could be printed")
        }
        guard output.json else { return try StandardStream.write(exact ? secret : secret + [UInt8(ascii: "\n")]) }
        guard case .object(var document) = item.json else { return }
        let text = String(validating: secret, as: UTF8.self)
        document["secret"] = text.map { ["text": .string($0)] } ?? ["base64": .string(Data(secret).base64EncodedString())]
        Terminal().result(.object(document))
    }

    private static let usualReason = "to print the secret of an item"

    /// The item that is meant; found without asking anybody, so that no one is asked for an item that was not meant.
    private func theOne() throws -> FoundItem {
        let request = FindItems(
            query: items.query, limit: 2, returning: [.attributes, .persistentReference],
            authentication: AuthenticationUse(interface: .fail))
        let found = try keychain.find(request)
        guard let item = found.first else { throw CommandFailure(refused: .item(.notFound)) }
        guard found.count == 1 else {
            throw CommandFailure(
                .usage, "several items are meant", hint: "name one: latchkey keychain list prints references for --reference")
        }
        return item
    }
}
