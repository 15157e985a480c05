import ArgumentParser
import DeviceProtocol
import JSONText

/// `latchkey keychain add`.
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
        if output.json {
            Terminal().result(["reference": .string(added.reference.hexadecimal)])
        } else {
            Terminal().result(added.reference.hexadecimal)
        }
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
