internal import AssociatedDomains
internal import DeviceProtocol
internal import FoundationEssentials
internal import PasswordManager

/// The seeds: pairs of records, as two devices of one user create them.
enum Seeds {
    static var inputs: [(name: String, input: [UInt8])] {
        guard let phone = DeviceName(rawValue: "phone"), let watch = DeviceName(rawValue: "watch"),
            var first = record("ann", phone), var deleted = record("ann", watch), let other = record("bob", watch)
        else { return [] }
        let simple = first
        try? first.setPassword(PrivateText("second"), at: at(5), by: watch)
        try? first.setTitle("Mail", at: at(6), by: phone)
        try? first.setNotes(PrivateText("a note"), at: at(7), by: phone)
        first.markUsed(at: at(8), by: watch)
        if let upgrade = PendingUpgrade(.password(PrivateText("third")), idempotencyKey: "key") {
            first.beginUpgrade(upgrade, at: at(9), by: phone)
        }
        deleted.delete(at: at(6), by: watch)
        return [
            ("simple", pair(simple, simple)), ("changed", pair(simple, first)), ("deleted", pair(first, deleted)),
            ("others", pair(first, other)),
        ]
    }

    private static func record(_ user: String, _ device: DeviceName) -> CredentialRecord? {
        guard let host = try? DomainName("example.com"), let id = CredentialID(server: host, user: user) else { return nil }
        return try? CredentialRecord(id: id, password: PrivateText("first"), at: at(0), by: device)
    }

    private static func pair(_ first: CredentialRecord, _ second: CredentialRecord) -> [UInt8] {
        let message = first.message
        return [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message + second.message
    }

    private static func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }
}
