import ArgumentParser
import DeviceProtocol
import JSONText

/// `latchkey keychain add`.
struct KeychainAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a password; its secret is read from standard input.",
        discussion: """
            The secret is all of standard input without the line end that closes it; in a terminal it is asked for and not shown. It is \
            never an argument. Prints the new item's reference; with --json {"reference"}. Exits with 1 where there is such an item already.
            """)

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
        let secret = try Self.secret()
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

    private static func secret() throws -> [UInt8] {
        if StandardStream.isInputInteractive {
            guard case .line(let bytes) = try TerminalInput.read("latchkey: secret: ", isHidden: true) else {
                throw CommandFailure(.usage, "no secret was given")
            }
            return bytes
        }
        guard var bytes = try StandardStream.readAll(limit: longest) else {
            throw CommandFailure(.usage, "the secret on standard input: more than \(longest) bytes")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }

    private static let longest = 1 << 20
}
