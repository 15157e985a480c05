/// The limits of a security key for a list of credentials (Client to Authenticator Protocol 2.1, section 6.4).
struct CredentialListLimits: Hashable, Sendable {
    /// The length of an entry without its ID: `{"id": …, "type": "public-key"}`.
    private static let entryLength = 23
    /// The maximum length of a message without the list and the texts of the request.
    private static let messageStart = 256

    /// The maximum number of credentials.
    var count: Int
    /// The maximum length of an ID.
    var idLength: Int
    /// The maximum length of a message.
    var messageLength: Int

    /// Creates limits from those that a key states; 0 if it states none. The default length of a message is that of the standard.
    init(count: UInt64, idLength: UInt64, messageLength: UInt64) {
        self.count = count == 0 ? .max : Int(clamping: count)
        self.idLength = idLength == 0 ? .max : Int(clamping: idLength)
        self.messageLength = messageLength == 0 ? 1_024 : Int(clamping: messageLength)
    }

    /// Splits the IDs into lists that the key accepts, in order. Leaves out IDs longer than the key's limit, because the key did not
    /// create them. At least one ID remains, because an empty list represents any credential.
    ///
    /// - Parameter texts: the length of the texts of the request.
    func lists(of ids: [[UInt8]], texts: Int) -> [[[UInt8]]] {
        let possible = ids.filter { $0.count <= idLength }
        var lists: [[[UInt8]]] = []
        var available = 0
        for id in possible.isEmpty ? Array(ids.prefix(1)) : possible {
            let length = id.count + Self.entryLength
            if let last = lists.last, last.count < count, length <= available {
                lists[lists.count - 1].append(id)
            } else {
                lists.append([id])
                available = messageLength - Self.messageStart - texts
            }
            available -= length
        }
        return lists
    }
}
