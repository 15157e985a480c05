import CPAM
import Dispatch
import Foundation
import DeviceParts
import Secrets
import Synchronization
import TestKit
import Testing

@testable import DeviceBroker

@Suite("PAM verifier", .tags(.realParts), .timeLimit(.minutes(20))) struct PAMVerifierTests {
    static let right = PAMOutcome(authentication: PAM_SUCCESS, account: PAM_SUCCESS, hasAskedForPassword: true)

    @Test("a check without a response times out, and later checks work again")
    func silence() {
        let ending = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        let verifier = PAMVerifier(timeout: .milliseconds(50)) { _ in
            // The first check hangs until it is released.
            let hangs = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if hangs { ending.wait() }
            return Self.right
        }
        #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.silent))
        // Modules do not run concurrently, so a second check waits, up to its own timeout.
        #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.silent))
        ending.signal()
        var verdict = PasscodeVerdict.unavailable(.silent)
        while verdict == .unavailable(.silent) { verdict = verifier.verify(SecretBytes(utf8: "a")) }
        #expect(verdict == .accepted)
    }

    @Test("a passcode that PAM would misread is not passed to it", arguments: ["", "a\u{0}b", String(repeating: "a", count: 512)])
    func foreignPasscodes(passcode: String) throws {
        let transaction = PAMTransaction(service: .standard, account: try #require(PAMAccount(name: "nobody")))
        #expect(transaction.run(SecretBytes(utf8: passcode)) == PAMOutcome(authentication: PAM_AUTH_ERR))
    }

    @Test("the account belongs to the user of the process")
    func account() {
        #expect(PAMAccount.ofThisProcess()?.name == PAMServices.account)
        #expect(PAMAccount(name: "") == nil && PAMAccount(name: "a\u{0}b") == nil)
    }
}

@Suite("PAM", .tags(.realParts), .enabled(if: PAMServices.canRun, "\(PAMServices.need)"), .timeLimit(.minutes(20)))
struct PAMTests {
    let services: PAMServices

    init() throws {
        services = try PAMServices()
        try services.addMatrix("device")
        try services.setPassword("s3cret", of: "alice", for: "device")
    }

    private func verdict(_ passcode: String, service: String = "device", account: String = "alice") throws -> String {
        let host = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().appending(path: "PAMHost")
        let beside = FileManager.default.isExecutableFile(atPath: host.path)
        let built = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../.build/debug/PAMHost")
            .standardized
        let process = Process()
        process.executableURL = beside ? host : built
        process.arguments = [service, account]
        process.environment = services.environment
        let (input, output) = (Pipe.forProgram(), Pipe.forProgram())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        let said = try PAMServices.starting {
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(passcode.utf8))
            try input.fileHandleForWriting.close()
            return try output.fileHandleForReading.readToEnd() ?? Data()
        }
        process.wait()
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test(
        "only the account's password is accepted", arguments: [("s3cret", "accepted"), ("S3cret", "rejected"), ("", "rejected")])
    func passwords(password: String, verdict: String) throws {
        #expect(try self.verdict(password) == verdict)
    }

    @Test("an unknown account or service accepts nothing")
    func others() throws {
        #expect(try verdict("s3cret", account: "bob") != "accepted")
        #expect(try verdict("s3cret", service: "nowhere") != "accepted")
        try services.addMatrix("other-device")
        // pam_matrix binds an account to one service, and reports it as an account error.
        #expect(try verdict("s3cret", service: "other-device") != "accepted")
    }

    @Test(
        "account codes have the expected verdicts",
        arguments: [
            ("acct_expired", "unavailable(the account has expired)"),
            ("new_authtok_reqd", "unavailable(the account's password has expired and must be changed first)"),
            ("perm_denied", "unavailable(PAM denies the account access here or now)"), ("success", "accepted"),
        ])
    func accounts(code: String, verdict: String) throws {
        try services.add("aged", ["auth required MATRIX", "account required pam_debug.so acct=\(code)"])
        try services.setPassword("s3cret", of: "alice", for: "aged")
        #expect(try self.verdict("s3cret", service: "aged") == verdict)
        #expect(try self.verdict("wrong", service: "aged") == "rejected")
    }

    @Test(
        "authentication codes have the expected verdicts",
        arguments: [
            ("maxtries", "exhausted"), ("auth_err", "rejected"),
            ("authinfo_unavail", "unavailable(PAM cannot access the password database)"),
            ("user_unknown", "unavailable(PAM does not know the account)"), ("abort", "unavailable(PAM failed with code 26)"),
        ])
    func authentications(code: String, verdict: String) throws {
        try services.add("failing", ["auth requisite pam_debug.so auth=\(code)", "account required pam_permit.so"])
        #expect(try self.verdict("s3cret", service: "failing") == verdict)
    }

    @Test("a stack that grants access without a password is not trusted")
    func permissive() throws {
        try services.add("open", ["auth required pam_permit.so", "account required pam_permit.so"])
        #expect(try verdict("anything", service: "open") == "unavailable(PAM grants access without a password)")
    }

    @Test("modules may show messages before and after their prompts")
    func chatty() throws {
        try services.add("chatty", ["auth optional pam_echo.so hello", "auth required MATRIX", "account required pam_permit.so"])
        try services.setPassword("s3cret", of: "alice", for: "chatty")
        #expect(try verdict("s3cret", service: "chatty") == "accepted")
        #expect(try verdict("wrong", service: "chatty") == "rejected")
    }

    @Test("a missing module is reported as a failure")
    func missingModule() throws {
        try services.add("broken", ["auth required /nowhere/pam_nothing.so", "account required pam_permit.so"])
        #expect(try verdict("s3cret", service: "broken").hasPrefix("unavailable(PAM failed with code "))
    }
}
