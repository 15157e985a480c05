import FoundationEssentials
import Testing

@testable import PasswordStrength

@Suite("The operator's file of common passwords")
struct CommonPasswordsFileTests {
    @Test("each line is a password; carriage returns and empty lines are ignored")
    func lines() throws {
        #expect(
            try parse("acme-widgets-2024\r\n\nПароль фирмы\n  spaced  \nlast") == [
                "acme-widgets-2024", "Пароль фирмы", "  spaced  ", "last",
            ])
        #expect(try parse("") == [])
        #expect(try parse(String(repeating: "x", count: 1_024) + "\n").count == 1)
    }

    @Test(
        "a line that cannot be a password is rejected with its number",
        arguments: [
            (Array("ok\nb\u{0}d\n".utf8), .controlCharacter, 2),
            (Array("ok\nok\na\tb".utf8), .controlCharacter, 3),
            (Array("ok\na\rb\n".utf8), .controlCharacter, 2),
            (Array("ok\n\n".utf8) + [0xFF, 0x41], .notUTF8, 3),
            ([0xED, 0xA0, 0x80], .notUTF8, 1),
            ([UInt8](repeating: 0x41, count: 1_025), .lineTooLong, 1),
        ] as [([UInt8], CommonPasswordsFileError.Reason, Int)])
    func rejected(bytes: [UInt8], reason: CommonPasswordsFileError.Reason, line: Int) {
        #expect(throws: CommonPasswordsFileError(reason: reason, line: line)) {
            try CommonPasswords.passwords(inFile: bytes)
        }
    }

    @Test("a file extends the lists")
    func file() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "common-passwords-\(UUID().uuidString).txt")
        try Data("Acme-Widgets\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let common = try CommonPasswords(fileAt: file.path)
        #expect(common.match("acme-widgets") == .listed)
        #expect(common.match("acme-widgets2024!") == .trivialAffixes)
        #expect(common.contains("administrator"))
        #expect(!CommonPasswords().contains("acme-widgets"))
    }

    @Test("a missing file is reported as an error")
    func missing() throws {
        let error = try #require(throws: CommonPasswordsFileError.self) { try CommonPasswords(fileAt: "/no/such/file") }
        #expect(error.description == "the file cannot be read")
        #expect(CommonPasswordsFileError(reason: .notUTF8, line: 3).description == "line 3: the line is not UTF-8")
    }

    private func parse(_ text: String) throws -> [String] {
        try CommonPasswords.passwords(inFile: Array(text.utf8))
    }
}
