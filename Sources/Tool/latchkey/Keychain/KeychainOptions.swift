import ArgumentParser
import DeviceProtocol
import Foundation
import Secrets

/// The app that the command acts as.
struct KeychainOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app's socket: unix: and its path. LATCHKEY_DEVICE if omitted.", valueName: "unix:path"))
    var device: String?

    /// Sends a request to the device. Throws a ``CommandFailure`` if the device rejects it.
    func ask<Request: DeviceRequest>(_ request: Request) throws -> Request.Answer {
        try ask { (link) throws(DeviceError) in try link.perform(request) }
    }

    /// Sends several requests on one link, which share its contexts.
    func ask<Value>(_ body: (SocketLink) throws(DeviceError) -> Value) throws -> Value {
        let link = try link()
        do throws(DeviceError) {
            return try body(link)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Returns the items that match; empty if none does. Throws the errors of ``ask(_:)``.
    func find(_ request: FindItems) throws -> [FoundItem] {
        let link = try link()
        do throws(DeviceError) {
            return try link.find(request)
        } catch .item(.notFound) {
            return []
        } catch {
            throw Self.failure(error)
        }
    }

    func validate() throws {
        guard let device, !(CurrentDevice.link(named: device) is SocketLink) else { return }
        throw ValidationError("--device must be unix: and the path of a socket, as `latchkey device launch` prints it")
    }

    private func link() throws -> SocketLink {
        let named = device ?? ProcessInfo.processInfo.environment[CurrentDevice.variable]
        guard let link = CurrentDevice.link(named: named) as? SocketLink else {
            let words =
                named == nil ? "missing socket of the app" : "\(CurrentDevice.variable) is not unix: and the path of a socket"
            throw CommandFailure(
                .usage, words, hint: "name it with --device or in \(CurrentDevice.variable); this prints it: \(Self.launch)")
        }
        return link
    }

    private static func failure(_ rejection: DeviceError) -> CommandFailure {
        let failure = CommandFailure(rejected: rejection)
        guard case .unavailable = rejection else { return failure }
        return CommandFailure(
            failure.status, failure.messages,
            hint: "start the device (latchkey device run --state FOLDER) and open the app's socket: \(launch)")
    }

    private static let launch = "latchkey device launch TEAM.com.example.app --state FOLDER"
}

/// The options that select items. An omitted option matches any item.
struct ItemOptions: ParsableArguments {
    @Option(name: .customLong("class"), help: "The class: generic-password, internet-password, certificate or key.")
    var itemClass: ItemClass?

    @Option(help: "The account's name.")
    var account: String?

    @Option(help: "The service of a generic password.")
    var service: String?

    @Option(help: "The server of an internet password.")
    var server: String?

    @Option(help: "The item's label.")
    var label: String?

    @Option(help: ArgumentHelp("The access group.", valueName: "group"))
    var group: AccessGroup?

    @Option(help: ArgumentHelp("The reference that `list` prints.", valueName: "hexadecimal"))
    var reference: PersistentReference?

    var query: ItemQuery {
        ItemQuery(
            itemClass: itemClass, attributes: attributes, accessGroup: group, synchronization: .either,
            references: reference.map { [$0] } ?? [])
    }

    var attributes: ItemAttributes {
        var attributes = ItemAttributes()
        for (name, text) in [(AttributeName.account, account), (.service, service), (.server, server), (.label, label)] {
            if let text { attributes.set(name, .text(text)) }
        }
        return attributes
    }

    /// Whether the options select every item of the app.
    var isEmpty: Bool { itemClass == nil && attributes.isEmpty && group == nil && reference == nil }
}

extension ItemClass: ArgumentWord {
    var word: String {
        switch self {
        case .genericPassword: "generic-password"
        case .internetPassword: "internet-password"
        case .certificate: "certificate"
        case .key: "key"
        }
    }
}

extension AccessGroup: ExpressibleByArgument {}

extension PersistentReference: ExpressibleByArgument {
    /// Parses 32 hexadecimal digits.
    public init?(argument: String) {
        let digits = Array(argument.utf8)
        guard digits.count == 2 * Self.length else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            // The integer initializer accepts a sign, which is not a digit.
            digits[index] == UInt8(ascii: "+") ? nil : UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
        self.init(bytes)
    }

    var hexadecimal: String { bytes.hexadecimal }
}
