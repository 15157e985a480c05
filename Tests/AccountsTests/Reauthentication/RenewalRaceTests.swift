import Secrets
import Synchronization
import Testing

@testable import Accounts

@Suite("A renewal that races a password change")
struct RenewalRaceTests {
    @Test("the old password, checked while this very session changes it, renews nothing")
    func reauthenticationDuringPasswordChange() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let owner = Box()
        bench.hasher.duringVerification {
            owner.signedIn = try? await bench.changePassword(
                of: anna.active, to: SignInRaceTests.newPassword
            ).signedIn
        }
        let again = try await bench.service.reauthenticate(
            anna.active, password: Password(AccountBench.password), client: AccountBench.elsewhere, now: AccountBench.start)
        #expect(again.isSessionEnded)
        let token = try #require(owner.signedIn).token
        #expect(try await bench.session(token) != nil)
    }
}

/// Takes a value out of a closure.
private final class Box: Sendable {
    private let value = Mutex<SignedIn?>(nil)
    var signedIn: SignedIn? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
