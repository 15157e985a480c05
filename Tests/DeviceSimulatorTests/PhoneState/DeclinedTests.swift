import FoundationEssentials
import PasswordManager
import Testing

@testable import DeviceSimulator

@Suite("“Not Now” at a weak password") struct DeclinedTests {
    @Test("is written down, and holds on the phone that is made of it, for this account alone")
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

    @Test("is in no file of an earlier phone, which is read all the same")
    func earlier() throws {
        let bytes = Array(#"{"version":1,"neverSaved":["example.com"]}"#.utf8)
        let read = try StoredForm.read(PhoneMemory.self, of: "phone.sealed", bytes, upTo: PhoneMemory.currentVersion)
        #expect(read.declinedUpgrades.isEmpty && read.neverSaved == ["example.com"])
    }

    @Test("is over once the password is deleted: saved anew it is asked about anew")
    func deleted() throws {
        var bench = try Self.bench()
        bench.restore(try Self.afterNotNow())
        let inquiry = try #require(StateBench.inquiry(try bench.perform(.openSettings(.passwords))))
        bench.hear(.presence(number: inquiry, .confirmed))
        #expect(bench.state.memory.declinedUpgrades.count == 1)
        try bench.perform(.deletePassword(id: "example.com/ann"))
        #expect(bench.state.memory.declinedUpgrades.isEmpty)
    }

    /// What a phone has written down after the person's answer.
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
