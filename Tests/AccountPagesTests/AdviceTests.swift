import AccountPages
import Markup
import Testing

@Suite("Advice for an account")
struct AdviceTests {
    @Test(
        "a weak password outweighs a second factor and a passkey; each of these makes an account strong",
        arguments: [
            (true, false, false, AccountProtection.weak), (true, true, true, .weak), (false, false, false, .basic),
            (false, true, false, .strong), (false, false, true, .strong),
        ])
    func protection(weak: Bool, factor: Bool, passkey: Bool, expected: AccountProtection) {
        #expect(AccountProtection(hasWeakPassword: weak, hasSecondFactor: factor, hasPasskey: passkey) == expected)
    }

    @Test("the page begins with another sentence and another step for each protection")
    func page() {
        func advice(_ page: UpgradePage) -> (lead: String?, rows: [String]) {
            let tags = HTMLTag.all(in: page.document(on: Site(serviceName: "S")).text)
            return (tags.compactMap { $0["data-protection"] }.first, tags.compactMap { $0["data-advice"] })
        }
        let token = PageSample.token
        let weak = advice(
            UpgradePage(.weak, apple: .unavailable, offersPasskey: true, offersSecondFactor: true, formToken: token))
        #expect(weak.lead == "weak")
        #expect(weak.rows == ["password", "passkey", "second-factor"])
        let basic = advice(
            UpgradePage(.basic, apple: .unavailable, offersPasskey: true, offersSecondFactor: true, formToken: token))
        #expect(basic.lead == "basic")
        #expect(basic.rows == ["passkey", "second-factor", "password"])
        let strong = advice(UpgradePage(.strong, apple: .unavailable, lacksRecoveryCodes: true, formToken: token))
        #expect(strong.lead == "strong")
        #expect(strong.rows == ["codes", "password"])
    }

    @Test("the account page says how well the account is protected, and a weak password leads to the advice about it")
    func accountPage() {
        func row(_ page: AccountPage) -> String? {
            HTMLTag.all(in: page.document(on: Site(serviceName: "S")).text).compactMap { $0["data-protection"] }.first
        }
        func page(
            hasPassword: Bool = true, hasSecondFactor: Bool = false, notice: AccountPage.Notice? = nil
        ) -> AccountPage {
            AccountPage(
                username: "mira", hasPassword: hasPassword, hasSecondFactor: hasSecondFactor, sessions: [], events: [],
                notice: notice, formToken: PageSample.token)
        }
        #expect(row(page()) == "basic")
        #expect(row(page(hasSecondFactor: true)) == "strong")
        #expect(row(page(hasSecondFactor: true, notice: .weakPassword)) == "weak")
        #expect(row(page(hasPassword: false)) == nil)
        let weak = page(notice: .weakPassword).document(on: Site(serviceName: "S")).text
        #expect(weak.matches(of: /href="\/account\/upgrade\?notice=weak-password"/).count == 2)
        #expect(!page().document(on: Site(serviceName: "S")).text.contains("notice=weak-password"))
    }
}
