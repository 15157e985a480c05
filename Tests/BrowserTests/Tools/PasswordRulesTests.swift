import AccountServer
import Accounts
import Chromium
import Testing

extension InBrowser {
    @Suite("The tool for password rules in a browser")
    struct PasswordRulesTests {
        private static let path = "/tools/password-rules"

        @Test("with script, the result follows the typed text without submitting")
        func instant() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open(Self.path)
                #expect(try await anna.page.text("#rules-outcome") == "Valid. iOS uses these rules.")

                try await anna.page.fill("#rules", "required: [a-z]; minlength: 0; maxlength: 8")
                try await anna.waitForOutcome("2 warnings, 1 note. iOS ignores these rules.")
                #expect(try await anna.marks == ["-", "0"])
                #expect(try await anna.page.value("#rules") == "required: [a-z]; minlength: 0; maxlength: 8")
                #expect(try await anna.codes.prefix(2) == ["misplaced-dash", "zero-ignored"])
                #expect(try await anna.page.text("#rules-result").contains("Raise maxlength to 12 or more."))
                #expect(try await anna.path == Self.path, "no navigation")
            }
        }

        @Test("caret, selection and focus stay while the result arrives, and the highlighted text follows immediately")
        func caret() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open(Self.path)
                try await anna.page.fill("#rules", "minlength: 0; maxlength: 64")
                try await anna.waitForOutcome("1 warning. iOS uses these rules.")
                // In the middle of the text, before the highlighted part.
                try await anna.page.evaluate("document.querySelector('#rules').setSelectionRange(9, 9)")
                for text in ["9", "9"] { try await anna.page.type(text) }
                let marked = "document.querySelector('#rules-marked').textContent"
                #expect(try await anna.page.evaluate(marked).string == "minlength99: 0; maxlength: 64", "before there is an answer")
                try await anna.waitForOutcome("2 errors. No rules remain.")
                #expect(try await anna.caret == [11, 11])
                #expect(try await anna.focus == "rules")
                #expect(try await anna.page.attribute("aria-invalid", of: "#rules") == "true")
                try await anna.page.press(.backspace)
                try await anna.page.press(.backspace)
                try await anna.waitForOutcome("1 warning. iOS uses these rules.")
                #expect(try await anna.caret == [9, 9])
                #expect(try await anna.page.attribute("aria-invalid", of: "#rules") == nil)
            }
        }

        @Test("the highlights are exactly below the letters of the field")
        func alignment() async throws {
            try await Scene.run { scene in
                for size in [PageSize.desktop, .phone] {
                    let anna = try await scene.newVisitor(size: size)
                    try await anna.open(Self.path)
                    try await anna.page.fill("#rules", String(repeating: "required: upper;\n\n", count: 9) + "minlength: 0")
                    try await anna.waitForOutcome("1 warning, 9 notes", orBeginning: true)
                    let differences = try await anna.page.evaluate(
                        """
                        (() => {
                            const [field, marked] = ["rules", "rules-marked"].map(id => document.getElementById(id))
                            const [a, b] = [field, marked].map(e => getComputedStyle(e))
                            const same = ["fontFamily", "fontSize", "lineHeight", "letterSpacing", "paddingTop", "paddingLeft", "borderTopWidth",
                                "borderLeftWidth", "whiteSpace", "overflowWrap", "width", "tabSize", "textIndent", "wordSpacing"]
                            return same.filter(name => a[name] !== b[name]).concat(field.scrollHeight > field.clientHeight ? ["scrolls"] : [])
                        })()
                        """)
                    #expect(differences == [])
                }
            }
        }

        @Test("a password is checked immediately, stays in its field, and appears nowhere else", arguments: [true, false])
        func password(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path)
                try await anna.page.fill("#rules", "required: digit; allowed: lower, [-]; minlength: 20;")
                try await anna.page.fill("#password", "velvet-otter")
                if script {
                    try await anna.wait(for: "#password-outcome", toSay: "12 characters, 2 rules violated.")
                    #expect(try await anna.page.value("#password") == "velvet-otter")
                    #expect(try await anna.focus == "password")
                } else {
                    try await anna.submit()
                    #expect(try await anna.page.value("#password") == "", "the password is not sent back")
                }
                #expect(try await anna.page.text("#password-outcome") == "12 characters, 2 rules violated.")
                #expect(try await anna.codes == ["missing-required", "too-short"])
                #expect(try await anna.path == Self.path, "the address does not contain it")
                let markup = try await anna.page.evaluate("document.documentElement.outerHTML").string
                #expect(markup?.contains("velvet-otter") == false)
                #expect(try await anna.page.cookies.isEmpty)
            }
        }

        @Test("without script, the form is submitted, and everything but the password returns", arguments: [true, false])
        func withoutScript(onPhone: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: false, size: onPhone ? .phone : .desktop)
                try await anna.open(Self.path)
                try await anna.page.fill("#rules", "required: [a-z];\nminlength: 12")
                try await anna.page.fill("#pattern", "(?=.*\\d).{8,20}")
                try await anna.submit()
                #expect(anna.page.status == 200)
                #expect(try await anna.page.value("#rules") == "required: [a-z];\nminlength: 12")
                #expect(try await anna.page.value("#pattern") == "(?=.*\\d).{8,20}")
                #expect(try await anna.page.text("#rules-outcome").hasPrefix("1 warning"))
                #expect(try await anna.marks == ["-"])
                #expect(try await anna.page.count(".samples li") == 20)
                #expect(try await anna.page.text("#pattern-detail code") == "required: digit; minlength: 8; maxlength: 20;")
                try await anna.follow("#pattern-detail a")
                #expect(try await anna.page.value("#rules") == "required: digit; minlength: 8; maxlength: 20;")
                try await anna.follow("#make-others")
                #expect(try await anna.page.value("#rules") == "required: digit; minlength: 8; maxlength: 20;")
            }
        }

        @Test("example rules are one click away", arguments: [true, false])
        func examples(script: Bool) async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor(script: script)
                try await anna.open(Self.path)
                #expect(try await anna.page.text(".examples").contains("Too short for iOS"))
                if script {
                    try await anna.page.click(".examples li:nth-child(3) a")
                    try await anna.waitForOutcome("Valid. iOS ignores these rules.")
                    #expect(try await anna.focus == "rules")
                    #expect(try await anna.path == Self.path)
                } else {
                    try await anna.follow(".examples li:nth-child(3) a")
                    #expect(try await anna.path.hasPrefix("\(Self.path)?rules="))
                }
                #expect(try await anna.page.value("#rules") == "required: digit; allowed: lower; maxlength: 8;")
                #expect(try await anna.page.count("[data-honored=false]") == 1)
            }
        }

        @Test("a button shows new sample passwords and keeps the focus; checking a password keeps the samples")
        func samples() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open(Self.path)
                let before = try await anna.page.text(".samples")
                try await anna.page.fill("#password", "velvet")
                try await anna.wait(for: "#password-outcome", toSay: "6 characters, one rule violated.")
                #expect(try await anna.page.text(".samples") == before)
                try await anna.page.evaluate(
                    """
                    document.getElementById("make-others").focus()
                    window.others = new Promise(done => {
                        new MutationObserver(() => done()).observe(document.getElementById("rules-result"), { childList: true })
                    })
                    0
                    """)
                try await anna.page.press(.enter)
                try await anna.page.evaluate("window.others")
                #expect(try await anna.page.text(".samples") != before)
                #expect(try await anna.focus == "make-others")
            }
        }

        @Test("results appear in live regions, whose elements stay the same")
        func liveRegions() async throws {
            try await Scene.run { scene in
                let anna = try await scene.newVisitor()
                try await anna.open(Self.path)
                try await anna.page.evaluate("window.lines = [...document.querySelectorAll('[role=status]')]")
                try await anna.page.fill("#rules", "minlength: 0")
                try await anna.waitForOutcome("1 warning. No rules remain.")
                let same = "lines.length === 3 && lines.every((e, i) => e === document.querySelectorAll('[role=status]')[i])"
                #expect(try await anna.page.evaluate(same).boolean == true)
            }
        }

        @Test("after the rate limit is reached, the page says so, and continues automatically")
        func throttled() async throws {
            let budget = try #require(Budget(burst: 2, refill: 1, per: .seconds(3_600)))
            let browser = try #require(SharedBrowser.current)
            // The browser reports a 429 response, so this is not a scene.
            try await AccountSite.run(adjust: { $0.throttles.toolRequestsPerAddress = budget }) { site in
                let anna = Visitor(page: try await browser.newPage(), origin: site.origin)
                try await anna.open(Self.path)
                try await anna.page.fill("#rules", "minlength: 0")
                try await anna.waitForOutcome("1 warning. No rules remain.")
                try await anna.page.fill("#rules", "minlength: 12")
                try await anna.waitForOutcome("No response. Retrying in 3600 seconds.")
                site.clock.advance(by: .seconds(3_600))
                try await anna.page.fill("#rules", "minlength: 13")
                try await anna.waitForOutcome("Valid. iOS uses these rules.")
                try await anna.page.close()
            }
        }
    }
}

