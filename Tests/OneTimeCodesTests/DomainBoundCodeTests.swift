import OneTimeCodes
import TestKit
import Testing

@Suite("Domain-bound codes")
struct DomainBoundCodeTests {
    @Test(
        "the last line binds the code to a site and its frame",
        arguments: [
            ("747723 is your code.\n\n@example.com #747723", "example.com", "747723", nil),
            ("@example.com #123456 %iframe-auth.example.org", "example.com", "123456", "iframe-auth.example.org"),
            ("@example.com #123456 @login.example", "example.com", "123456", "login.example"),
            ("text\r\n@Example.COM #a", "example.com", "a", nil),
            ("text\r@example.com #a", "example.com", "a", nil), ("@example.com #1 %bad/host", "example.com", "1", nil),
            ("@example.com #1 % other.com", "example.com", "1", nil), ("@example.com #1 $future", "example.com", "1", nil),
            ("@example.com #1 %a.com %b.com", "example.com", "1", "a.com"), ("@example.com #1\tx", "example.com", "1", nil),
            ("@example.com ##", "example.com", "#", nil),
        ])
    func reading(message: String, host: String, code: String, embedded: String?) throws {
        let read = try #require(DomainBoundCode(message: message))
        #expect(read.host.text == host)
        #expect(read.code == code)
        #expect(read.embeddedHost?.text == embedded)
    }

    @Test(
        "a malformed line binds nothing",
        arguments: [
            "", "@", "@example.com", "@example.com ", "@example.com #", "@example.com  #1", "@example.com\t#1",
            "@example.com #\u{20}1", " @example.com #1", "x @example.com #1",
            "@example.com 1", "#1 @example.com", "@https://example.com #1", "@example.com:443 #1", "@example.com/ #1",
            "@user@example.com #1", "@example..com #1", "@.com #1",
            "@exam\u{0}ple.com #1", "@example.com #1\n", "@example.com #1\nmore", "@\u{A0}.com #1",
            "@" + String(repeating: "a", count: 300) + ".com #1",
        ])
    func rejections(message: String) {
        #expect(DomainBoundCode(message: message) == nil)
    }

    @Test("a message over 64 KiB is ignored, and one at the limit is parsed")
    func longMessages() {
        let line = "\n@example.com #1"
        let padding = String(repeating: "x", count: DomainBoundCode.longestMessage - line.utf8.count)
        #expect(DomainBoundCode(message: padding + line) != nil)
        #expect(DomainBoundCode(message: "x" + padding + line) == nil)
    }

    @Test("a composed message survives a round trip, with either mark")
    func composing() throws {
        let host = try #require(CodeHost("Example.com"))
        let frame = try #require(CodeHost("login.example"))
        let code = try #require(DomainBoundCode("123456", for: host, embeddedIn: frame))
        #expect(code.message("123456 is your code.\n") == "123456 is your code.\n\n@example.com #123456 %login.example")
        for mark in DomainBoundCode.EmbeddedMark.allCases {
            #expect(DomainBoundCode(message: code.message("Hello", mark: mark)) == code)
        }
        let plain = try #require(DomainBoundCode("123456", for: host))
        #expect(plain.message("") == "@example.com #123456")
    }

    @Test("a code that would not survive a round trip is not composed", arguments: ["", "12 34", "12\n34", "12\u{0}"])
    func composingRejections(code: String) throws {
        let host = try #require(CodeHost("example.com"))
        #expect(DomainBoundCode(code, for: host) == nil)
        #expect(DomainBoundCode("1", for: try #require(CodeHost("münchen.de"))) == nil)
    }

