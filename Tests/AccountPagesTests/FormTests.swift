import AccountPages
import Markup
import Testing

@Suite("Forms")
struct FormTests {
    private static let fields = PageSample.all.filter { $0.text.contains("type=\"password\"") }

    @Test("the samples contain every page with a password field")
    func samples() {
        #expect(Self.fields.count >= 10)
    }

    @Test("a form with a password has exactly one user name, as a text field", arguments: fields)
    func username(_ sample: PageSample) {
        for tags in HTMLTag.elements("form", in: sample.text) where tags.contains(where: { $0["type"] == "password" }) {
            let usernames = tags.filter { ["username", "username webauthn"].contains($0["autocomplete"]) }
            #expect(usernames.count == 1)
            #expect(usernames.first?["type"] == "text")
            #expect(usernames.first?["name"] == "username")
            #expect(usernames.first?["hidden"] == nil)
            let known = sample.site.visitor.username ?? (sample.page as? NewPasswordPage)?.username
            let isDrawn = usernames.first?["class"] != "visually-hidden"
            #expect(isDrawn == (known == nil))
            #expect((usernames.first?["readonly"] != nil) == !isDrawn)
            #expect((usernames.first?["tabindex"] == "-1") == !isDrawn)
            if !isDrawn { #expect(usernames.first?["value"] == known) }
        }
    }

    @Test("a password field has its autocomplete tokens, and never a value", arguments: fields)
    func passwords(_ sample: PageSample) {
        for tag in HTMLTag.all(in: sample.text) where tag["type"] == "password" {
            let isNew = tag["autocomplete"] == "new-password"
            #expect(isNew || tag["autocomplete"] == "current-password")
            #expect(tag["value"] == nil)
            #expect(tag["required"] != nil)
            #expect(tag["spellcheck"] == "false")
            #expect(tag["autocapitalize"] == "none")
            #expect(tag["minlength"] == (isNew ? "12" : nil))
            #expect(tag["maxlength"] == (isNew ? "1024" : nil))
            #expect(tag["passwordrules"] == (isNew ? PageSample.rules.passwordRules : nil))
        }
    }

    @Test("each page has its kinds of password fields")
    func purposes() {
        func tokens(_ name: String) -> [String] {
            HTMLTag.all(in: PageSample.all.first { $0.name == name }?.text ?? "")
                .filter { $0["type"] == "password" }.map { "\($0["name"] ?? "")=\($0["autocomplete"] ?? "")" }
        }
        #expect(tokens("sign-up") == ["password=new-password"])
        #expect(tokens("sign-in") == ["password=current-password"])
        #expect(tokens("reauthenticate") == ["current-password=current-password"])
        #expect(tokens("change-password") == ["current-password=current-password", "new-password=new-password"])
        #expect(tokens("new-password") == ["new-password=new-password"])
        #expect(tokens("delete-account") == ["current-password=current-password"])
        #expect(tokens("delete-account-recent") == [])
    }

    /// The tools, and the search and the filter of the desk, change nothing, so their forms have no token.
    fileprivate static let changing = PageSample.all.filter {
        !($0.page is PasswordRulesPage) && !($0.page is AssociatedDomainsPage) && !($0.page is PasskeyToolPage)
            && !($0.page is DeskAccountsPage) && !($0.page is TimelinePage)
    }

    @Test("every form that changes something is posted to a path of the server with its token", arguments: changing)
    func tokens(_ sample: PageSample) {
        for tags in HTMLTag.elements("form", in: sample.text) {
            #expect(tags.first?["method"] == "post")
            #expect(tags.first?["action"]?.hasPrefix("/") == true)
            let token = tags.filter { $0["name"] == "form-token" }
            #expect(token.count == 1)
            #expect(token.first?["type"] == "hidden")
            #expect(token.first?["value"] == "dG9rZW4")
        }
    }

    @Test("every field name is known, and next is one of a closed set", arguments: changing)
    func names(_ sample: PageSample) {
        // A box that shows a password is not sent.
        for tag in HTMLTag.all(in: sample.text) where tag.name == "input" && tag["type"] != "checkbox" {
            #expect(tag["name"].flatMap(FormField.init(rawValue:)) != nil)
            if tag["name"] == "next" { #expect(tag["value"].flatMap(PageDestination.init(rawValue:)) != nil) }
        }
    }

    @Test(
        "a field for a new password has a box that shows it and a meter, both hidden until the script runs, and the form sends neither",
        arguments: ["sign-up", "change-password", "new-password", "set-password"])
    func assistance(_ name: String) throws {
        let text = try #require(PageSample.all.first { $0.name == name }).text
        let tags = HTMLTag.all(in: text)
        let field = try #require(tags.first { $0["autocomplete"] == "new-password" }?["id"])
        let meter = try #require(tags.first { $0["data-measures"] == field })
        #expect(meter["hidden"] != nil && meter["data-needed"] == "3")
        for level in ["weak", "fair", "strong"] { #expect(meter["data-\(level)"]?.isEmpty == false) }
        #expect(tags.first { $0["data-reveals"] == field }?["hidden"] != nil)
        let boxes = tags.filter { $0["type"] == "checkbox" }
        #expect(boxes.count == tags.filter { $0["type"] == "password" }.count)
        #expect(boxes.allSatisfy { $0["name"] == nil })
        #expect(tags.contains { $0.name == "script" && $0["src"] == PagePath.passwordFieldsScript.text })
    }

    @Test("a field for a known password has no meter", arguments: ["sign-in", "reauthenticate", "delete-account"])
    func noAssistance(_ name: String) throws {
        let text = try #require(PageSample.all.first { $0.name == name }).text
        #expect(!text.contains("data-measures"))
        #expect(!text.contains("data-reveals"))
    }

    @Test("the scripts of passwords and codes have no means to send or store anything")
    func localScripts() {
        let means = [
            "fetch", "XMLHttpRequest", "sendBeacon", "WebSocket", "EventSource", "import(", "document.cookie", "Storage",
            "indexedDB",
            "location", "postMessage", ".src",
        ]
        for script in [Script.passwordFields, .codes] {
            for name in means { #expect(!script.text.contains(name), "\(name)") }
            #expect(script.text.hasPrefix("\"use strict\";"))
        }
    }

    @Test("the meter requires the score of the policy, and at least 3", arguments: [(0, "3"), (3, "3"), (4, "4")])
    func neededScore(policy: Int, needed: String) {
        let rules = PasswordFieldRules(minLength: 8, maxLength: nil, passwordRules: "", minScore: policy)
        let text = SignUpPage(passwordRules: rules, formToken: PageSample.token).document(on: Site(serviceName: "S")).text
        #expect(HTMLTag.all(in: text).first { $0["data-measures"] != nil }?["data-needed"] == needed)
    }

    @Test("a missing limit is omitted")
    func noMaxLength() {
        let rules = PasswordFieldRules(minLength: 8, maxLength: nil, passwordRules: "")
        let text = SignUpPage(passwordRules: rules, formToken: PageSample.token).document(on: Site(serviceName: "S")).text
        let password = HTMLTag.all(in: text).first { $0["type"] == "password" }
        #expect(password?["minlength"] == "8")
        #expect(password?["maxlength"] == nil)
    }
}
