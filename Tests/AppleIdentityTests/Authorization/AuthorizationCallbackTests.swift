import AppleIdentity
import Foundation
import TestKit
import Testing

@Suite("Callbacks")
struct AuthorizationCallbackTests {
    private static func read(_ form: String) -> Result<AuthorizationCallback, AppleIdentityError> {
        let bytes = Array(form.utf8)
        return Result { () throws(AppleIdentityError) in try AuthorizationCallback(form: bytes) }
    }

    private static func grant(_ form: String) -> AuthorizationGrant? {
        if case .success(.authorized(let grant)) = read(form) { grant } else { nil }
    }

    private static func rejection(_ form: String) -> AppleIdentityError? {
        if case .failure(let rejection) = read(form) { rejection } else { nil }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("the callback of a first sign-in has state, code, identity token and name")
    func first() throws {
        let user = #"{"name":{"firstName":"Anna","lastName":"Müller"},"email":"anna@example.com"}"#
        let grant = try #require(Self.grant("state=s%2B1&code=c.1&id_token=h.p.s&user=" + Self.escaped(user)))
        #expect(grant.state == "s+1" && grant.code.reveal() == "c.1" && grant.identityToken?.reveal() == "h.p.s")
        #expect(grant.name == PersonName(given: "Anna", family: "Müller"))
        #expect(Mirror(reflecting: grant).children.isEmpty)
    }

    @Test("a later callback has state and code in any order, and unknown fields are ignored")
    func later() throws {
        let grant = try #require(Self.grant("&code=c&new=&&other&state=s&"))
        #expect(grant.state == "s" && grant.identityToken == nil && grant.name == nil)
    }

    @Test("a cancellation is distinguished from other errors")
    func errors() {
        guard case .success(.cancelled(let state)) = Self.read("error=user_cancelled_authorize&state=s") else {
            Issue.record("not cancelled")
            return
        }
        #expect(state == "s")
        guard case .success(.cancelled(nil)) = Self.read("error=user_cancelled_authorize") else { Issue.record("state"); return }
        guard case .success(.failed("server_error", "s")) = Self.read("error=server_error&state=s") else {
            Issue.record("not failed")
            return
        }
    }

    @Test(
        "a malformed form is rejected",
        arguments: [
            ("", .missingField), ("code=c", .missingField), ("state=s", .missingField), ("state=s&code=", .malformedField),
            ("state=&code=c", .malformedField), ("state=a+b&code=c", .malformedField), ("state=s&code=a%20b", .malformedField),
            ("state=s&code=c&id_token=", .malformedField), ("state=s&code=c&user=", .malformedField),
            ("state=s&code=c&user=%5B%5D", .malformedField), ("state=s&code=c&user=anna", .malformedField),
            ("state=s&code=c&code=c", .duplicateField), ("state=s&code=c&c%6Fde=d", .duplicateField),
            ("state=s&code=c&x=1&x=1", .duplicateField),
            ("state=s&code=c&user=%7B%7D&user=%7B%7D", .duplicateField), ("error=a&error=b", .duplicateField),
            ("state=s&code=%", .malformedPercent), ("state=s&code=%4", .malformedPercent), ("state=s&code=%zz", .malformedPercent),
            ("state=s&code=%ff", .notUTF8), ("state=s&code=c&%c0%80=1", .notUTF8), ("error=a&code=c&state=s", .contradiction),
            ("error=a&id_token=h", .contradiction), ("error=a&user=%7B%7D", .contradiction), ("error=", .malformedField),
            ("error=a%0Ab", .malformedField), ("error=" + String(repeating: "a", count: 129), .malformedField),
            ("state=" + String(repeating: "a", count: 1_025) + "&code=c", .malformedField),
            ("state=s&code=" + String(repeating: "a", count: 2_049), .malformedField),
            ("state=s&code=c&id_token=" + String(repeating: "a", count: 16_385), .malformedField),
            ("state=s&code=c&" + (0..<15).map { "x\($0)=1" }.joined(separator: "&"), .tooManyFields),
            ("state=s&code=c&x=" + String(repeating: "a", count: 65_520), .tooLarge),
        ] as [(String, AppleIdentityError.Code)])
    func rejected(form: String, code: AppleIdentityError.Code) {
        #expect(Self.rejection(form)?.code == code)
        #expect(Self.rejection(form).map { !$0.description.contains("aaa") } == true)
    }

    @Test(
        "its valid near-twins are accepted",
        arguments: [
            "state=" + String(repeating: "a", count: 1_024) + "&code=" + String(repeating: "a", count: 2_048),
            "state=s&code=c&id_token=" + String(repeating: "a", count: 16_384),
            "state=s&code=c&" + (0..<14).map { "x\($0)=1" }.joined(separator: "&"),
            "state=s&code=c&x=" + String(repeating: "a", count: 65_519), "state=s&code=c&Code=d", "state=s&code=%63&user=%7b%7d",
        ])
    func neighbours(form: String) {
        #expect(Self.grant(form) != nil)
    }

    @Test("randomly changed forms are rejected, or parsed as the URL standard parses them", arguments: [31, 32, 33] as [UInt64])
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let user = Self.escaped(#"{"name":{"firstName":"A","lastName":"B"}}"#)
        let form = Array("state=s%2B1&code=c.1&id_token=h.p.s&user=\(user)&error_note=x".utf8)
        for _ in 0..<3_000 {
            let changed = random.mutate(form)
            guard let callback = try? AuthorizationCallback(form: changed) else { continue }
            guard case .authorized(let grant) = callback else { continue }
            var read: [String: String] = [:]
            for pair in String(decoding: changed, as: UTF8.self).split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                    $0.replacing("+", with: " ").removingPercentEncoding
                }
                let name = try #require(parts[0])
                #expect(read.updateValue(parts.count > 1 ? try #require(parts[1]) : "", forKey: name) == nil)
            }
            #expect(read["state"] == grant.state && read["code"] == grant.code.reveal())
            #expect(read["error"] == nil && read["id_token"] == grant.identityToken?.reveal())
        }
    }
}