    @Test("random messages never halt, and a parsed code survives a round trip")
    func randomMessages() {
        var generator = SeededGenerator(seed: 21)
        let pieces = [
            "@", "#", "%", " ", "\n", "\r\n", "example.com", "a", "123456", ".", "é", "\u{0}", "\t", "/", ":", "🤷",
            "@example.com #1", "xn--",
        ]
        var read = 0
        for _ in 0..<20_000 {
            let message = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in pieces.randomElement(using: &generator) }
                .joined()
            guard let code = DomainBoundCode(message: message) else { continue }
            read += 1
            guard let composed = DomainBoundCode(code.code, for: code.host, embeddedIn: code.embeddedHost) else { continue }
            if DomainBoundCode(message: composed.message("x")) != composed { Issue.record("\(message.debugDescription)") }
        }
        #expect(read > 500)
    }
}

@Suite("Matching codes with documents")
struct CodeMatchingTests {
    /// `example.com` and `other.com` are sites with subdomains. `github.io` is a public suffix.
    private static let rule = PublicSuffixRule { host in
        let labels = host.split(separator: ".")
        let size = host.hasSuffix("github.io") ? 3 : 2
        return labels.count < size ? nil : labels.suffix(size).joined(separator: ".")
    }

    private func match(_ line: String, _ document: String, in ancestors: String..., rule: PublicSuffixRule = rule) throws
        -> CodeMatch
    {
        let code = try #require(DomainBoundCode(message: line))
        return code.match(
            try #require(WebOrigin(document)), ancestors: try ancestors.map { try #require(WebOrigin($0)) }, rule: rule)
    }

    @Test(
        "a page is offered codes of its origin, and codes of its site with both domains shown",
        arguments: [
            ("@example.com #1", "https://example.com", CodeMatch.origin), ("@example.com #1", "https://example.com:443", .origin),
            ("@example.com #1", "https://www.example.com", .site), ("@www.example.com #1", "https://example.com", .site),
            ("@example.com #1", "https://example.com:8443", .site), ("@example.com #1", "http://example.com", .none),
            ("@example.com #1", "https://other.com", .none),
            ("@example.com #1", "https://badexample.com", .none), ("@a.github.io #1", "https://b.github.io", .none),
            ("@a.github.io #1", "https://a.github.io", .origin),
            ("@example.com #1 %other.com", "https://example.com", .none), ("@github.io #1", "https://github.io", .origin),
            ("@github.io #1", "https://a.github.io", .none),
        ])
    func pages(line: String, document: String, expected: CodeMatch) throws {
        #expect(try match(line, document) == expected)
    }

    @Test("a frame is offered codes that name its site and the page's, if all frames between belong to the two")
    func frames() throws {
        let line = "@example.com #1 %other.com"
        #expect(try match(line, "https://other.com", in: "https://example.com") == .origin)
        #expect(try match(line, "https://www.other.com", in: "https://example.com") == .site)
        #expect(try match(line, "https://other.com", in: "https://www.example.com") == .site)
        #expect(
            try match(line, "https://other.com", in: "https://www.other.com", "https://www.example.com", "https://example.com")
                == .origin)
        #expect(try match(line, "https://other.com", in: "https://third.com", "https://example.com") == .none)
        #expect(try match(line, "https://other.com", in: "https://third.com") == .none)
        #expect(try match(line, "https://third.com", in: "https://example.com") == .none)
        #expect(try match(line, "http://other.com", in: "https://example.com") == .none)
        #expect(try match("@example.com #1", "https://other.com", in: "https://example.com") == .none)
        #expect(try match("@example.com #1", "https://example.com", in: "https://example.com") == .none)
    }

    @Test("without a list each host is a separate site")
    func exactHosts() throws {
        #expect(try match("@example.com #1", "https://example.com", rule: .exactHosts) == .origin)
        #expect(try match("@example.com #1", "https://www.example.com", rule: .exactHosts) == .none)
    }

    @Test(
        "a malformed origin is rejected",
        arguments: ["", "example.com", "https://", "https://a.com/path", "https://a.com:x", "https://a.com:1:2", "https://u@a.com"])
    func origins(text: String) {
        #expect(WebOrigin(text) == nil)
    }
}
