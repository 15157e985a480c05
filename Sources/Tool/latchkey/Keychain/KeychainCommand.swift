import ArgumentParser
import DeviceProtocol
import Foundation
import JSONText

struct KeychainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keychain", abstract: "Read and write a device's keychain, as an app.",
        discussion: """
            The app is the one whose socket --device or LATCHKEY_DEVICE names; `latchkey device launch` opens it. The device asks whoever \
            it would ask for any app: answer with `latchkey device prompts`.
            """,
        subcommands: [
            KeychainListCommand.self, KeychainAddCommand.self, KeychainGetCommand.self, KeychainDeleteCommand.self,
        ])
}

struct KeychainAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a password; its secret is read from standard input.",
        discussion: """
            One line of text is taken without the line end that closes it; everything else is taken byte for byte, as is everything with \
            --exact: text of several lines, and what is no text. In a terminal the secret is asked for and not shown. It is never an \
            argument. Prints the new item's reference; with --json {"reference"}. Exits with 1 where there is such an item already.
            """)

    @Flag(help: "Take every byte of standard input, a closing line end too.")
    var exact = false

    @OptionGroup var items: ItemOptions
    @OptionGroup var protection: ProtectionOptions
    @OptionGroup var keychain: KeychainOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if items.reference != nil { throw ValidationError("the device chooses the reference of a new item") }
    }

    func run() throws {
        let itemClass = items.itemClass ?? .genericPassword
        guard itemClass == .genericPassword || itemClass == .internetPassword else {
            throw CommandFailure(.usage, "only passwords are added here", hint: "--class generic-password or internet-password")
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

/// What a secret on standard input is taken for.
enum SecretInput {
    /// One line of text without the line end that closes it, which is no part of what somebody wrote; anything else as it is: several lines,
    /// bytes that are no UTF-8, text with characters that no line has.
    static func withoutLineEnd(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes[...]
        guard line.last == UInt8(ascii: "\n") else { return bytes }
        line.removeLast()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        let isLine = line.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        return isLine && String(validating: line, as: UTF8.self) != nil ? Array(line) : bytes
    }
}
