import ArgumentParser
import DeviceProtocol
import Foundation
import JSONText

struct KeychainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychain", abstract: "Read and write a device's keychain as an app.",
        discussion: """
            --device or LATCHKEY_DEVICE names the app's socket; `latchkey device launch` opens it. The device prompts for this command as \
            for any app: answer with `latchkey device prompts`.

            Exits with 1 if there is no such item, the owner cancels or the device is locked; with 70 if no device runs.
            """,
        subcommands: [
            KeychainListCommand.self, KeychainAddCommand.self, KeychainGetCommand.self, KeychainDeleteCommand.self,
        ])
}

struct KeychainAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a password to the keychain, with its secret from standard input.",
        discussion: """
            The final line end of a single line of text is removed. Text of several lines, and anything that is not text, is stored byte \
            for byte, as is everything with --exact. On a terminal the command asks for the secret without showing it. The secret is \
            never an argument. Prints the reference of the new item; with --json {"reference"}. Exits with 1 if the item already exists.
            """,
        example: "latchkey keychain add --account anna --service notes < secret.txt")

    @Flag(help: "Store every byte of standard input, including a final line end.")
    var exact = false

    @OptionGroup var items: ItemOptions
    @OptionGroup var protection: ProtectionOptions
    @OptionGroup var keychain: KeychainOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if items.reference != nil { throw ValidationError("omit --reference: the device chooses the reference of a new item") }
    }

    func run() throws {
        let itemClass = items.itemClass ?? .genericPassword
        guard itemClass == .genericPassword || itemClass == .internetPassword else {
            throw CommandFailure(
                .usage, "only passwords can be added", hint: "give --class generic-password or internet-password")
        }
        let control = try protection.accessControl()
        let secret = try secret()
        let added = try keychain.ask(
            AddItem(
                itemClass: itemClass, attributes: items.attributes, accessGroup: items.group, accessControl: control, data: secret,
                returning: .persistentReference))
        output.write(["reference": .string(added.reference.hexadecimal)], line: added.reference.hexadecimal)
    }

    private func secret() throws -> [UInt8] {
        if StandardStream.isInputInteractive, !exact {
            guard case .line(let bytes) = try TerminalInput.read("latchkey: secret: ", isHidden: true) else {
                throw CommandFailure(.usage, "no secret was given")
            }
            return bytes
        }
        guard let bytes = try StandardStream.readAll(limit: Self.longest) else {
            throw CommandFailure(.usage, "the secret on standard input: more than \(Self.longest) bytes")
        }
        return exact ? bytes : SecretInput.withoutLineEnd(bytes)
    }

    private static let longest = 1 << 20
}

struct KeychainGetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Print the secret of one item after the device has released it.",
        discussion: """
            The device prompts as the item's access control requires; without a requirement it prompts its owner, by the sensor or the \
            passcode. This process receives no secret before the prompt is answered. The secret is printed with a line end, \
            with --exact without one. With --json: the item as in `list`, and "secret": {"text"}, or {"base64"} if it is not UTF-8.
            """,
        example: "latchkey keychain get --account anna --reason 'to show your notes'")

    @OptionGroup var items: ItemOptions

    @Option(help: ArgumentHelp("The app's reason, which the prompt shows.", valueName: "text"))
    var reason = ""

    @Flag(help: "Write the secret's bytes and nothing else.")
    var exact = false

    @OptionGroup var keychain: KeychainOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if exact, output.json { throw ValidationError("--exact and --json exclude each other") }
        guard Presentation(reason: reason) != nil else {
            throw ValidationError("--reason must have at most \(Presentation.maximumLength) bytes")
        }
    }

    func run() throws {
        let item = try selectedItem()
        let query = ItemQuery(itemClass: item.itemClass, synchronization: .either, references: [item.reference])
        let found = try keychain.ask { (link) throws(DeviceError) in
            let use = AuthenticationUse(context: try link.perform(OpenContext()), presentation: Presentation(shortening: reason))
            // The device gives an app such an item without a prompt. This command prompts the owner, so that another user of an
            // open terminal cannot read it.
            if item.description?.accessControl.constrains(.readData) != true, let context = use.context {
                let presentation = reason.isEmpty ? Presentation(shortening: Self.usualReason) : use.presentation
                _ = try link.perform(Evaluate(context: context, subject: .policy(.owner), presentation: presentation))
            }
            return try link.perform(FindItems(query: query, returning: .data, authentication: use)).items.first
        }
        guard let secret = found?.data else {
            throw CommandFailure(.negative, "the item \(item.reference.hexadecimal) has no printable secret")
        }
        guard output.json else { return try StandardStream.write(exact ? secret : secret + [UInt8(ascii: "\n")]) }
        guard case .object(var document) = item.json else { return }
        let text = String(validating: secret, as: UTF8.self)
        document["secret"] = text.map { ["text": .string($0)] } ?? ["base64": .string(Data(secret).base64EncodedString())]
        Terminal().result(.object(document))
    }

    private static let usualReason = "to print the secret of an item"

    /// Returns the only selected item. The search shows no prompt, so the owner confirms only for the item that is printed.
    private func selectedItem() throws -> FoundItem {
        let request = FindItems(
            query: items.query, limit: 2, returning: [.attributes, .persistentReference],
            authentication: AuthenticationUse(interface: .fail))
        let found = try keychain.find(request)
        guard let item = found.first else { throw CommandFailure(rejected: .item(.notFound)) }
        guard found.count == 1 else {
            throw CommandFailure(
                .usage, "several items match", hint: "select one by --reference; `latchkey keychain list` prints references")
        }
        return item
    }
}

struct KeychainListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the items that the app can see, without their secrets.",
        discussion: """
            Shows no prompt. With --json: {"items":[ITEM]}, with --jsonl an ITEM a line: {"reference","class","group","accessible",\
            "constraints","needsOneConstraint","isSynchronized","attributes"}; attributes have Apple's short names.
            """,
        example: "latchkey keychain list")

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
            TextTable(FoundItem.header, found.map(\.columns)).lines.forEach(terminal.result)
        }
    }

    private func find() throws -> [FoundItem] {
        let request = FindItems(
            query: items.query, limit: UInt32(FoundItems.maximumCount), returning: [.attributes, .persistentReference],
            authentication: AuthenticationUse(interface: .fail))
        return try keychain.find(request)
    }
}

struct KeychainDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete items without a prompt.",
        discussion: "Deletes every selected item. Exits with 1 if none is found.",
        example: "latchkey keychain delete --account anna --service notes")

    @OptionGroup var items: ItemOptions

    @Flag(help: "Delete every item of the app.")
    var all = false

    @OptionGroup var keychain: KeychainOptions

    func validate() throws {
        if items.isEmpty, !all { throw ValidationError("no item is selected; --all deletes every item of the app") }
        if !items.isEmpty, all { throw ValidationError("--all and options that select items exclude each other") }
    }

    func run() throws {
        _ = try keychain.ask(DeleteItems(query: items.query))
        Terminal().say("deleted")
    }
}

/// The interpretation of a secret on standard input.
enum SecretInput {
    /// Removes the final line end of a single line of text. Returns several lines, invalid UTF-8, and text with control characters
    /// as they are.
    static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes[...]
        guard line.last == UInt8(ascii: "\n") else { return bytes }
        line.removeLast()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let isLine = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        return isLine && String(validating: line, as: UTF8.self) != nil ? Array(line) : bytes
    }
}
