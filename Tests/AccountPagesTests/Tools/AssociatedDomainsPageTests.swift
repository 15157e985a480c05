import AccountPages
import Markup
import Testing

@Suite("The associated domains page")
struct AssociatedDomainsPageTests {
    private static func text(_ name: String) throws -> String {
        try #require(PageSample.domains.first { $0.name == name }).text
    }

    @Test("its form is posted to the same page with every part of the question", arguments: PageSample.domains)
    func form(_ sample: PageSample) {
        let forms = HTMLTag.elements("form", in: sample.text)
        #expect(forms.map { $0.first?["method"] } == ["post"])
        #expect(forms.map { $0.first?["action"] } == [PagePath.associatedDomains.text])
        #expect(forms.first?.compactMap { $0["name"] } == ["domain", "app-id", "service", "source", "link", "file"])
        let buttons = HTMLTag.all(in: sample.text).filter { $0.name == "button" && $0["form"] != nil }
        #expect(buttons.allSatisfy { $0["form"] == "domain-form" })
    }

    @Test("the answer precedes the question, and the question precedes the details")
    func order() throws {
        let text = try Self.text("associated-domains-found")
        let parts = [
            "id=\"verdict\"", "data-service=\"webcredentials\"", "id=\"link-verdict\"", "<form ", "id=\"site-file\"",
            "id=\"site-visits\"",
        ]
        let places = try parts.map { try #require(text.firstRange(of: $0), "\($0)").lowerBound }
        #expect(places == places.sorted())
    }

    @Test("the page keeps the entered text")
    func typed() throws {
        let text = try Self.text("associated-domains-rejected")
        let tags = HTMLTag.all(in: text)
        #expect(tags.first { $0["id"] == "domain" }?["value"] == "192.0.2.1")
        #expect(tags.first { $0["id"] == "app-id" }?["value"] == "com.example.shop")
        #expect(tags.first { $0["id"] == "link" }?["value"] == "buy/42")
        #expect(tags.filter { $0["selected"] != nil }.map { $0["value"] } == ["applinks", "network"])
        #expect(text.contains(">\n{</textarea>"))
    }

    @Test("a rejected question says so in the title, in a summary and at each field, and unfolds a folded field")
    func rejected() throws {
        let text = try Self.text("associated-domains-rejected")
        let tags = HTMLTag.all(in: text)
        #expect(text.contains("<title>Error: Associated domains"))
        #expect(tags.filter { $0["aria-invalid"] == "true" }.map { $0["id"] } == ["domain", "app-id", "link", "file"])
        #expect(tags.first { $0["class"] == "paste" }?["open"] != nil)
        #expect(!text.contains("id=\"verdict\""))
        #expect(HTMLTag.all(in: try Self.text("associated-domains")).allSatisfy { $0["open"] == nil })
    }

    @Test("a finding links to its line only if the line is shown")
    func lines() throws {
        let text = try Self.text("associated-domains-found")
        #expect(text.contains("<a href=\"#site-line-4\">line 4</a>, column 18"))
        #expect(text.contains("<a href=\"#site-line-40\">line 40</a>, column 7"))
        #expect(text.contains("line 6") && !text.contains("#site-line-6"))
        #expect(text.contains("34 lines omitted") && text.contains("1 line omitted"))
    }

    @Test("a line is its text with nothing between the pieces")
    func pieces() throws {
        let text = try Self.text("associated-domains-found")
        #expect(
            text.contains(
                "<code>      &quot;appIDs&quot;: [<mark class=\"error\">&quot;com.example.shop&quot;</mark>],<mark class=\"info place\"></mark></code>"
            ))
    }

    @Test("a link to a question contains all of it except the text of a file")
    func link() {
        let question = DomainQuestion(
            domain: "a.example", file: "{}", appID: "ABCDE12345.x", service: .applinks, link: "https://a.example/?b&c",
            source: .both)
        #expect(
            PagePath.associatedDomains(question).text
                == "/tools/associated-domains?domain=a.example&app-id=ABCDE12345.x&service=applinks&link=https%3A%2F%2Fa.example%2F%3Fb%26c&source=both"
        )
        #expect(PagePath.associatedDomains(DomainQuestion()) == PagePath.associatedDomains)
    }
}
