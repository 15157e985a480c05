import AccountPages
import Markup
import Testing

@Suite("The password rules page")
struct PasswordRulesPageTests {
    @Test("its form is posted to the same page, and no field has a password as its value", arguments: PageSample.tools)
    func form(_ sample: PageSample) throws {
        let tags = HTMLTag.all(in: sample.text)
        let forms = tags.filter { $0.name == "form" }
        #expect(forms.map { $0["method"] } == ["post"])
        #expect(forms.map { $0["action"] } == [PagePath.passwordRules.text])
        let password = try #require(tags.first { $0["name"] == "password" })
        #expect(password["value"] == nil)
        #expect(password["autocomplete"] == "off")
        #expect(
            tags.compactMap { $0["name"] }.filter { PasswordRulesField(rawValue: $0) != nil } == ["rules", "password", "pattern"])
    }

    @Test("the text behind the field equals the text in it")
    func marked() throws {
        let sample = try #require(PageSample.tools.first { $0.name == "password-rules-mistakes" })
        let start = try #require(sample.text.firstRange(of: "id=\"rules-marked\" class=\"marked\" aria-hidden=\"true\">"))
        let marked = sample.text[start.upperBound...].firstRange(of: "</div>").map { sample.text[start.upperBound..<$0.lowerBound] }
        #expect(marked.map { $0.replacing(/<[^>]*>/, with: "") } == "required: [a-z], ;\nmaxlength: 8")
    }

    @Test("each part that the script replaces is on every page, and the script names it", arguments: PageSample.tools)
    func parts(_ sample: PageSample) {
        let ids = HTMLTag.all(in: sample.text).compactMap { $0["id"] }
        for part in PasswordRulesPart.allCases {
            #expect(ids.filter { $0 == part.rawValue }.count == 1)
            #expect(Script.passwordRules.text.contains("\"\(part.rawValue)\""))
        }
        #expect(ids.contains("rules-form") && Script.passwordRules.text.contains("\"rules-form\""))
    }

    @Test("messages about a field are announced, and their element exists before they do")
    func liveRegions() throws {
        let text = try #require(PageSample.tools.first).text
        let lines = HTMLTag.all(in: text).filter { $0["role"] == "status" }
        #expect(lines.map { $0["id"] } == ["rules-outcome", "password-outcome", "pattern-outcome"])
        #expect(text.contains("<p id=\"password-outcome\" class=\"outcome none\" role=\"status\"></p>"))
        #expect(text.contains(">Valid. iOS uses these rules.</p>"))
    }

    @Test("the outcome counts the findings and states what iOS does")
    func outcome() throws {
        let text = try #require(PageSample.tools.first { $0.name == "password-rules-mistakes" }).text
        #expect(text.contains("class=\"outcome bad\" role=\"status\">1 error, 1 warning, 3 notes. iOS ignores these rules.</p>"))
        #expect(text.contains("aria-invalid=\"true\""))
        #expect(text.contains("9 characters, one rule violated."))
        #expect(text.contains("data-code=\"too-long\""))
    }

    @Test("the script stores nothing, sends no request to another address, and inserts no text as markup")
    func script() {
        let script = Script.passwordRules.text
        for danger in [
            "innerHTML", "eval", "localStorage", "sessionStorage", "document.cookie", "http:", "https:", "insertAdjacent",
        ] {
            #expect(!script.contains(danger), "\(danger)")
        }
        #expect(script.contains("fetch(form.action"))
        #expect(PagePath.passwordRulesScript.text == "/assets/password-rules.\(Script.passwordRules.fingerprint).js")
    }

    @Test("a link to rules contains them completely")
    func link() {
        #expect(PagePath.passwordRules("required: [&#]; x").text == "/tools/password-rules?rules=required%3A%20%5B%26%23%5D%3B%20x")
    }
}
