import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("“Not Now” for a weak password") struct DeclinedTests {
    @Test("is stored, and applies after a restart to this account only")
    func remembered() throws {
        let memory = try Self.afterNotNow()
        let bytes = try StoredForm.bytes(memory)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("password1"))
        let read = try StoredForm.read(PhoneMemory.self, of: "phone.sealed", bytes, upTo: PhoneMemory.currentVersion)
        #expect(read == memory)

        var again = try Self.bench()
        again.restore(read)
        try again.launch(showing: .signIn, focus: "user")
        _ = try again.fill()
        again.takeOver()
        #expect(StateBench.judgement(again.show(.signedIn)) == nil)

        var other = try StateBench()
        try other.save("bob", "password1")
        other.restore(read)
        try other.launch(showing: .signIn, focus: "user")
        _ = try other.fill()
        other.takeOver()
        #expect(StateBench.judgement(other.show(.signedIn)) != nil)
    }

    @Test("ends when the password is deleted: if it is saved again, the user is asked again")
    func deleted() throws {
        var bench = try Self.bench()
        bench.restore(try Self.afterNotNow())
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        bench.observe(.presence(number: inquiry, .confirmed))
        #expect(bench.state.memory.declinedUpgrades.count == 1)
        try bench.perform(.deletePassword(id: "example.com/ann"))
        #expect(bench.state.memory.declinedUpgrades.isEmpty)
    }

    /// The stored memory after the user's answer.
    private static func afterNotNow() throws -> PhoneMemory {
        var bench = try bench()
        try bench.signIn(judged: try StateBench.weak())
        var core = PhoneCore(bench.state, memory: PhoneMemory())
        _ = try core.act(.closeUpgradeQuestion, at: bench.now)
        var written: PhoneMemory?
        while let effect = core.nextEffect() {
            if case .remember(let memory) = effect { written = memory }
            core.effectIsDone()
        }
        return try #require(written)
    }

    private static func bench() throws -> StateBench {
        let bench = try StateBench()
        try bench.save("ann", "password1")
        return bench
    }
}
