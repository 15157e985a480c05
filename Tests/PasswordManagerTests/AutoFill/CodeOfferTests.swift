import OneTimeCodes
import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("One-time codes of messages")
struct CodeOfferTests {
    private static let bound = "Your code is 111111.\n\n@example.com #111111"
    private static let free = "Your code is 222222."

    private func codeScreen(_ place: InputPlace) -> InputScreen {
        InputScreen(place, fields: [field("code", .oneTimeCode), field("user", .username), field("other", .other)])
    }

    private func offered(_ messages: [(String, Double)], at place: InputPlace, now: Double = 10) throws -> [String] {
        var shelf = RecentCodes()
        for (message, seconds) in messages { shelf.receive(message, at: at(seconds)) }
        return try Bench().bar("code", on: codeScreen(place), codes: shelf, at: at(now))?.codes.map(\.code.code) ?? []
    }

    @Test("codes bound to the place come first, newest first, even before newer free codes")
    func order() throws {
        let older = "Code 333333\n@example.com #333333"
        #expect(
            try offered([(older, 0), (Self.bound, 1), (Self.free, 2)], at: .app(app())) == ["111111", "333333", "222222"])
    }

    @Test("a code that arrives twice is offered once, as the newer one, and a bound one beside a free one")
    func twice() throws {
        var shelf = RecentCodes()
        let messages = [Self.bound, Self.free, Self.free, Self.bound, "Your code is 111111."]
        for (second, message) in messages.enumerated() { shelf.receive(message, at: at(Double(second))) }
        let codes = try #require(try Bench().bar("code", on: codeScreen(.app(app())), codes: shelf, at: at(10))).codes
        #expect(codes.map(\.code.code) == ["111111", "111111", "222222"])
        #expect(codes.map(\.code.receivedAt) == [at(3), at(4), at(2)])
    }

    @Test("removed codes are not offered")
    func removal() throws {
        var shelf = RecentCodes()
        let received = shelf.receive(Self.bound, at: at(0))
        let removed = try #require(received)
        shelf.receive(Self.free, at: at(0))
        shelf.remove([removed])
        #expect(shelf.codes.map(\.code) == ["222222"])
    }

    @Test("a bound code is offered only to associated apps and on the exact host")
    func boundCode() throws {
        for place in [InputPlace.app(try app()), try page("https://example.com")] {
            #expect(try offered([(Self.bound, 0)], at: place) == ["111111"])
        }
        for place in [
            InputPlace.app(try app("other")), try page("https://www.example.com"), try page("https://example.com.evil.test"),
            try page("http://example.com"), try page("https://example.com", in: ["https://evil.test"]),
        ] {
            #expect(try offered([(Self.bound, 0)], at: place) == [])
        }
    }

    @Test("a code that is bound to a local host name is offered there without https, and nowhere else")
    func localHost() throws {
        let message = "Code 555555\n@localhost #555555"
        #expect(try offered([(message, 0)], at: page("http://localhost:8080")) == ["555555"])
        #expect(try offered([("Code 666666\n@shop.localhost #666666", 0)], at: page("http://shop.localhost")) == ["666666"])
        for address in ["http://shop.localhost", "http://127.0.0.1:8080", "http://localhost.evil.test", "http://evil-localhost"] {
            #expect(try offered([(message, 0)], at: page(address)) == [], "\(address)")
        }
    }

    @Test("a code for a frame is offered only in that frame within that page, and never to an app")
    func frames() throws {
        let message = "Code 444444\n@shop.example #444444 %example.com"
        #expect(try offered([(message, 0)], at: page("https://example.com", in: ["https://shop.example"])) == ["444444"])
        #expect(try offered([(message, 0)], at: page("https://shop.example")) == [])
        #expect(try offered([(message, 0)], at: page("https://example.com")) == [])
        #expect(try offered([("x\n@example.com #444444 %pay.example", 0)], at: .app(app())) == [])
    }

    @Test("a code in free text is offered to any field for codes")
    func freeCode() throws {
        for place in [InputPlace.app(try app("other")), try page("https://evil.test")] {
            #expect(try offered([(Self.free, 0)], at: place) == ["222222"])
        }
    }

    @Test("a code is offered for three minutes", arguments: [(0, true), (179.9, true), (180, false), (-1, false)])
    func lifetime(now: Double, isOffered: Bool) throws {
        for message in [Self.bound, Self.free] {
            #expect(try !offered([(message, 0)], at: .app(app()), now: now).isEmpty == isOffered)
        }
    }

    @Test("only code fields receive codes")
    func rightField() throws {
        var shelf = RecentCodes()
        shelf.receive(Self.free, at: at(0))
        let bench = try Bench()
        let screen = codeScreen(.app(try app()))
        #expect(try bench.bar("user", on: screen, codes: shelf, at: at(1)) == nil)
        #expect(try bench.bar("other", on: screen, codes: shelf, at: at(1)) == nil)
        let suggestion = try #require(try bench.bar("code", on: screen, codes: shelf, at: at(1))?.codes.first)
        func fill(_ name: String, _ screen: InputScreen, _ now: Double, _ shelf: RecentCodes) -> [FillEffect] {
            bench.autoFill.fill(suggestion, into: FieldID(rawValue: name), on: screen, codes: shelf, at: at(now))
        }
        #expect(fill("user", screen, 2, shelf) == [])
        #expect(fill("code", codeScreen(.app(try app("other"))), 2, shelf) == [])
        #expect(fill("code", screen, 180, shelf) == [])
        #expect(fill("code", screen, 2, RecentCodes()) == [])
        let code = FieldID(rawValue: "code")
        #expect(
            fill("code", screen, 2, shelf) == [.makeFirstResponder(code), .setText(code, PrivateText("222222"))])
    }

    @Test("messages without a code are ignored, and only the last sixteen codes are kept")
    func capacity() throws {
        var shelf = RecentCodes()
        #expect(shelf.receive("See you at eight", at: at(0)) == nil)
        #expect(shelf.codes.isEmpty)
        for number in 0..<40 { shelf.receive("Your code is \(100_000 + number)", at: at(0)) }
        #expect(shelf.codes.map(\.code) == (24..<40).map { "\(100_000 + $0)" })
        shelf.clear()
        #expect(shelf.codes.isEmpty)
    }
}
