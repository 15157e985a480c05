import Secrets
import Testing

@testable import latchkey

@Suite("The search for a short passcode") struct PasscodeSearchTests {
    @Test(
        "a passcode that is easier to find than six digits causes a warning with the time of the search",
        arguments: [
            ("2468", "4 digits", "17 minutes"), ("13579", "5 digits", "3 hours"), ("abc", "3 such characters", "30 minutes"),
            ("abcd", "4 such characters", "13 hours"), ("aB1", "3 such characters", "7 hours"),
            ("?", "1 such character", "4 seconds"), ("ж", "1 such character", "4 seconds"),
        ])
    func short(passcode: String, kind: String, time: String) throws {
        let warning = try #require(PasscodeSearch(SecretBytes(utf8: passcode))).warning(oneGuessTaking: .milliseconds(100))
        #expect(warning.contains("can try all passcodes of \(kind) in \(time) on a machine like this one"), "\(warning)")
    }

    @Test("a passcode that is as hard to find as six digits causes none", arguments: ["135790", "abcde", "aB1?", "correct horse"])
    func long(passcode: String) {
        #expect(PasscodeSearch(SecretBytes(utf8: passcode)) == nil)
    }
}
