import PasswordStrength
import Testing

/// The quick start of PasswordStrength.docc.
enum QuickStart {
    enum Rejection: Equatable {
        case common(CommonPasswordMatch)
        case weak
        case leaked
    }

    static func rejection(of password: String, userName: String) throws -> Rejection? {
        // In Sources/Shared/PasswordStrength/PasswordStrength.docc/PasswordStrength.md
        let common = CommonPasswords()
        let estimator = StrengthEstimator()

        if let match = common.match(password) { return .common(match) }
        if try estimator.estimate(password, userInputs: [userName]).score < 3 { return .weak }
        // End
        return nil
    }

    static func rejection(of password: String, in folder: String) async throws -> Rejection? {
        // In Sources/Shared/PasswordStrength/PasswordStrength.docc/PasswordStrength.md
        let leaked = try LeakedPasswordFolder(path: folder)
        if try await leaked.count(of: password) > 0 { return .leaked }
        // End
        return nil
    }
}

@Suite("Quick start of PasswordStrength")
struct QuickStartTests {
    @Test("the code block rejects a weak password")
    func runs() throws {
        #expect(try QuickStart.rejection(of: "password1", userName: "anna") != nil)
        #expect(try QuickStart.rejection(of: "annaanna", userName: "anna") != nil)
        #expect(try QuickStart.rejection(of: "velvet-otter 41 harbour", userName: "anna") == nil)
    }

    @Test("the code block does not open a folder that does not exist")
    func missing() async {
        await #expect(throws: (any Error).self) { try await QuickStart.rejection(of: "password", in: "/nonexistent") }
    }
}
