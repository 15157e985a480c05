import AssociatedDomains
import DeviceProtocol
import Testing

@testable import DeviceSimulator
@testable import PasswordManager

/// Helpers of the tests of recommendations and upgrades.
extension StateBench {
    static func id(_ user: String, at site: String = "example.com") throws -> CredentialID {
        try #require(CredentialID(server: try DomainName(site), user: user))
    }

    static func strong() throws -> Remedy { .upgradeToStrongPassword(app: try AppIdentifier(app)) }
    static func apple() throws -> Remedy { .upgradeToSignInWithApple(app: try AppIdentifier(app)) }

    static func page(at site: String = "example.com") throws -> Remedy {
        .changeOnSite(
            ChangePasswordPage(
                host: try DomainName(site), address: "https://\(site)/.well-known/change-password", source: .wellKnown))
    }

    static func weak(_ remedies: [Remedy]? = nil) throws -> Recommendation {
        Recommendation(
            credential: try id("ann"), findings: [.weak(.word, isVeryWeak: true)],
            remedies: try remedies ?? [strong(), apple(), .byHand(DomainName("example.com"))])
    }

    var settings: PhoneView.SettingsView? {
        if case .settings(let settings) = view.content { settings } else { nil }
    }

    var extensionSheet: PhoneView.ExtensionSheet? {
        if case .extensionSheet(let sheet) = view.content { sheet } else { nil }
    }

    var question: PhoneView.UpgradeQuestion? {
        for case .upgradeQuestion(let question) in view.overlays { return question }
        return nil
    }

    static func assessment(_ effects: [PhoneEffect]) -> Int? {
        for case .assess(let number) in effects { return number }
        return nil
    }

    static func judgement(_ effects: [PhoneEffect]) -> Int? {
        for case .judge(let number, _, _) in effects { return number }
        return nil
    }

    static func upgrade(_ effects: [PhoneEffect]) -> Int? {
        for case .upgrade(let number, _, _, _) in effects { return number }
        return nil
    }

    /// Shows recommendations in Settings, after the owner authenticated.
    mutating func showRecommendations(_ found: Recommendation...) throws {
        let inquiry = try #require(Self.inquiry(try perform(.openSettings(.recommendations))))
        let assessment = try #require(Self.assessment(observe(.presence(number: inquiry, .confirmed))))
        observe(.assessed(number: assessment, RecommendationReport(recommendations: found, unanswered: 0)))
    }

    /// Opens the page of a recommendation.
    mutating func open(_ found: Recommendation) throws {
        try showRecommendations(found)
        try perform(.openRecommendation(id: "\(found.credential.server)/\(found.credential.user)"))
    }

    /// Signs in to the app with the saved password by AutoFill, and receives the recommendation.
    mutating func signIn(judged: Recommendation?) throws {
        try launch(showing: .signIn, focus: "user")
        _ = try fill()
        takeOver()
        let effects = show(.signedIn)
        observe(.judged(number: try #require(Self.judgement(effects)), judged))
    }
}
