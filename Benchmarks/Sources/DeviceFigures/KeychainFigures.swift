internal import DeviceProtocol
internal import Foundation

/// Operations of the keychain, as messages of an app.
enum KeychainFigures {
    static let secret = [UInt8](repeating: 7, count: 32)

    /// Adds passwords, each durable before the next. Those of an earlier round are deleted first, because their number has a quota.
    static func adding(_ place: Place, _ writers: Int) throws -> Cost {
        let link = try place.link()
        var added = ItemAttributes()
        added.set(.service, .text("added.example.com"))
        do throws(DeviceError) {
            try link.perform(DeleteItems(query: ItemQuery(itemClass: .genericPassword, attributes: added)))
        } catch .item(.notFound) {
            // The first round.
        }
        return try Cost(writers: writers) {
            try link.perform(
                AddItem(
                    itemClass: .genericPassword, attributes: attributes(UUID().uuidString, at: "added.example.com"),
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
        return try repeating(through: link, writers)
    }

    /// The messages of such a read, each encoded and decoded, without a keychain between them.
    static func exchangingMessages(_: Place, _ writers: Int) throws -> Cost {
        guard let reference = PersistentReference([UInt8](repeating: 1, count: PersistentReference.length)) else {
            throw Place.Missing()
        }
        let item = FoundItem(itemClass: .genericPassword, reference: reference, data: secret)
        return try repeating(through: FixedAnswerLink(answer: FoundItems([item])), writers)
    }

    private static func repeating(through link: any DeviceLink, _ writers: Int) throws -> Cost {
        try Cost(writers: writers) {
            let query = ItemQuery(itemClass: .genericPassword, attributes: attributes("user-\(Int.random(in: 0..<1_000))"))
            let found = try link.perform(FindItems(query: query, returning: [.data]))
            guard found.items.first?.data == secret else { throw Place.Missing() }
        }
    }

    private static func attributes(_ account: String, at service: String = "mail.example.com") -> ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.account, .text(account))
        attributes.set(.service, .text(service))
        return attributes
    }
}

/// Decodes each request and encodes the same response.
private struct FixedAnswerLink: DeviceLink {
    let answer: FoundItems

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        var reader = WireReader(message)
        do throws(WireError) {
            _ = try reader.number(UInt8.self)
            _ = try reader.value(RequestKind.self)
            _ = try reader.value(FindItems.self)
        } catch {
            throw .badRequest("malformed request")
        }
        return DeviceReply.answer(answer.message).message
    }
}
