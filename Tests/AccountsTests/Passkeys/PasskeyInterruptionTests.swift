import EmulatedAuthenticator
import Secrets
import Synchronization
import Testing
import WebAuthn

@testable import Accounts

/// A server that is killed stops between two operations of the store, because each operation is one transaction. These tests stop a
/// request before each of its operations, and after the last one, where only the response is lost.
@Suite("Passkeys after a server is killed")
struct PasskeyInterruptionTests {
    private let start = PasskeyBench.start

    private struct Killed: Error {}

    @Test("a registration that was interrupted anywhere succeeds once when the client repeats it")
    func registration() async throws {
        let bench = try PasskeyBench.unthrottled()
        let anna = try await bench.bench.account()
        let steps = try await operations(bench) {
            var passkey = bench.passkey()
            _ = try await bench.add(&passkey, to: anna.active)
        }
        #expect(steps.contains(.addPasskey))
        for (number, step) in steps.enumerated() {
            var (passkey, other) = (bench.passkey(), bench.passkey())
            let interruption = interrupt(bench, before: number, of: steps)
            let begun = try? await bench.begin(anna.active)
            let creation = if let begun { begun } else { try #require(try await bench.begin(anna.active)) }
            let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
            _ = try? await bench.finish(response, of: anna.active)
            #expect(interruption.happened, "\(step)")

            let added = try #require(try await bench.finish(response, of: anna.active).passkey, "\(step)")
            #expect(try await bench.finish(response, of: anna.active).passkey == added)
            let second = try other.register(creation.challenge.bytes, user: creation.user.bytes)
            #expect(try await bench.finish(second, of: anna.active).isChallengeRejected)
            #expect(try await bench.service.passkeys(of: anna.active).count == number + 2)
        }
    }

    @Test("a sign-up that was interrupted anywhere creates one account when the client repeats it")
    func signUp() async throws {
        let bench = try PasskeyBench.unthrottled()
        let steps = try await operations(bench) {
            var passkey = bench.passkey()
            _ = try await bench.signUp("first.k", with: &passkey)
        }
        #expect(steps.contains(.createByPasskey))
        for (number, step) in steps.enumerated() {
            var (passkey, other) = (bench.passkey(), bench.passkey())
            let (name, holder) = ("user\(number).k", bench.holder())
            let interruption = interrupt(bench, before: number, of: steps)
            let begun = try? await bench.beginSignUp(name, holder: holder)
            let creation = if let begun { begun } else { try #require(try await bench.beginSignUp(name, holder: holder)) }
            let response = try passkey.register(creation.challenge.bytes, user: creation.user.bytes)
            _ = try? await bench.finishSignUp(response, named: name, holder: holder)
            #expect(interruption.happened, "\(step)")

            let signedIn = try #require(try await bench.finishSignUp(response, named: name, holder: holder).signedIn, "\(step)")
            let again = try #require(try await bench.finishSignUp(response, named: name, holder: holder).signedIn)
            #expect(again.token.digest == signedIn.token.digest)
            let second = try other.register(creation.challenge.bytes, user: creation.user.bytes)
            #expect(try await bench.finishSignUp(second, named: name, holder: holder).isChallengeRejected)
            #expect(try await bench.signIn(passkey).signedIn != nil)
            #expect(try await bench.bench.stores.stores.countAccounts() == number + 2)
        }
    }

    @Test("a sign-in that was interrupted anywhere uses its challenge at most once")
    func signIn() async throws {
        let bench = try PasskeyBench.unthrottled()
        var passkey = bench.passkey()
        let anna = try await bench.signUp(with: &passkey)
        let known = passkey
        let steps = try await operations(bench) { _ = try await bench.signIn(known) }
        let opening = try #require(steps.firstIndex(of: .openByPasskey))
        for (number, step) in steps.enumerated() {
            let holder = bench.holder()
            let request = try bench.service.beginSignIn(for: holder, isAutoFill: false, now: start)
            let before = try await bench.bench.stores.stores.sessions(of: anna.active.account.id, now: start).count
            let interruption = interrupt(bench, before: number, of: steps)
            await #expect(throws: Killed.self, "\(step)") { try await bench.answer(request, known, holder: holder) }
            #expect(interruption.happened)
            // The client repeats its assertion. If the session was opened, its token is lost, and the user signs in again.
            let repeated = try await bench.answer(request, known, holder: holder)
            #expect((repeated.signedIn != nil) == (number <= opening), "\(step)")
            #expect(try await bench.answer(request, known, holder: holder).isChallengeRejected)
            let after = try await bench.bench.stores.stores.sessions(of: anna.active.account.id, now: start).count
            #expect(after == before + 1)
            #expect(try await bench.signIn(known).signedIn != nil)
        }
    }

    /// Returns the operations of the store that `body` performs.
    private func operations(_ bench: PasskeyBench, _ body: () async throws -> Void) async throws -> [StoreOperation] {
        bench.bench.stores.forget()
        try await body()
        return bench.bench.stores.operations
    }

    private final class Interruption: Sendable {
        private let state = Mutex(false)
        var happened: Bool { state.withLock { $0 } }
        func happen() { state.withLock { $0 = true } }
    }

    /// Interrupts the next requests before the operation with this number.
    private func interrupt(_ bench: PasskeyBench, before number: Int, of steps: [StoreOperation]) -> Interruption {
        let (interruption, stores, step) = (Interruption(), bench.bench.stores, steps[number])
        var interrupting: RecordingStores.Interruption = {
            interruption.happen()
            throw Killed()
        }
        for _ in steps[..<number].filter({ $0 == step }) {
            let next = interrupting
            interrupting = { stores.before(step, next) }
        }
        stores.before(step, interrupting)
        return interruption
    }
}
