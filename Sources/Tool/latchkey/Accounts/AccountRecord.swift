import Accounts
import Foundation
import JSONText
import PasswordHashing

/// An account as one line of JSON: `accounts export` writes it and `accounts import` reads it.
///
///     {"id":"…","username":"anna@example.com","passwordHash":"$argon2id$…","createdAt":"2026-11-21T09:06:00.000Z","language":"de",
///      "timeZone":"Europe/Vienna",
///      "apple":[{"team":"…","subject":"…","email":"…","emailVerified":true,"emailPrivate":false,"givenName":"…","familyName":"…"}]}
///
/// `id`, `createdAt`, `language`, `timeZone` and `apple` are optional. `passwordHash` may be missing if there is an Apple identity, and
/// `username` if there is no password. Other members are rejected.
struct AccountRecord {
    let entry: AccountImportEntry

    /// Parses a line.
    ///
    /// - Throws: an ``AccountRecordError`` if the line is not one object of these members, a name or a hash is invalid for an
    ///   account, an identifier is not a lower-case UUID, or a time is not in UTC or is later than `now`.
    init(line: [UInt8], now: Timestamp) throws(AccountRecordError) {
        do {
            let limits = JSONLimits(maximumBytes: Self.lineLimit, maximumDepth: 3)
            let members = try JSONText.parse(line, limits: limits).root.read(Members.self)
            let entry = AccountImportEntry(
                id: try members.id.map(Self.identifier), userName: try members.userName.map(Self.userName),
                hash: try members.passwordHash.map(Self.hash),
                createdAt: try members.createdAt.map { try Self.moment($0, now: now) },
                language: try members.language.map(Self.language), timeZone: try members.timeZone.map(Self.timeZone),
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
            throw AccountRecordError("the line cannot be read")
        }
    }

    /// Returns the line that ``init(line:now:)`` parses, without its line end.
    static func line(for credentials: AccountCredentials) -> String {
        let account = credentials.account
        var object = JSONObject([("id", .string(account.id.description))])
        object["username"] = account.userName.map { .string($0.text) }
        object["passwordHash"] = credentials.hash.map { .string($0.phc) }
        object["createdAt"] = .string(account.createdAt.description)
        object["language"] = account.language.map { .string($0.text) }
        object["timeZone"] = account.timeZone.map { .string($0.text) }
        if !credentials.appleIdentities.isEmpty {
            object["apple"] = .array(credentials.appleIdentities.map(AppleIdentityRecord.json))
        }
        return JSONValue.object(object).text()
    }

    /// The maximum length of a line in bytes: a name and a hash of maximum length, and a reserve.
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
                "/passwordHash: requires \(hash.memoryKiB) KiB to check, more than \(memoryCeilingKiB)")
        }
        return hash
    }

    /// The maximum memory of an imported hash. Each sign-in allocates that memory in a hashing thread until the hash is replaced.
    /// The maximum is twice the memory of scrypt with N = 2^17 and r = 8.
    private static let memoryCeilingKiB = 262_144

    private static func language(_ text: String) throws(AccountRecordError) -> LanguageTag {
        guard let language = LanguageTag(text) else { throw AccountRecordError("/language: not a BCP 47 tag such as pt-BR") }
        return language
    }

    private static func timeZone(_ text: String) throws(AccountRecordError) -> TimeZoneName {
        guard let timeZone = TimeZoneName(text) else {
            throw AccountRecordError("/timeZone: not an identifier of the time-zone database such as Europe/Vienna")
        }
        return timeZone
    }

    private static func moment(_ text: String, now: Timestamp) throws(AccountRecordError) -> Timestamp {
        guard let moment = Timestamp(recorded: text) else {
            throw AccountRecordError("/createdAt: not a time in UTC such as 2026-11-21T09:06:00.000Z")
        }
        guard moment <= now else { throw AccountRecordError("/createdAt: in the future") }
        return moment
    }

    private struct Members: JSONReadable {
        let id: String?
        let userName: String?
        let passwordHash: String?
        let createdAt: String?
        let language: String?
        let timeZone: String?
        let apple: [AppleIdentityRecord]

        /// The reason why these members do not describe an account, although each one is valid.
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
            language = try object.optionalString("language")
            timeZone = try object.optionalString("timeZone")
            if object.optionalNode("apple") == nil { apple = [] } else { apple = try object.objects("apple") }
        }
    }
}

/// The reason why a line does not describe an account.
struct AccountRecordError: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// An Apple identity of an account in an export. Tokens are not exported: Apple issued them to this system alone.
struct AppleIdentityRecord: JSONReadable {
    let identity: ImportedAppleIdentity

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        guard let team = AppleTeamID(try object.string("team")) else { throw object.invalidValue("team", "not a team ID") }
        guard let subject = AppleSubject(try object.string("subject")) else {
            throw object.invalidValue("subject", "not a subject")
        }
        let (isVerified, isPrivate) = (try object.optionalBoolean("emailVerified"), try object.optionalBoolean("emailPrivate"))
        var email: AppleEmail?
        if let address = try object.optionalString("email") {
            email = AppleEmail(address: address, isVerified: isVerified ?? false, isPrivate: isPrivate ?? false)
            if email == nil { throw object.invalidValue("email", "not an e-mail address") }
        }
        identity = ImportedAppleIdentity(
            key: AppleIdentityKey(team: team, subject: subject), email: email,
            name: PersonName(given: try object.optionalString("givenName"), family: try object.optionalString("familyName")))
    }

    static func json(_ identity: AppleIdentity) -> JSONValue {
        var object = JSONObject([("team", .string(identity.key.team.text)), ("subject", .string(identity.key.subject.text))])
        if let email = identity.email {
            object["email"] = .string(email.address)
            object["emailVerified"] = .boolean(email.isVerified)
            object["emailPrivate"] = .boolean(email.isPrivate)
        }
        if let name = identity.name {
            object["givenName"] = .string(name.given)
            object["familyName"] = .string(name.family)
        }
        return .object(object)
    }
}

extension Timestamp {
    /// Parses `2026-11-21T09:06:00Z`, with or without milliseconds. Returns nil for any other format.
    init?(recorded text: String) {
        guard text.utf8.count == 20 || text.utf8.count == 24, text.last == "Z" else { return nil }
        guard let date = try? Self.wholeSeconds.parse(text.prefix(19) + "Z") else { return nil }
        // Parses the fraction separately: a floating-point number of seconds does not represent every millisecond.
        guard let milliseconds = text.utf8.count == 20 ? 0 : Int64(text.dropFirst(20).dropLast()) else { return nil }
        self.init(milliseconds: Int64(date.timeIntervalSince1970) * 1_000 + milliseconds)
        guard description == text || text.utf8.count == 20 && description == text.dropLast() + ".000Z" else { return nil }
    }

    private static var wholeSeconds: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle() }
}
