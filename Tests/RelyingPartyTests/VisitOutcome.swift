/// What the shop's page says at the end of a visit: who the library says is there, or why it let nobody in.
struct VisitOutcome: Decodable, Equatable {
    /// A refusal as the library tells it to the shop.
    struct Refusal: Decodable, Equatable {
        let code: String?
        let message: String?
    }

    /// The shop's own number of the account.
    var account: String?
    var subject: String?
    var email: String?
    /// Not all libraries say.
    var emailIsVerified: Bool?
    /// Not all libraries say.
    var isPrivateEmail: Bool?
    var givenName: String?
    var familyName: String?

    var error: Refusal?
    /// A page that the program did not foresee.
    var unexpected: String?
}
