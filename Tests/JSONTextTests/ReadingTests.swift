import JSONText
import Testing

private struct Device: JSONReadable, Equatable {
    let name: String
    let trusted: Bool?

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        name = try object.string("name")
        trusted = try object.optionalBoolean("trusted")
    }
}

private struct Request: JSONReadable {
    let username: String
    let nickname: String?
    let remember: Bool
    let attempts: Int
    let ttl: Int?
    let scopes: [String]
    let device: Device?
    let others: [Device]

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        username = try object.string("username")
        nickname = try object.optionalString("nickname")
        remember = try object.boolean("remember")
        attempts = try object.integer("attempts")
        ttl = try object.optionalInteger("ttl")
        scopes = try object.strings("scopes")
        device = try object.optionalObject("device")
        others = try object.objects("others")
        if username.isEmpty { throw object.invalidValue("username", "must not be empty") }
    }
}

@Suite("Reading typed members from an object")
struct ReadingTests {
    @Test(
        "a switch over a member compares its unescaped name byte for byte",
        arguments: [
            ("aud", "aud"), ("a\\u0075d", "aud"), ("au", "other"), ("audi", "other"), ("Aud", "other"), ("\\u00c5", "Å"),
            ("A\u{30a}", "other"),
        ])
    func switching(written: String, found: String) throws {
        let document = try JSONText.parse(Array(#"{"\#(written)":1}"#.utf8))
        let member = try #require(document.root.members?.first { _ in true })
        let name =
            switch member {
            case "aud": "aud"
            case "Å": "Å"
            default: "other"
            }
        #expect(name == found)
    }

    static let good: JSONValue = [
        "username": "mira", "nickname": "m", "remember": true, "attempts": 3, "ttl": 60, "scopes": ["a", "b"],
        "device": ["name": "phone", "trusted": false], "others": [["name": "tablet"]],
    ]

    private func read(_ value: JSONValue) throws -> Request {
        try JSONText.parse(value.bytes()).root.read(Request.self)
    }

    private func rejection(_ value: JSONValue) -> JSONReadingError? {
        #expect(throws: JSONReadingError.self) { try read(value) }
    }

    @Test("a complete object is read")
    func whole() throws {
        let request = try read(Self.good)
        #expect(request.username == "mira")
        #expect(request.attempts == 3)
        #expect(request.ttl == 60)
        #expect(request.scopes == ["a", "b"])
        #expect(request.device?.trusted == false)
        #expect(request.others.map(\.name) == ["tablet"])
    }

    @Test("optional members may be absent", arguments: ["nickname", "ttl", "device"])
    func optionalMembers(_ name: String) throws {
        var object = try #require(Self.good.object)
        object[name] = nil
        #expect(throws: Never.self) { try read(.object(object)) }
    }

    @Test("required members must be present", arguments: ["username", "remember", "attempts", "scopes", "others"])
    func requiredMembers(_ name: String) throws {
        var object = try #require(Self.good.object)
        object[name] = nil
        #expect(
            rejection(.object(object))
                == JSONReadingError(code: .missingMember, pointer: .root.appending(name), reason: "is required"))
    }

    @Test("null is not a value for any of them", arguments: Self.good.object?.members.map(\.name) ?? [])
    func nullMembers(_ name: String) throws {
        var object = try #require(Self.good.object)
        object[name] = .some(.null)
        #expect(rejection(.object(object))?.code == .wrongType)
        #expect(rejection(.object(object))?.pointer.text == "/" + name)
    }

    @Test("a value of another type is rejected with its path")
    func wrongTypes() throws {
        let table: [(String, JSONValue, String, String)] = [
            ("username", 1, "/username", "must be a string, not a number"),
            ("remember", "true", "/remember", "must be a boolean, not a string"),
            ("attempts", "3", "/attempts", "must be a number, not a string"),
            ("attempts", .number(JSONNumber(1.5) ?? JSONNumber(0)), "/attempts", "must be a whole number that fits into 64 bits"),
            ("ttl", .integer(UInt64.max), "/ttl", "must be a whole number that fits into 64 bits"),
            ("scopes", "a", "/scopes", "must be an array, not a string"),
            ("scopes", ["a", 1], "/scopes/1", "must be a string, not a number"),
            ("device", [], "/device", "must be an object, not an array"),
            ("device", ["name": false], "/device/name", "must be a string, not a boolean"),
            ("others", [["name": "x"], 7], "/others/1", "must be an object, not a number"),
        ]
        for (name, value, pointer, reason) in table {
            var object = try #require(Self.good.object)
            object[name] = value
            let error = rejection(.object(object))
            #expect(error?.code == .wrongType, "\(name)")
            #expect(error?.pointer.text == pointer)
            #expect(error?.reason == reason)
        }
    }

    @Test("an unread member is rejected, even in an inner object")
    func unknownMembers() throws {
        var object = try #require(Self.good.object)
        object["admin"] = true
        #expect(rejection(.object(object))?.code == .unknownMember)
        #expect(rejection(.object(object))?.pointer.text == "/admin")
        object["admin"] = nil
        object["others"] = [["name": "x"], ["name": "y", "a/b": 1]]
        #expect(rejection(.object(object))?.code == .unknownMember)
        #expect(rejection(.object(object))?.pointer.text == "/others/1/a~1b")
    }

    @Test("a root that is not an object is rejected", arguments: ["[]", "null", "\"x\""])
    func noObject(_ text: String) throws {
        let root = try JSONText.parse(text.utf8).root
        let error = #expect(throws: JSONReadingError.self) { try root.read(Request.self) }
        #expect(error?.code == .wrongType)
        #expect(error?.pointer == .root)
    }

    @Test("a reader can reject a value of the right type")
    func invalidValue() throws {
        var object = try #require(Self.good.object)
        object["username"] = ""
        #expect(rejection(.object(object))?.description == "/username: must not be empty")
    }

    @Test("a closure can read an object without its own type")
    func closure() throws {
        let root = try JSONText.parse(#"{"a":1,"b":[null]}"#.utf8).root
        let (number, node) = try root.readObject { object throws(JSONReadingError) in
            (try object.integer("a"), try object.node("b"))
        }
        #expect(number == 1)
        #expect(node.pointer.text == "/b")
        #expect(throws: JSONReadingError.self) {
            try root.readObject { object throws(JSONReadingError) in try object.integer("a") }
        }
    }
}
