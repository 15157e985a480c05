import AppleIdentity
import Testing

@Suite("Identifiers of teams, keys and clients")
struct IdentifierTests {
    @Test("ten capital letters and digits are a valid team ID and key ID", arguments: ["ABCDE12345", "0000000000", "ZZZZZZZZZZ"])
    func taken(text: String) throws {
        #expect(try TeamID(text).text == text && KeyID(text).description == text)
    }

    @Test(
        "any other text is rejected with the position",
        arguments: [
            ("", nil), ("ABCDE1234", nil), ("ABCDE123456", nil), ("ABCDe12345", 4), ("ABCDE 2345", 5), ("ABCDE1234\n", 9),
            ("АBCDE12345", 0), ("ABCDE1234\u{212A}", 9), ("AuthKey_ABC", 1),
        ] as [(String, Int?)])
    func rejected(text: String, position: Int?) {
        let team = failure { try TeamID(text) }
        let key = failure { try KeyID(text) }
        #expect(team?.code == (position == nil ? .teamIDLength : .teamIDCharacter) && team?.position == position)
        #expect(key?.code == (position == nil ? .keyIDLength : .keyIDCharacter) && key?.position == position)
    }

    @Test(
        "bundle identifiers and Services IDs are valid client IDs, with their case preserved",
        arguments: ["com.example.App", "a", "com.example.app-2", "1.2.3", String(repeating: "a", count: 255)])
    func clients(text: String) throws {
        #expect(try ClientID(text).text == text)
    }

    @Test(
        "any other text is rejected as a client ID",
        arguments: [
            ("", .clientIDLength), (String(repeating: "a", count: 256), .clientIDLength), ("com.example.*", .clientIDWildcard),
            ("*", .clientIDWildcard), ("com.example.app*", .clientIDCharacter), (".com", .clientIDCharacter),
            ("com.", .clientIDCharacter), ("com..app", .clientIDCharacter), ("com.example app", .clientIDCharacter),
            ("com.example_app", .clientIDCharacter), ("com.exämple", .clientIDCharacter), ("com.example\n", .clientIDCharacter),
            ("https://example.com", .clientIDCharacter),
        ] as [(String, AppleIdentityError.Code)])
    func rejectedClients(text: String, code: AppleIdentityError.Code) {
        #expect(failure { try ClientID(text) }?.code == code)
    }

    @Test("client IDs become audiences without duplicates")
    func audiences() throws {
        let (app, web) = (try ClientID("com.example.app"), try ClientID("com.example.web"))
        #expect(ClientIDs(app, web, app).values == ["com.example.app", "com.example.web"])
        #expect(try ClientIDs(app) == ClientIDs(["com.example.app"]))
    }
}
