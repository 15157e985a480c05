import DeviceProtocol
import Glibc
import Secrets
import Testing

@testable import DeviceBroker

@Suite("A prompt on a broker's own socket", .timeLimit(.minutes(5))) struct PromptConversationTests {
    let fixture: RunningFixture
    let app: SocketLink

    init() throws {
        fixture = try RunningFixture()
        try fixture.setUp()
        app = try fixture.app()
        try app.perform(AddItem.password(constraints: [.userPresence]))
    }

    @Test("says who asks and what for, as the broker knows it, and a match lets the app have its item")
    func match() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        #expect(prompt.app == TestDevice.app.identifier && prompt.purpose == .readItem)
        #expect(prompt.question == .biometry(.fingerprint) && !prompt.isRepeated)
        try screen.perform(.answerPrompt(prompt.number, .sensor(.matched)))
        #expect(try answer.take().get().items.first?.data == RunningFixture.secret)
    }

    @Test("leads by the fallback to the passcode, which may be wrong twice")
    func passcode() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let first = try #require(try screen.nextPrompt())
        #expect(throws: DeviceRefusal.self) { try screen.perform(.answerPrompt(first.number, .fallback)) }
        try screen.perform(.answerPrompt(first.number, .sensor(.notMatched)))
        let second = try #require(try screen.nextPrompt())
        #expect(second.hasFallback && !first.hasFallback)
        try screen.perform(.answerPrompt(second.number, .fallback))
        for number in 1...3 {
            let prompt = try #require(try screen.nextPrompt())
            #expect(prompt.question == .passcode && prompt.isRepeated == (number > 1))
            let typed = number == 3 ? RunningFixture.passcode : SecretBytes(utf8: "0000")
            try screen.perform(.answerPrompt(prompt.number, .passcode(typed)))
        }
        #expect(try answer.take().get().items.first?.data == RunningFixture.secret)
    }

    @Test("can be cancelled")
    func cancelling() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        try screen.perform(.answerPrompt(prompt.number, .cancel))
        #expect(answer.take() == .failure(.authentication(.userCancel)))
    }

    @Test("is offered to the next screen when the one that took it is gone")
    func screenGone() throws {
        defer { try? fixture.running.stop() }
        let answer = fixture.find(app)
        let number = try takeAndGo()
        let screen = try fixture.owner()
        let prompt = try #require(try screen.nextPrompt())
        #expect(prompt.number == number)
        try screen.perform(.answerPrompt(prompt.number, .sensor(.matched)))
        #expect(try answer.take().get().items.count == 1)
    }

    @Test("is interrupted when nobody takes it")
    func nobody() throws {
        defer { try? fixture.running.stop() }
        let answer = fixture.find(app)
        while fixture.patience.count == 0 { sched_yield() }
        fixture.patience.end()
        #expect(answer.take() == .failure(.authentication(.systemCancel)))
    }

    @Test("ends with the lock, and tells whoever watches it; its answer comes too late")
    func locking() throws {
        defer { try? fixture.running.stop() }
        let (screen, watcher) = (try fixture.owner(), try fixture.owner())
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        try fixture.owner().perform(.lock)
        #expect(answer.take() == .failure(.authentication(.systemCancel)))
        #expect(try watcher.perform(.watchPrompt(prompt.number)) == .promptOver)
        #expect(throws: DeviceRefusal.item(.notFound)) { try screen.perform(.answerPrompt(prompt.number, .sensor(.matched))) }
    }

    @Test("ends when the device is switched off; nobody hangs")
    func switchedOff() throws {
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        _ = try screen.nextPrompt()
        try fixture.running.stop()
        guard case .failure = answer.take() else {
            Issue.record("the item was given out")
            return
        }
        #expect {
            try screen.nextPrompt()
        } throws: { error in
            if case DeviceRefusal.unavailable = error { true } else { false }
        }
    }

    @Test("leaves an entry for the owner, without a word of the app")
    func audit() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        try screen.perform(.answerPrompt(prompt.number, .sensor(.matched)))
        _ = answer.take()
        guard case .audit(let entries) = try screen.perform(.audit(limit: 10)) else {
            Issue.record("no audit trail")
            return
        }
        #expect(entries.first?.app == TestDevice.app.identifier.rawValue && entries.first?.outcome == "matched")
    }

    /// A screen that takes a prompt and is gone without an answer.
    private func takeAndGo() throws -> UInt64? {
        let screen = try fixture.owner()
        return try screen.nextPrompt()?.number
    }
}
