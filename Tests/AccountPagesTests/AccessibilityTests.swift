import AccountPages
import Markup
import Testing
import Texts

@Suite("Accessible pages with a strict policy")
struct AccessibilityTests {
    @Test("no page has an inline script or style", arguments: PageSample.all)
    func nothingInline(_ sample: PageSample) {
        let tags = HTMLTag.all(in: sample.text)
        #expect(!tags.contains { ["style", "object", "base"].contains($0.name) })
        // Only the mailbox has frames, with every restriction.
        let frames = tags.filter { $0.name == "iframe" }
        #expect(frames.isEmpty || sample.page is MailboxPage)
        #expect(frames.allSatisfy { $0["sandbox"] == "" && $0["src"]?.hasPrefix("/dev/mail/") == true })
        // Only the tools and the pages with passkeys, times, new passwords or codes have scripts, each in its own file.
        let isTool = sample.page is PasswordRulesPage
        let script = isTool ? PagePath.passwordRulesScript : sample.page.script
        let scripts = [script, sample.page.learnsZone ? PagePath.zoneScript : nil].compactMap { $0?.text }
        #expect(tags.filter { $0.name == "script" }.map { $0["src"] } == scripts + sample.page.helpers.map(\.text))
        #expect(sample.text.firstMatch(of: /<script[^>]*>[^<]/) == nil)
        #expect(!tags.contains { $0.attributes.contains { $0.name == "style" || $0.name.hasPrefix("on") } })
        #expect(!sample.text.contains("javascript:"))
        #expect(tags.filter { $0.name == "link" }.map { $0["href"] } == [PagePath.stylesheet.text, PagePath.icon.text])
    }

    @Test("every label has its field, and every visible field its label", arguments: PageSample.all)
    func labels(_ sample: PageSample) {
        let tags = HTMLTag.all(in: sample.text)
        let labelled = tags.filter { $0.name == "label" }.map { $0["for"] ?? "" }
        let drawn = tags.filter {
            ["input", "select", "textarea"].contains($0.name) && $0["type"] != "hidden" && $0["class"] != "visually-hidden"
        }.map {
            $0["id"] ?? ""
        }
        #expect(labelled == drawn)
    }

