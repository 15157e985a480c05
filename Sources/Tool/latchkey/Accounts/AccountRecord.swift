import Accounts
import JSONText
import PasswordHashing

/// One account on one line of JSON: what `accounts export` writes and `accounts import` reads.
///
///     {"id":"…","username":"anna@example.com","passwordHash":"$argon2id$…","createdAt":"2026-11-21T09:06:00.000Z",
///      "apple":[{"team":"…","subject":"…","email":"…","emailVerified":true,"emailPrivate":false,"givenName":"…","familyName":"…"}]}
///
/// `id` and `createdAt` may be left out, and so may `apple`, or `passwordHash` where there is an Apple identity, and `username` where there
/// is no password. Anything else is refused.
struct AccountRecord {
    let entry: AccountImportEntry

    /// Reads a line. Refuses what is not one object of these members, names and hashes that no account could have, identifiers in
    /// another form than our own, and times that are not in UTC or lie after `now`. Says nothing of the hash itself.
    init(line: [UInt8], now: Timestamp) throws(AccountRecordError) {
        do {
            let limits = JSONLimits(maximumBytes: Self.lineLimit, maximumDepth: 3)
            let members = try JSONText.parse(line, limits: limits).root.read(Members.self)
            let entry = AccountImportEntry(
                id: try members.id.map(Self.identifier), userName: try members.userName.map(Self.userName),
                hash: try members.passwordHash.map(Self.hash),
                createdAt: try members.createdAt.map { try Self.moment($0, now: now) },
                appleIdentities: members.apple.map(\.identity))
            guard let entry else { throw AccountRecordError(members.lack) }
            self.entry = entry
        } catch let error as AccountRecordError {
            throw error
        } catch let error as JSONTextError {
            throw AccountRecordError("not JSON at character \(error.position.column): \(error.reason)")
        } catch let error as JSONReadingError {
            throw AccountRecordError(error.description)
        } catch {
            throw AccountRecordError("cannot be read")
        }
    }

    /// The line that ``init(line:now:)`` reads, without its end.
    static func line(for credentials: AccountCredentials) -> String {
        let account = credentials.account
        var object = JSONObject([("id", .string(account.id.description))])
        object["username"] = account.userName.map { .string($0.text) }
        object["passwordHash"] = credentials.hash.map { .string($0.phc) }
        object["createdAt"] = .string(account.createdAt.description)
        if !credentials.appleIdentities.isEmpty {
            object["apple"] = .array(credentials.appleIdentities.map(AppleIdentityRecord.json))
        }
        return JSONValue.object(object).text()
    }

    /// The longest line in bytes: a name and a hash at their longest, and room.
    static let lineLimit = 8_192

    private static func identifier(_ text: String) throws(AccountRecordError) -> AccountID {
        guard let id = AccountID(text) else { throw AccountRecordError("/id: not a UUID in lower case") }
        return id
    }

    private static func userName(_ text: String) throws(AccountRecordError) -> UserName {
        do {
            return try UserName(text)
        } catch {
            throw AccountRecordError("/username: \(error.code)")
        }
    }

    private static func hash(_ text: String) throws(AccountRecordError) -> PasswordHash {
        let hash: PasswordHash
        do {
            hash = try PasswordHash(phc: text)
        } catch {
            throw AccountRecordError("/passwordHash: \(error)")
        }
        guard hash.memoryKiB <= memoryCeilingKiB else {
            throw AccountRecordError(
                "/passwordHash: takes \(hash.memoryKiB) KiB to check, more than \(memoryCeilingKiB)")
        }
        return hash
    }

    /// Whoever signs in makes the server take this much once for each hashing thread, until the hash is stored anew: twice what scrypt
    /// takes with N = 2^17 and r = 8.
    private static let memoryCeilingKiB = 262_144

    private static func moment(_ text: String, now: Timestamp) throws(AccountRecordError) -> Timestamp {
        guard let moment = Timestamp(recorded: text) else {
            throw AccountRecordError("/createdAt: not a moment in UTC, as 2026-11-21T09:06:00.000Z")
        }
        guard moment <= now else { throw AccountRecordError("/createdAt: it lies in the future") }
        return moment
    }

    private struct Members: JSONReadable {
        let id: String?
        let userName: String?
        let passwordHash: String?
        let createdAt: String?
        let apple: [AppleIdentityRecord]

        /// Why these members, each good by itself, are no account.
        var lack: String {
            if passwordHash == nil, apple.isEmpty { return "/passwordHash: is required" }
            if passwordHash != nil, userName == nil { return "/username: is required" }
            return "/apple: two identities of one team"
        }

        init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
            id = try object.optionalString("id")
            userName = try object.optionalString("username")
            passwordHash = try object.optionalString("passwordHash")
            createdAt = try object.optionalString("createdAt")
            if object.optionalNode("apple") == nil { apple = [] } else { apple = try object.objects("apple") }
        }
    }
}

/// Why a line is no account.
struct AccountRecordError: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
