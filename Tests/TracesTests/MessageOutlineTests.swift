import JSONText
import TestKit
import Testing
import Traces

@Suite("The outline of a request or a response")
struct MessageOutlineTests {
    private static func outline(_ text: String, type: String? = "application/json") -> MessageOutline {
        MessageOutline(fields: type.map { [(name: "content-type", value: $0)] } ?? [], body: Array(text.utf8))
    }

    /// The members in words, such as `name text 5 value`.
    private static func members(_ text: String, type: String? = "application/json") -> [String] {
        (outline(text, type: type).body?.members ?? []).map { part in
            [part.name, part.form.rawValue, part.size.map { "\($0)" }, part.value].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("a JSON body has the names of its members, with the types and sizes of their values")
    func json() {
        let text =
            #"{"userName":"Änne","session":{"token":"secret","uses":3},"items":[{"a":1},2],"none":null,"is":true,"empty":{}}"#
        let expected = [
            "userName text 5", "session.token text", "session.uses number", "items list 2", "items.first.a number", "none null",
            "is boolean", "empty object 0",
        ]
        #expect(Self.members(text) == expected)
        #expect(Self.members(text, type: "application/problem+json; charset=utf-8") == expected)
        #expect(Self.outline(text).body?.kind == .json && Self.outline(text).body?.size == 128)
    }

    @Test("a list has its count and the outline of its first element, within the same limits")
    func lists() {
        let expected = [
            "a list 3", "a.first object 0", "b list 0", "c list 1", "c.first list 2", "c.first.first text 1", "scope list 1",
            "scope.first text 4", "recoveryCodes list 2", "recoveryCodes.first text",
        ]
        let text = #"{"a":[{},{"b":1},"x"],"b":[],"c":[["x",1]],"scope":["name"],"recoveryCodes":["1","2"]}"#
        #expect(Self.members(text) == expected)
        #expect(
            Self.members(#"{"a":[[[[1]]]]}"#) == [
                "a list 1", "a.first list 1", "a.first.first list 1", "a.first.first.first list 1",
            ])
        let lists = (0..<MessageOutline.partLimit).map { "\"a\($0)\":[1]" }.joined(separator: ",")
        let outline = Self.outline("{\(lists)}")
        #expect(outline.body?.members.count == MessageOutline.partLimit && outline.omitted == MessageOutline.partLimit)
    }

    @Test("a text under the name of a secret, or without a name, has no size, also within it")
    func secretSizes() {
        let names = [
            "password", "newPassword", "passcode", "ID_TOKEN", "client_secret", "authorizationCode", "set-cookie", "privateKey",
            "client_assertion", "nonce", "totp", "two words",
        ]
        for name in names { #expect(Self.members("{\"\(name)\":\"x\"}").first?.hasSuffix(" text") == true, "\(name)") }
        #expect(Self.members(#"{"token":{"a":"x"},"keys":[]}"#) == ["token.a text", "keys list 0"])
        // A shown name has the word too.
        #expect(Self.members(#"{"token_type_hint":"x","user":"x"}"#) == ["token_type_hint text 1 x", "user text 1"])
        let length = MessageOutline(fields: [(name: "content-length", value: "49")], body: nil).fields
        #expect(length.count == 1 && length.allSatisfy { $0.value == nil }, "it reveals the size of a password")
    }

    @Test("the size of a body is a multiple of 64 bytes", arguments: [(1, 64), (64, 64), (65, 128)])
    func bodySize(bytes: Int, size: Int) {
        #expect(Self.outline(String(repeating: "x", count: bytes), type: nil).body?.size == size)
    }

    @Test("a form has the names of its fields, with the sizes of the decoded values")
    func form() {
        let text =
            "user=%C3%84nne+K&code=secret&grant_type=authorization_code&scope=name+email&client_id=a%20b&flag&empty=&=x&a.b=y"
        let expected = [
            "user text 7", "code text", "grant_type text 18 authorization_code", "scope text 10 name email", "client_id text 3",
            "flag text 0", "empty text 0", "unnamed text", "unnamed text",
        ]
        #expect(Self.members(text, type: "application/x-www-form-urlencoded; charset=utf-8") == expected)
        #expect(Self.members("a=%%%", type: "application/x-www-form-urlencoded") == ["a text 0"])
    }

    @Test(
        "a form without a pair of a name and a value may be a secret itself, so it has no names",
        arguments: ["JBSWY3DPEHPK3PXP====", "c2VjcmV0", "c2VjcmV0==", "c2Vj&cmV0==", "=c2VjcmV0&c2Vj"])
    func pairWithoutValue(body: String) {
        let members = Self.members(body, type: "application/x-www-form-urlencoded")
        #expect(!members.isEmpty && members.allSatisfy { $0 == "unnamed text" })
    }

    @Test("the values of a closed list of whole names are recorded, if they are short and printable")
    func values() {
        let long = String(repeating: "a", count: MessageOutline.longestValue)
        let text = #"""
            {"type":"totp","error":{"scope":"a"},"status":401,"response_mode":"\#(long)","grant_type":"\#(long)a","purpose":"a\nb",
            "scope":["a"],"Type":"a","types":"a","code":"123456","upgrade":{"status":"offered"}}
            """#
        #expect(
            Self.members(text) == [
                "type text 4 totp", "error.scope text 1", "status number 401", "response_mode text 80 \(long)",
                "grant_type text 81", "purpose text 3", "scope list 1", "scope.first text 1", "Type text 1", "types text 1",
                "code text", "upgrade.status text 7 offered",
            ])
    }

    @Test("header fields have their names, the sizes of all but secrets, and the values of a closed list of names")
    func fields() {
        let outline = MessageOutline(
            fields: [
                (name: "content-type", value: "text/html"), (name: "cookie", value: "secret"), (name: "set-cookie", value: "a"),
                (name: "set-cookie", value: "b"), (name: "location", value: "/secret"), (name: "x!", value: "c"),
            ], body: nil)
        #expect(outline.fields.map(\.name) == ["content-type", "cookie", "set-cookie", "set-cookie", "location", "unnamed"])
        #expect(outline.fields.map(\.size) == [9, nil, nil, nil, 7, nil])
        #expect(outline.fields.compactMap(\.value) == ["text/html"])
        #expect(outline.body == nil && outline.omitted == 0)
    }

    @Test(
        "a name that is not a short identifier is not recorded",
        arguments: [
            "", "two words", "a.b", "1a", "-a", "é", "a\\n", String(repeating: "a", count: MessageOutline.longestName + 1),
        ])
    func names(name: String) {
        #expect(Self.members("{\"\(name)\":{\"a\":1}}") == ["unnamed.a number"])
        let longest = String(repeating: "a", count: MessageOutline.longestName)
        #expect(Self.members("{\"_\":1,\"A-9\":1,\"\(longest)\":1}") == ["_ number", "A-9 number", "\(longest) number"])
    }

    @Test("members and fields beyond a limit are counted, and deeper objects have only a size")
    func limits() {
        let names = (0..<MessageOutline.partLimit + 3).map { "a\($0)" }
        let outline = MessageOutline(
            fields: names.map { (name: $0, value: "") } + [(name: "content-type", value: "application/json")],
            body: Array(("{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}").utf8))
        #expect(outline.fields.map(\.name) == Array(names.prefix(MessageOutline.partLimit)))
        #expect(outline.body?.members.map(\.name) == Array(names.prefix(MessageOutline.partLimit)))
        #expect(outline.omitted == 4 + 3)
        #expect(Self.members(#"{"a":{"a":{"a":{"a":1}}}}"#) == ["a.a.a.a number"])
        #expect(Self.members(#"{"a":{"a":{"a":{"a":{"b":1,"c":2}}}}}"#) == ["a.a.a.a object 2"])
    }

    @Test("a body that is large, malformed or of another kind has a kind and a size")
    func undescribed() {
        let largest = #"{"a":""# + String(repeating: "b", count: MessageOutline.bodyLimit - 8) + #""}"#
        #expect(Self.outline(largest).body?.members.count == 1)
        let bodies = [
            Self.outline(largest + " "), Self.outline("{"), Self.outline("[1]"), Self.outline(#"{"a":1,"a":2}"#),
            Self.outline("{\"a\":1}", type: "text/plain"), Self.outline("{\"a\":1}", type: nil),
        ]
        #expect(bodies.map { $0.body?.kind } == [.json, .json, .json, .json, .other, .other])
        #expect(bodies.map { $0.body?.size } == [MessageOutline.bodyLimit + 64, 64, 64, 64, 64, 64])
        #expect(bodies.allSatisfy { $0.body?.members.isEmpty == true })
        #expect(Self.outline("").body == nil)
    }

    @Test("no value of an unlisted name is in the outline of any JSON body, and the outline is within its limits")
    func anyJSON() throws {
        var random = SeededGenerator(seed: 29)
        var names: Set<String> = []
        for _ in 0..<1_000 {
            let body = JSONValue.object(Self.object(depth: 6, &random))
            let outline = Self.outline(body.text())
            #expect(!"\(outline)".contains("secret") && !"\(outline)".contains("987654"), "\(body.text())")
            let members = try #require(outline.body?.members)
            #expect(
                members.count <= MessageOutline.partLimit && (outline.omitted == 0 || members.count == MessageOutline.partLimit))
            for part in members {
                #expect(part.value == nil && part.name.split(separator: ".").count <= MessageOutline.depthLimit)
                // An outline in a file is rejected unless it is unchanged.
                #expect(MessageOutline.Part(part.name, part.form, size: part.size, value: part.value) == part)
                names.insert(part.name)
            }
        }
        #expect(names.isSuperset(of: ["user", "unnamed", "status.user", "unnamed.unnamed"]))
    }

    /// Names whose values are not recorded, and names of foreign text.
    private static let unlisted = ["user", "code", "token", "a.secret", "secret text", "", "é-secret", "1secret"]

    private static func object(depth: Int, _ random: inout SeededGenerator) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let isObject = depth > 0 && Bool.random(using: &random)
            // A listed name shows the value of a text, and of no inner member.
            let names = isObject ? unlisted + ["status", "type"] : unlisted
            let name = names[Int.random(in: 0..<names.count, using: &random)]
            let value: JSONValue = isObject ? .object(Self.object(depth: depth - 1, &random)) : scalar(&random)
            object[name] = value
        }
        return object
    }

    private static func scalar(_ random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .string("secret")
        case 1: .string(String(repeating: "ä\u{1}", count: 50) + "secret")
        case 2: .integer(987_654)
        case 3: .array([.string("secret"), .integer(987_654), .object(JSONObject([("status", .string("secret"))]))])
        default: .boolean(Bool.random(using: &random))
        }
    }

    @Test("a store keeps the last outline of each side of a step")
    func recorded() throws {
        let store = TraceStore(random: { .random(in: 1 ... .max) }, now: { 0 })
        let span = TraceSpan(.serverRequest, in: .server, by: store)
        span.record(.request, Self.outline("{}"))
        span.record(.response, Self.outline("[]"))
        span.end()
        span.record(.request, Self.outline("[1]"))
        let messages = try #require(store.traces.first?.spans.first?.messages)
        #expect(messages == [.request: Self.outline("[1]"), .response: Self.outline("[]")])
    }
}
