import Accounts
import Testing

@testable import AccountServer

@Suite("Codes of rejections")
struct RefusalCodeTests {
    static let refusals: [RegistrationRefusal] =
        [UserNameRefusal.tooShort, .tooLong, .characterNotAllowed(position: 3), .malformedAddress, .reserved].map(
            RegistrationRefusal.userName)
        + [
            PasswordRefusal.tooShort(minimum: 12), .tooLong(maximum: 9), .containsNull, .common, .containsUserName,
            .containsContextWord, .weak, .leaked,
            .unchanged,
        ].map(RegistrationRefusal.password) + [.userNameTaken]

    @Test("each rejection of the domain has its own problem code", arguments: refusals)
    func hasAProblem(_ refusal: RegistrationRefusal) {
        expectProblem(of: refusal)
    }

    @Test("a violated rule has its own code and a description")
    func brokenRule() throws {
        let rules = try PasswordRequirements("required: digit; allowed: unicode; minlength: 12; maxlength: 64;")
        let policy = try ServerBench { $0.passwords.rules = rules }.system.service.passwordPolicy
        let refusal = try #require(policy.refusals(of: Password("velvet-otter harbour"), for: nil).first)
        #expect(refusal.code == "password-rules")
        #expect(refusal.message == "The password must contain a digit from 0 to 9 (required: digit).")
        expectProblem(of: .password(refusal))
    }

    private func expectProblem(of refusal: RegistrationRefusal) {
        let problem = Problem([refusal])
        #expect(problem.code.rawValue == refusal.code)
        #expect(problem.code != .invalidFields)
        #expect(problem.detail == refusal.message)
    }
}
