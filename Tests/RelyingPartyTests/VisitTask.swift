/// The standard input of a relying party's program, as documented in `Tests/RelyingParties/visits.py`.
struct VisitTask: Encodable {
    struct Emulator: Encodable {
        let baseURL: String
        let securePort: Int
    }

    struct Client: Encodable {
        let id: String
        let team: String
        let keyID: String
        let key: String
    }

    let emulator: Emulator
    let client: Client
    let visits: [Visit]
}

/// A user's path through the shop's sign-in.
struct Visit: Encodable {
    enum Decision: String, Encodable {
        case goOn = "continue"
        case cancel
    }

    enum Email: String, Encodable {
        case share, hide
    }

    enum Code: String, Encodable {
        /// The code of this sign-in.
        case fresh
        /// The code of the previous visit, sent again in the callback of a new sign-in.
        case used
    }

    let person: String
    var decision = Decision.goOn
    var email = Email.share
    var givenName: String?
    var familyName: String?
    var code = Code.fresh
}
