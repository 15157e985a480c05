import AccountPages
import Markup
import Testing

@Suite("The passkey page")
struct PasskeyToolPageTests {
    private static func text(_ name: String) throws -> String {
        try #require(PageSample.passkeyTool.first { $0.name == name }).text
    }

    /// The bytes of the first part by color class.
    private static func bytes(_ text: String) -> [(style: String, bytes: String)] {
        let dump = text.firstMatch(of: /<p class="bytes"><code>(.*?)<\/code>/).map { String($0.1) } ?? ""
        return dump.matches(of: /<span class="([^"]*)">([^<]*)<\/span>/).map { (String($0.1), String($0.2)) }
    }

    @Test("its form is posted to the same page with every part of the question", arguments: PageSample.passkeyTool)
    func form(_ sample: PageSample) {
        let forms = HTMLTag.elements("form", in: sample.text)
        #expect(forms.map { $0.first?["method"] } == ["post"])
        #expect(forms.map { $0.first?["action"] } == [PagePath.passkeyTool.text])
        #expect(
            forms.first?.compactMap { $0["name"] } == [
                "response", "rp-id", "origin", "challenge", "public-key", "user-verification",
            ])
        let buttons = HTMLTag.all(in: sample.text).filter { $0.name == "button" && $0["form"] != nil }
        #expect(buttons.allSatisfy { $0["form"] == "passkey-form" })
    }

    @Test("the page keeps the entered values")
    func typed() throws {
        let text = try Self.text("passkey-tool-valid")
        let tags = HTMLTag.all(in: text)
        for (id, value) in [
            ("rp-id", "example.com"), ("origin", "https://example.com"), ("challenge", "AAEC"), ("public-key", "pQEC"),
        ] {
            #expect(tags.first { $0["id"] == id }?["value"] == value)
        }
        #expect(tags.filter { $0["selected"] != nil }.map { $0["value"] } == ["required"])
        #expect(text.contains(">\n{&quot;response&quot;:\n{}}</textarea>"))
    }

    @Test("each field has the color of its bytes, and bytes of the structure have none")
    func colors() throws {
        let text = try Self.text("passkey-tool-valid")
        let colors = (0..<9).map { "hue-\($0 % 6 + 1)" }
        #expect(Self.bytes(text).map(\.style) == ["plain"] + colors)
        #expect(Self.bytes(text).map(\.bytes).prefix(3) == ["00 01 02 03 ", "04 ", "05 "])
        #expect(Self.bytes(text).map(\.bytes).joined().split(separator: " ").count == 20)
        let names = text.matches(of: /<code class="(hue-[0-9])">([^<]*)<\/code> <span class="place">([^<]*)</)
        #expect(names.map { String($0.1) } == colors)
        #expect(names.map { String($0.2) }.suffix(3) == ["field-6", "long", "none"])
        #expect(names.map { String($0.3) }.suffix(3) == ["byte 10", "bytes 11 to 19", "empty"])
        #expect(text.contains("<code>signature</code> <span class=\"size\">1 byte</span>"))
    }

    @Test("the bytes from a fault on are marked, and a fault after the last byte marks none")
    func fault() throws {
        let text = try Self.text("passkey-tool-rejected")
        #expect(Self.bytes(text).map(\.style) == ["plain", "fault"])
        #expect(Self.bytes(text).map(\.bytes) == ["a3 ", "63 66 "])
        #expect(text.contains("<span class=\"plain\">7b </span></code>"))
    }
}
