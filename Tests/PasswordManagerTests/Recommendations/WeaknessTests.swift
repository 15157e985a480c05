import FoundationEssentials
import Testing

@testable import PasswordManager

@Suite("Weak passwords")
struct WeaknessTests {
    private static let judge = WeaknessCheck()

    private func judge(_ password: String, user: String = "ann", server: String = "example.com") throws -> WeaknessCheck.Judgement?
    {
        let record = try CredentialRecord(id: id(user, server), password: PrivateText(password), at: at(0), by: device())
        return Self.judge.judge(try #require(record.credential(on: device())))
    }

    @Test(
        "each kind of weakness is identified",
        arguments: [
            ("password", PasswordWeakness.common), ("letmein2024!", .common), ("qwertyuiop", .common), ("zyxwvutsrq", .sequence),
            ("q12we34r", .keyboard), ("abcabcabc", .repetition), ("binoculars", .word), ("p4ssw0rd", .substitutions),
            ("b1n0cul4rs", .substitutions),
            ("13.5.1991", .date), ("xk3", .short),
        ])
    func kinds(password: String, weakness: PasswordWeakness) throws {
        let found = try judge(password)
        #expect(found?.weakness == weakness)
    }

    @Test("the user name and the site are weak passwords")
    func personal() throws {
        #expect(try judge("hildegunst1", user: "hildegunst")?.weakness == .personal)
        #expect(try judge("zamonien77", server: "zamonien.example")?.weakness == .personal)
        #expect(try judge("zamonien77", server: "zamonien.example") != judge("zamonien77"))
    }

    @Test(
        "strong passwords are not weak",
        arguments: [
            "dumhys-5xavfo-vYtgyw", "correct horse battery staple", "x7$Kq!9vLm2#",
            "\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442}-\u{43B}\u{443}\u{43D}\u{430}-17-\u{43A}\u{43E}\u{442}",
        ])
    func strong(password: String) throws {
        #expect(try judge(password) == nil)
    }

    @Test(
        "codes of four and six digits have their own rules",
        arguments: [
            ("1234", PasswordWeakness.countingPIN), ("8765", .countingPIN), ("7890", .countingPIN), ("0987", .countingPIN),
            ("345678", .countingPIN), ("1111", .repeatingPIN), ("1212", .repeatingPIN), ("1221", .repeatingPIN),
            ("123123", .repeatingPIN),
            ("123321", .repeatingPIN), ("121212", .repeatingPIN), ("2580", .commonPIN), ("1984", .commonPIN),
            ("159753", .commonPIN),
        ])
    func weakCodes(code: String, weakness: PasswordWeakness) throws {
        #expect(try judge(code) == .init(weakness: weakness, isVeryWeak: true))
    }

    @Test(
        "other codes of these lengths are not weak, and other lengths are passwords",
        arguments: [("4937", true), ("739184", true), ("49371", false), ("7391842", false)])
    func otherCodes(code: String, isFine: Bool) throws {
        #expect((try judge(code) == nil) == isFine)
    }

    @Test("every weakness has its own sentence")
    func sentences() {
        #expect(Set(PasswordWeakness.allCases.map(\.sentence)).count == PasswordWeakness.allCases.count)
    }

    @Test(
        "every password can be checked",
        arguments: ["\u{0}", "a\u{0}b", String(repeating: "a", count: 4_096), "\u{301}", " "])
    func strange(password: String) throws {
        _ = try judge(password)
    }
}
