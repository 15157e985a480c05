/// The result on the shop's page at the end of a visit: the user that the library reports, or the reason for a rejection.
struct VisitOutcome: Decodable, Equatable {
    /// A rejection as the library reports it to the shop.
    struct Rejection: Decodable, Equatable {
        let code: String?
        let message: String?
    }

    /// The shop's number of the account.
    var account: String?
    var subject: String?
    var email: String?
    /// Some libraries do not report it.
    var emailIsVerified: Bool?
    /// Some libraries do not report it.
    var isPrivateEmail: Bool?
    var givenName: String?
    var familyName: String?

    var error: Rejection?
    /// A page that the program did not expect.
    var unexpected: String?
}
