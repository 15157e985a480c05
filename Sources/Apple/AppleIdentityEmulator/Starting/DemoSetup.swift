/// People and a relying party to try things with: what `--seed-demo` makes.
public struct DemoSetup: Sendable {
    /// The password of every account of the demo.
    public static let password = "Orchard-2026"

    /// The accounts, from the ordinary to the special.
    public let accounts: [AppleAccount]
    /// The team "Example Shop" with an app, a website and a key.
    public let party: RelyingParty

    /// Whether the service has nobody and no team yet, so that a demo disturbs nothing.
    public static func isWelcome(in service: AppleService) -> Bool {
        service.people.isEmpty && service.teams.isEmpty
    }

    /// Makes the demo.
    ///
    /// - Parameter returnURLs: where the demo website takes answers.
    /// - Throws: where an identifier is taken already, or a return URL is refused.
    public init(
        in service: AppleService, returnURLs: [String] = ["https://shop.example.com/sign-in/apple/callback"],
        notificationURL: String? = nil
    ) throws(EmulatorRefusal) {
        var accounts: [AppleAccount] = []
        guard let password = AccountPassword(Self.password) else { throw EmulatorRefusal(.malformed, AccountPassword.rule) }
        // One hash for all: anybody knows the password.
        let digest = try PasswordDigest(password)
        for draft in Self.drafts { accounts.append(try service.addPerson(draft, opening: digest)) }
        self.accounts = accounts
        party = try service.addRelyingParty(
            named: "Example Shop", bundleID: "com.example.shop", servicesID: "com.example.shop.web", returnURLs: returnURLs,
            notificationURL: notificationURL)
    }

    private static let drafts = [
        AppleAccountDraft(
            id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com",
            otherEmails: ["anna.lindqvist@example.net"]),
        AppleAccountDraft(id: .init("ben"), givenName: "Ben", familyName: "Okafor", email: "ben@example.com"),
        AppleAccountDraft(
            id: .init("cora"), givenName: "Cora", familyName: "Meier", email: "cora@example.com", isUnderAge: true),
        AppleAccountDraft(
            id: .init("dan"), givenName: "Dan", familyName: "Yilmaz", email: "dan@school.example.edu", organization: "EXAMPLESCHOOL"
        ),
        AppleAccountDraft(
            id: .init("eve"), givenName: "Eve", familyName: "Novak", email: "eve@example.com", hasTwoFactor: false),
    ]
}
