import Accounts
import JSONText

/// One Apple identity of an account, as `accounts export` writes it and `accounts import` reads it. Tokens are no part of it: they were
/// issued to this system, and to no other.
struct AppleIdentityRecord: JSONReadable {
    let identity: ImportedAppleIdentity

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        guard let team = AppleTeamID(try object.string("team")) else { throw object.invalidValue("team", "not a team identifier") }
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