extension Visitor {
    /// The underlined parts of the rules.
    fileprivate var marks: [String] {
        get async throws {
            let found = try await page.evaluate("[...document.querySelectorAll('#rules-marked mark')].map(e => e.textContent)")
            return found.array?.compactMap(\.string) ?? []
        }
    }

    /// The start and end of the selection in the rules field.
    fileprivate var caret: [Double] {
        get async throws {
            let found = try await page.evaluate("(e => [e.selectionStart, e.selectionEnd])(document.getElementById('rules'))")
            return found.array?.compactMap(\.number) ?? []
        }
    }

    fileprivate func waitForOutcome(_ text: String, orBeginning: Bool = false) async throws {
        try await wait(for: "#rules-outcome", toSay: text, orBegin: orBeginning)
    }

    /// Waits until the element has this text. The page's own change ends the wait, without polling.
    fileprivate func wait(for selector: String, toSay text: String, orBegin: Bool = false) async throws {
        try await page.evaluate(
            """
            new Promise(done => {
                const line = document.querySelector("\(selector)")
                const look = () => {
                    if (\(orBegin) ? line.textContent.startsWith("\(text)") : line.textContent === "\(text)") done()
                }
                new MutationObserver(look).observe(line, { childList: true, characterData: true, subtree: true })
                look()
            })
            """)
    }
}