    @Test("ids are unique, and every reference resolves", arguments: PageSample.all)
    func references(_ sample: PageSample) {
        let tags = HTMLTag.all(in: sample.text)
        let ids = tags.compactMap { $0["id"] }
        #expect(Set(ids).count == ids.count)
        for tag in tags {
            let referred = ["aria-describedby", "aria-labelledby", "for"].flatMap {
                tag[$0]?.split(separator: " ").map(String.init) ?? []
            }
            let fragment = tag["href"].flatMap { $0.hasPrefix("#") ? [String($0.dropFirst())] : nil } ?? []
            for id in referred + fragment { #expect(ids.contains(id)) }
        }
    }

    @Test("a page has one top-level heading, one main element, a language and a title", arguments: PageSample.all)
    func outline(_ sample: PageSample) {
        let names = HTMLTag.all(in: sample.text).map(\.name)
        for name in ["h1", "main", "header", "title", "html"] { #expect(names.filter { $0 == name }.count == 1, "\(name)") }
        let language = sample.site.format.language
        #expect(HTMLTag.all(in: sample.text).first?["lang"] == language.tag)
        #expect(HTMLTag.all(in: sample.text).first?["dir"] == (language == .arabic ? "rtl" : nil))
    }

    @Test("every page of a signed-in user has the sign-out button", arguments: PageSample.all)
    func signOut(_ sample: PageSample) {
        let hasButton = HTMLTag.all(in: sample.text).contains { $0.name == "form" && $0["action"] == PagePath.signOut.text }
        // Pages without sign-in look the same with a session.
        let isOfEverybody =
            sample.page is MessagePage || sample.page is ErrorPage || sample.page is PasswordRulesPage
            || sample.page is AssociatedDomainsPage || sample.page is PasskeyToolPage
        #expect(hasButton == (sample.site.visitor != .anonymous && !isOfEverybody))
    }

    @Test("a rejected form says so in its title, in a summary that takes the focus, and at each field")
    func errors() throws {
        let sample = try #require(PageSample.all.first { $0.name == "change-password-rejected" })
        let tags = HTMLTag.all(in: sample.text)
        #expect(sample.text.contains("<title>Error: Change password · Latchkey</title>"))
        let summary = tags.first { $0["id"] == "errors" }
        #expect(summary?["role"] == "alert")
        #expect(summary?["tabindex"] == "-1")
        #expect(summary?["autofocus"] != nil)
        #expect(
            tags.filter { $0.name == "a" && $0["href"]?.hasPrefix("#") == true }.map { $0["href"] } == [
                "#current-password", "#new-password", "#new-password",
            ])
        #expect(tags.filter { $0["aria-invalid"] == "true" }.map { $0["id"] } == ["current-password", "new-password"])
        #expect(tags.first { $0["id"] == "new-password" }?["aria-describedby"] == "new-password-hint new-password-error")
        #expect(tags.compactMap { $0["data-code"] } == ["wrong-password", "password-short", "password-weak"])
    }

    @Test(
        "an accepted form shows no errors",
        arguments: ["sign-up", "sign-in", "change-password", "delete-account", "reauthenticate"])
    func noErrors(_ name: String) throws {
        let text = try #require(PageSample.all.first { $0.name == name }).text
        #expect(!text.contains("role=\"alert\""))
        #expect(!text.contains("aria-invalid"))
        #expect(!text.contains("autofocus"))
        #expect(!text.contains("Error: "))
    }

    @Test("buttons with equal labels have different accessible names")
    func buttons() throws {
        let text = try #require(PageSample.all.first { $0.name == "account" }).text
        for device in ["Firefox on Linux", "<bdi>Latchkey for Mac</bdi>"] {
            #expect(text.contains("Sign out<span class=\"visually-hidden\"> \(device)</span>"))
        }
        #expect(text.contains("/account/sessions/s2/revoke"))
        #expect(!text.contains("/account/sessions/s1/revoke"), "the session in use is ended by signing out")
    }

    @Test("a page renders the same each time", arguments: PageSample.all)
    func deterministic(_ sample: PageSample) {
        #expect(sample.text == sample.text)
    }

    @Test("the icon loads nothing and has no script, and its path contains its fingerprint")
    func icon() {
        let svg = VectorImage.latchkey.text
        for danger in ["href", "url(", "<script", "<style"] { #expect(!svg.contains(danger)) }
        #expect(svg.contains("xmlns=\"http://www.w3.org/2000/svg\""), "without it, a browser takes the file for no image")
        #expect(PagePath.icon.text == "/assets/latchkey.\(VectorImage.latchkey.fingerprint).svg")
    }

    @Test("the stylesheet loads nothing, and its path contains its fingerprint")
    func stylesheet() {
        let css = Stylesheet.accountPages.text
        #expect(!css.contains("url("))
        #expect(!css.contains("@import"))
        #expect(css.filter { $0 == "{" }.count == css.filter { $0 == "}" }.count)
        #expect(PagePath.stylesheet.text == "/assets/latchkey.\(Stylesheet.accountPages.fingerprint).css")
        for feature in ["prefers-color-scheme: dark", "prefers-reduced-motion", ":focus-visible", "forced-colors"] {
            #expect(css.contains(feature))
        }
    }
}

/// A start tag in rendered text. Parses only the project's own output: attributes in double quotes, with `<` escaped everywhere
/// else.
struct HTMLTag {
    let name: String
    let attributes: [(name: String, value: String?)]

    subscript(name: String) -> String? {
        attributes.first { $0.name == name }.map { $0.value ?? "" }
    }

    static func all(in text: String) -> [HTMLTag] {
        // A literal within the closure would be compiled again for each tag.
        let attribute = /\s+([a-z-]+)(?:="([^"]*)")?/
        return text.matches(of: /<([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"]*")?)*)>/).map { tag in
            let attributes = tag.2.matches(of: attribute).map {
                (name: String($0.1), value: $0.2.map(String.init))
            }
            return HTMLTag(name: String(tag.1), attributes: attributes)
        }
    }

    /// Returns the tags within each element of a kind that is not nested, such as a form.
    static func elements(_ name: String, in text: String) -> [[HTMLTag]] {
        text.split(separator: "<\(name)").dropFirst().compactMap { part in
            part.split(separator: "</\(name)>").first.map { all(in: "<\(name)" + $0) }
        }
    }
}
