import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Testing

@testable import AccountServer

@Suite("Content of requests")
struct ContentTests {
    struct Credentials: JSONReadable, Equatable {
        let username: String
        let password: String

        init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
            username = try object.string("username")
            password = try object.string("password")
        }
    }

    static let json = #"{"username":"ada","password":"x"}"#

    @Test(
        "JSON and forms are accepted with their own type",
        arguments: [
            "application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8",
            #"application/json ; charset="utf-8" "#,
        ])
    func jsonTypes(type: String) async throws {
        #expect(try await IncomingRequest.post(Self.json, type: type).json(Credentials.self).username == "ada")
        let form = type.lowercased().replacing("application/json", with: "application/x-www-form-urlencoded")
        #expect(try await IncomingRequest.post("username=ada", type: form).form(["username"])["username"] == "ada")
    }

    @Test(
        "JSON and forms with another type are rejected",
        arguments: [
            nil, "", "text/plain", "application/json+x", "application/problem+json", "application/jsonx", "application/json;",
            "application/json; charset=latin1", "application/json; charset=utf-8; charset=utf-8", "application/json; boundary=x",
            "application/json, application/json", "application/\u{212A}son", "multipart/form-data; boundary=x", "*/*",
        ])
    func otherTypes(type: String?) async {
        let asJSON = await problem { try await IncomingRequest.post(Self.json, type: type).json(Credentials.self) }
        #expect(asJSON?.code == .unsupportedMediaType)
        #expect(asJSON?.headers[.accept] == "application/json")
        let form = type?.replacing("application/json", with: "application/x-www-form-urlencoded")
        let asForm = await problem { try await IncomingRequest.post("username=ada", type: form).form(["username"]) }
        #expect(asForm?.code == .unsupportedMediaType)
    }

    @Test("two types are rejected even if both are valid")
    func twoTypes() async {
        let twice = HTTPFields(pairs: [(.contentType, "application/json"), (.contentType, "application/json")])
        let body = IncomingRequest.post(Self.json, type: "application/json").body
        let rejection = await problem {
            try await IncomingRequest(method: .post, headers: twice, body: body).json(Credentials.self)
        }
        #expect(rejection?.code == .unsupportedMediaType)
    }

    @Test(
        "JSON that lenient parsers repair is rejected with a pointer",
        arguments: [
            (#"{"username":"ada","password":"x","password":"y"}"#, "", "duplicate-member"),
            (#"{"username":"ada","password":"x"} "x""#, "", "trailing-content"),
            (#"{"username":"ada"}"#, "/password", "missing-member"),
            (#"{"username":"ada","password":null}"#, "/password", "wrong-type"),
            (#"{"username":"ada","password":"x","admin/x":true}"#, "/admin~1x", "unknown-member"),
            (#"["ada"]"#, "", "wrong-type"), ("", "", "unexpected-end"),
            (#"{"username":"ada","password":"\uD800"}"#, "", "lone-surrogate"),
            (#"{"username":[[[[[[[[[]]]]]]]]],"password":"x"}"#, "", "too-deep"),
        ])
    func rejectedJSON(text: String, pointer: String, code: String) async {
        let rejection = await problem { try await IncomingRequest.post(text, type: "application/json").json(Credentials.self) }
        #expect(rejection?.code == .malformedJSON)
        guard case .pointer(let found)? = rejection?.errors.first?.place else {
            Issue.record("no pointer")
            return
        }
        #expect(found.text == pointer)
        #expect(rejection?.errors.first?.code == code)
    }

    @Test("a string that is not UTF-8 is rejected, not repaired")
    func invalidUTF8() async {
        let bytes = Array(#"{"username":"ada","password":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        let rejection = await problem { try await IncomingRequest.post(bytes, type: "application/json").json(Credentials.self) }
        #expect(rejection?.errors.first?.code == "invalid-utf8")
        #expect(rejection?.status == .badRequest)
    }

    @Test("unknown, duplicate and malformed fields of a form are rejected by name")
    func rejectedForms() async {
        func rejection(_ text: String) async -> Problem? {
            await problem { try await IncomingRequest.post(text, type: "application/x-www-form-urlencoded").form(["a", "b"]) }
        }
        #expect(await rejection("a=1&b=2") == nil)
        #expect(await rejection("a=1&c=2&d=3")?.errors.map(\.place) == [.field("c"), .field("d")])
        #expect(await rejection("a=1&a=2")?.errors.map(\.code) == ["duplicate-field"])
        #expect(await rejection("a=%ZZ")?.code == .malformedForm)
        #expect(await rejection("a=%FF")?.errors.map(\.code) == ["invalid-utf8"])
    }

    @Test("a body at the limit is accepted, and one more byte is rejected, declared or not")
    func sizes() async throws {
        for declares in [true, false] {
            func read(_ count: Int) async throws -> Int {
                let headers: HTTPFields = declares ? [.contentLength: String(count)] : [:]
                let bytes = [UInt8](repeating: 0x20, count: count)
                return try await IncomingRequest.post(bytes, type: nil, headers: headers).body.bytes().count
            }
            #expect(try await read(65_536) == 65_536)
            #expect(await problem { try await read(65_537) }?.code == .contentTooLarge)
        }
    }

    @Test("a body that is declared too large is rejected before it is received")
    func declaredSize() async {
        let endless = AsyncStream<ByteBuffer> { _ in }
        for length in ["65537", "99999999999999999999999999"] {
            let body = IncomingBody(RequestBody(asyncSequence: endless), headers: [.contentLength: length])
            #expect(await problem { try await body.bytes() }?.code == .contentTooLarge)
        }
    }

    @Test(
        "a declared length that is malformed, duplicate or wrong is rejected",
        arguments: ["-1", "+3", "3x", "", "3 3", "2", "4", "0x3"])
    func wrongLength(length: String) async throws {
        #expect(try await IncomingRequest.post("abc", type: nil, headers: [.contentLength: "3"]).body.bytes().count == 3)
        let rejection = await problem {
            try await IncomingRequest.post("abc", type: nil, headers: [.contentLength: length]).body.bytes()
        }
        #expect(rejection?.code == .badRequest)
        let twice = HTTPFields(pairs: [(.contentLength, "3"), (.contentLength, "3")])
        #expect(
            await problem { try await IncomingRequest.post("abc", type: nil, headers: twice).body.bytes() }?.code == .badRequest)
    }

    @Test("a content encoding other than identity is rejected", arguments: ["gzip", "deflate", "br", "identity, gzip", "x"])
    func codings(coding: String) async throws {
        #expect(try await IncomingRequest.post("abc", type: nil, headers: [.contentEncoding: "Identity"]).body.bytes().count == 3)
        let rejection = await problem {
            try await IncomingRequest.post("abc", type: nil, headers: [.contentEncoding: coding]).body.bytes()
        }
        #expect(rejection?.code == .unsupportedMediaType)
        #expect(rejection?.headers[.acceptEncoding] == "identity")
    }

    @Test("content is rejected if the route has none")
    func noContent() async {
        #expect(await problem { try await IncomingRequest.post("", type: nil).rejectContent() } == nil)
        #expect(
            await problem { try await IncomingRequest.post("{}", type: "application/json").rejectContent() }?.code == .badRequest)
    }
}
