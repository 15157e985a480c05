import ArgumentParser
import DeviceProtocol

/// Which items are meant. What is left out may be anything.
struct ItemOptions: ParsableArguments {
    @Option(name: .customLong("class"), help: "generic-password, internet-password, certificate or key.")
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

    /// Whether every item of the app is meant.
    var isEmpty: Bool { itemClass == nil && attributes.isEmpty && group == nil && reference == nil }
}

extension ItemClass: ExpressibleByArgument {
    /// Takes the words of the command alone.
    public init?(argument: String) {
        guard let itemClass = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = itemClass
    }

    /// What the command calls it.
    var word: String {
        switch self {
        case .genericPassword: "generic-password"
        case .internetPassword: "internet-password"
        case .certificate: "certificate"
        case .key: "key"
        }
    }

    /// The words, where another one was given.
    public static var allValueStrings: [String] { allCases.map(\.word) }
}

extension AccessGroup: ExpressibleByArgument {}

extension PersistentReference: ExpressibleByArgument {
    /// Takes 32 hexadecimal digits.
    public init?(argument: String) {
        let digits = Array(argument.utf8)
        guard digits.count == 2 * Self.length else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            // A sign is no digit, though the initialiser takes one.
            digits[index] == UInt8(ascii: "+") ? nil : UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
        self.init(bytes)
    }

    var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
