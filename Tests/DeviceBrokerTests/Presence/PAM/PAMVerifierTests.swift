import CPAM
import Dispatch
import Foundation
import DeviceParts
import Secrets
import Synchronization
import TestKit
import Testing

@testable import DeviceBroker

@Suite("A passcode that PAM checks", .tags(.realParts), .timeLimit(.minutes(5))) struct PAMVerifierTests {
    static let right = PAMOutcome(authentication: PAM_SUCCESS, account: PAM_SUCCESS, hasAskedForPassword: true)

    @Test("is given up when PAM does not answer, and looked at again when it does")
    func silence() {
        let ending = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        let verifier = PAMVerifier(patience: .milliseconds(50)) { _ in
            // The first check hangs until it is let go.
            let hangs = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if hangs { ending.wait() }
            return Self.right
        }
        #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.silent))
        // Modules are not run beside each other: who comes meanwhile waits, and no longer than it may.
        #expect(verifier.verify(SecretBytes(utf8: "a")) == .unavailable(.silent))
        ending.signal()
        var verdict = PasscodeVerdict.unavailable(.silent)
        while verdict == .unavailable(.silent) { verdict = verifier.verify(SecretBytes(utf8: "a")) }
        #expect(verdict == .accepted)
    }

    @Test("never reaches PAM where PAM would see another one", arguments: ["", "a\u{0}b", String(repeating: "a", count: 512)])
    func foreignPasscodes(passcode: String) throws {
        let transaction = PAMTransaction(service: .standard, account: try #require(PAMAccount(name: "nobody")))
        #expect(transaction.run(SecretBytes(utf8: passcode)) == PAMOutcome(authentication: PAM_AUTH_ERR))
    }

    @Test("is that of the account that the process runs as")
    func account() {
        #expect(PAMAccount.ofThisProcess()?.name == PAMServices.account)
        #expect(PAMAccount(name: "") == nil && PAMAccount(name: "a\u{0}b") == nil)
    }
}

@Suite("PAM itself", .tags(.realParts), .enabled(if: PAMServices.canRun, "\(PAMServices.need)"), .timeLimit(.minutes(5)))
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
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        let said = try PAMServices.starting {
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(passcode.utf8))
            try input.fileHandleForWriting.close()
            return try output.fileHandleForReading.readToEnd() ?? Data()
        }
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test(
        "takes the account's password, and no other", arguments: [("s3cret", "accepted"), ("S3cret", "rejected"), ("", "rejected")])
    func passwords(password: String, verdict: String) throws {
        #expect(try self.verdict(password) == verdict)
    }

    @Test("knows no other account, and no other service")
    func others() throws {
        #expect(try verdict("s3cret", account: "bob") != "accepted")
        #expect(try verdict("s3cret", service: "nowhere") != "accepted")
        try services.addMatrix("other-device")
        // pam_matrix binds an account to one service, and says so of the account.
        #expect(try verdict("s3cret", service: "other-device") != "accepted")
    }

    @Test(
        "says of an account what its codes mean",
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
        "says of an authentication what its codes mean",
        arguments: [
            ("maxtries", "exhausted"), ("auth_err", "rejected"),
            ("authinfo_unavail", "unavailable(PAM cannot access the password database)"),
            ("user_unknown", "unavailable(PAM does not know the account)"), ("abort", "unavailable(PAM failed with code 26)"),
        ])
    func authentications(code: String, verdict: String) throws {
        try services.add("failing", ["auth requisite pam_debug.so auth=\(code)", "account required pam_permit.so"])
        #expect(try self.verdict("s3cret", service: "failing") == verdict)
    }

    @Test("is not believed where it lets anybody in")
    func permissive() throws {
        try services.add("open", ["auth required pam_permit.so", "account required pam_permit.so"])
        #expect(try verdict("anything", service: "open") == "unavailable(PAM grants access without a password)")
    }

    @Test("may say things before and after it asks")
    func chatty() throws {
        try services.add("chatty", ["auth optional pam_echo.so hello", "auth required MATRIX", "account required pam_permit.so"])
        try services.setPassword("s3cret", of: "alice", for: "chatty")
        #expect(try verdict("s3cret", service: "chatty") == "accepted")
        #expect(try verdict("wrong", service: "chatty") == "rejected")
    }

    @Test("has modules that are not there")
    func missingModule() throws {
        try services.add("broken", ["auth required /nowhere/pam_nothing.so", "account required pam_permit.so"])
        #expect(try verdict("s3cret", service: "broken").hasPrefix("unavailable(PAM failed with code "))
    }
}
