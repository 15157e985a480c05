import DeviceProtocol
import Glibc
import Secrets
import Testing

@testable import DeviceBroker

@Suite("Prompts on the control socket", .timeLimit(.minutes(20))) struct PromptConversationTests {
    let fixture: RunningFixture
    let app: SocketLink

    init() throws {
        fixture = try RunningFixture()
        try fixture.setUp()
        app = try fixture.app()
        try app.perform(AddItem.password(constraints: [.userPresence]))
    }

    @Test("a prompt contains the caller and the purpose as the broker knows them, and a match releases the item")
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

    @Test("the fallback leads to the passcode, which may be wrong twice")
    func passcode() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let first = try #require(try screen.nextPrompt())
        #expect(throws: DeviceError.self) { try screen.perform(.answerPrompt(first.number, .fallback)) }
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

    @Test("a prompt can be cancelled")
    func cancelling() throws {
        defer { try? fixture.running.stop() }
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        try screen.perform(.answerPrompt(prompt.number, .cancel))
        #expect(answer.take() == .failure(.authentication(.userCancel)))
    }

    @Test("the prompt of a disconnected screen is offered to the next one")
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

    @Test("a prompt without a screen is interrupted")
    func noScreen() throws {
        defer { try? fixture.running.stop() }
        let answer = fixture.find(app)
        fixture.timeout.waitForStart()
        fixture.timeout.end()
        #expect(answer.take() == .failure(.authentication(.systemCancel)))
    }

    @Test("locking ends a prompt and notifies its watcher, and a later answer fails")
    func locking() throws {
        defer { try? fixture.running.stop() }
        let (screen, watcher) = (try fixture.owner(), try fixture.owner())
        let answer = fixture.find(app)
        let prompt = try #require(try screen.nextPrompt())
        try fixture.owner().perform(.lock)
        #expect(answer.take() == .failure(.authentication(.systemCancel)))
        #expect(try watcher.perform(.watchPrompt(prompt.number)) == .promptOver)
        #expect(throws: DeviceError.item(.notFound)) { try screen.perform(.answerPrompt(prompt.number, .sensor(.matched))) }
    }

    @Test("turning the device off ends prompts, and all calls return")
    func switchedOff() throws {
        let screen = try fixture.owner()
        let answer = fixture.find(app)
        _ = try screen.nextPrompt()
        try fixture.running.stop()
        guard case .failure = answer.take() else {
            Issue.record("the item was released")
            return
        }
        #expect {
            try screen.nextPrompt()
        } throws: { error in
            if case DeviceError.unavailable = error { true } else { false }
        }
    }

    @Test("a prompt adds an audit entry without the app's texts")
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

    /// A screen that takes a prompt and disconnects without an answer.
    private func takeAndGo() throws -> UInt64? {
        let screen = try fixture.owner()
        return try screen.nextPrompt()?.number
    }
}
