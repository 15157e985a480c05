import Testing

@testable import PasswordManager

@Suite("Parsing work for a page")
struct PageWorkTests {
    /// Pages with many fields that provoke work for each pair of fields.
    static let manyFields: [(String, @Sendable (Int) -> String)] = [
        ("one form", { "<form>" + String(repeating: "<p><label>E-mail <input name=email></label>", count: $0) + "</form>" }),
        ("no form", { String(repeating: "<div>User name <input></div>", count: $0) }),
        ("passwords", { "<form>" + String(repeating: "<input type=password name=repeat>", count: $0) + "</form>" }),
        ("declared passwords", { String(repeating: "<input type=password autocomplete=current-password>", count: $0) + "sign up" }),
        (
            "declared addresses",
            { "<form action=/login>" + String(repeating: "<input autocomplete=email>", count: $0) + "<input type=password></form>" }
        ),
        ("codes", { "<form>one-time code " + String(repeating: "<input name=code>", count: $0) + "</form>" }),
        ("one label around all", { "<label>Name " + String(repeating: "<input>x ", count: $0) }),
        (
            "one label for all",
            {
                "<p id=a>" + String(repeating: "word ", count: 1_000) + "</p>"
                    + String(repeating: "<input aria-labelledby='a a a'>", count: $0)
            }
        ),
        (
            "labels for one",
            { String(repeating: "<label for=a>User name</label>", count: $0) + String(repeating: "<input id=a>", count: $0) }
        ),
        ("hidden fields", { String(repeating: "<input type=hidden name=a>", count: $0) + "<input>" }),
        ("forms", { String(repeating: "<h2>Log in</h2><form class=login><input><button>Go</button></form>", count: $0) }),
    ]

    /// Pages with many tags, texts and attributes that provoke work from each of them to the end or the beginning.
    static let manyTags: [(String, @Sendable (Int) -> String)] = [
        ("lone signs", { String(repeating: "< <", count: $0) }),
        ("comments", { String(repeating: "<!-- - -- --!x -->", count: $0) }),
        ("comments in one that never ends", { "<!--" + String(repeating: "<!-- --", count: $0) }),
        ("declarations", { String(repeating: "<!doctype <? </!", count: $0) }),
        ("tags that never end", { String(repeating: "<input name=", count: $0) }),
        ("quotation marks that never end", { String(repeating: "<input name=\"'", count: $0) }),
        ("attributes of one tag", { count in "<input" + (0..<count).map { " a\($0)=x" }.joined() + ">" }),
        ("the same attribute", { "<input" + String(repeating: " class=x", count: $0) + ">" }),
        ("end tags of nothing", { "<p>" + String(repeating: "</div></table></span>", count: $0) }),
        (
            "end tags within many elements",
            { String(repeating: "<div>", count: 900) + String(repeating: "</td></p></b></ul>", count: $0) }
        ),
        ("elements below many", { String(repeating: "<div>", count: 900) + String(repeating: "<span>x</span><i>", count: $0) }),
        ("scripts", { String(repeating: "<script></scrip</scripT></script>", count: $0) }),
        ("a script that never ends", { "<script><!--" + String(repeating: "<script></script", count: $0) }),
        ("titles that never end", { "<title>" + String(repeating: "<title></titl", count: $0) }),
        ("choices", { "<select>" + String(repeating: "<option>a<option value=b>", count: $0) }),
        ("words in a form", { "<form>" + String(repeating: "word<br>", count: $0) + "<input></form>" }),
        ("white space", { "<form><input>" + String(repeating: " \t\n ", count: $0) + "<input></form>" }),
        ("NUL and replacement characters", { String(repeating: "\0\u{FFFD}<p>\0</p>", count: $0) }),
    ]

    private struct Steps {
        var bytes: Int
        var fields: Int
        var tags: Int
        var reduction: Int
        var reading: Int
        var judging: Int

        init(_ html: String) throws {
            let html = Array(html.utf8)
            var work = ReadingWork()
            let page = try FormPage(html: html, &work)
            var meter = WorkMeter()
            fields = page.classify(&meter).count
            bytes = html.count
            (tags, reduction, reading, judging) = (work.tags.steps, work.reduction.steps, work.fields.steps, meter.steps)
        }
    }

    @Test("four times as many fields take each pass about four times as many steps", arguments: manyFields.indices)
    func fields(index: Int) throws {
        let (name, page) = Self.manyFields[index]
        let (few, many) = (try Steps(page(2_500)), try Steps(page(10_000)))
        #expect(many.fields >= 10_000)
        #expect(many.judging > 0)
        #expect(many.judging <= 5 * few.judging, "\(name): \(few) \(many)")
        expectLinearReading(few, many, name)
    }

    @Test("a page of four times the length takes each parsing pass about four times as many steps", arguments: manyTags.indices)
    func tags(index: Int) throws {
        let (name, page) = Self.manyTags[index]
        expectLinearReading(try Steps(page(5_000)), try Steps(page(20_000)), name)
    }

    /// Checks each pass separately, so that a nonlinear one cannot hide behind another.
    private func expectLinearReading(_ few: Steps, _ many: Steps, _ name: String) {
        #expect(many.tags >= many.bytes, "every byte is read and counted")
        #expect(many.tags <= 12 * many.bytes, "\(name): \(many)")
        #expect(many.tags <= 5 * few.tags, "\(name): \(few) \(many)")
        // A page without fields may have almost nothing left.
        #expect(many.reduction <= 5 * few.reduction + 1_000, "\(name): \(few) \(many)")
        #expect(many.reading <= 5 * few.reading + 10_000, "\(name): \(few) \(many)")
    }
}
