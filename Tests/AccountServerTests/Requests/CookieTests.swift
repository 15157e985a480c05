import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Cookies")
struct CookieTests {
    @Test(
        "a cookie is found among others, even if those are malformed",
        arguments: [
            "__Host-s=abc", "a=1; __Host-s=abc", "__Host-s=abc; a=1", "a=1;__Host-s=abc;b",
            "junk; =; ;;a=\"x y\"; __Host-s=abc; a=2; a=3",
            "__host-s=no; __Host-s=abc; __Host-s2=no", "x=__Host-s=no; __Host-s=abc", "ä=1; __Host-s=abc",
        ])
    func found(header: String) throws {
        #expect(try IncomingRequest.get([.cookie: header]).cookie("__Host-s") == "abc")
    }

    @Test("a duplicate cookie is rejected, in one field or two, with equal values or not", arguments: ["abc", "other", ""])
    func twice(value: String) {
        for headers in [
            HTTPFields(pairs: [(.cookie, "__Host-s=abc; a=1; __Host-s=\(value)")]),
            HTTPFields(pairs: [(.cookie, "__Host-s=abc"), (.cookie, "__Host-s=\(value)")]),
        ] {
            let rejection = #expect(throws: Problem.self) { try headers.cookie("__Host-s") }
            #expect(rejection?.code == .badRequest)
        }
    }

    @Test("a malformed value of a cookie is rejected", arguments: ["a b", "\"a\"", "a,b", "a\\b", "ä"])
    func malformed(value: String) throws {
        #expect(throws: Problem.self) { try HTTPFields(pairs: [(.cookie, "s=\(value)")]).cookie("s") }
        #expect(try HTTPFields(pairs: [(.cookie, "t=\(value); s=ab")]).cookie("s") == "ab")
    }

    @Test("a missing cookie is nil, and an empty one is empty")
    func absent() throws {
        #expect(try HTTPFields().cookie("s") == nil)
        #expect(try HTTPFields(pairs: [(.cookie, "t=1")]).cookie("s") == nil)
        #expect(try HTTPFields(pairs: [(.cookie, "s=")]).cookie("s") == "")
        #expect(try HTTPFields(pairs: [(.cookie, "s")]).cookie("s") == nil)
    }
}
