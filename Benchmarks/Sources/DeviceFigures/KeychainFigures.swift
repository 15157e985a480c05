internal import DeviceProtocol
internal import Foundation

/// Operations of the keychain, as messages of an app.
enum KeychainFigures {
    static let secret = [UInt8](repeating: 7, count: 32)

    /// Adds passwords, each durable before the next.
    static func adding(_ place: Place, _ writers: Int) throws -> Cost {
        let link = try place.link()
        return try Cost(writers: writers) {
            try link.perform(
                AddItem(
                    itemClass: .genericPassword, attributes: attributes(UUID().uuidString),
                    accessControl: AccessControl(accessibility: .whenUnlocked), data: secret))
        }
    }

    /// Reads one of a thousand passwords by its account, without a prompt.
    static func finding(_ place: Place, _ writers: Int) throws -> Cost {
        let link = try place.link()
        for number in 0..<1_000 {
            do throws(DeviceError) {
                try link.perform(
                    AddItem(
                        itemClass: .genericPassword, attributes: attributes("user-\(number)"),
                        accessControl: AccessControl(accessibility: .whenUnlocked), data: secret))
            } catch .item(.duplicate) {
                // From an earlier round.
                break
            }
        }
        return try Cost(writers: writers) {
            let query = ItemQuery(itemClass: .genericPassword, attributes: attributes("user-\(Int.random(in: 0..<1_000))"))
            let found = try link.perform(FindItems(query: query, returning: [.data]))
            guard found.items.first?.data == secret else { throw Place.Missing() }
        }
    }

    private static func attributes(_ account: String) -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.account, .text(account))
        attributes.set(.service, .text("mail.example.com"))
        return attributes
    }
}
