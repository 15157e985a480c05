import DeviceServices
import Testing

@testable import DeviceSimulator

@Suite("Messages, and banners at the top of a phone") struct BannerTests {
    @Test("a message is a banner for six seconds, or until it is dismissed")
    func banner() throws {
        var bench = try StateBench()
        bench.observe(.message("one", sender: "Bob"))
        bench.now = at(5.9)
        bench.observe(.timePassed)
        #expect(bench.view.banner?.text == "one")
        bench.now = at(6)
        bench.observe(.timePassed)
        #expect(bench.view.banner == nil)
        bench.observe(.message("two", sender: "Bob"))
        try bench.perform(.dismissBanner)
        #expect(bench.view.banner == nil)
        bench.observe(.message("three", sender: "Bob"))
        try bench.perform(.openMessages)
        guard case .messages(let messages) = bench.view.content else {
            Issue.record("\(bench.view.content)")
            return
        }
        #expect(messages.map(\.text) == ["three", "two", "one"] && bench.view.banner == nil)
        for number in 0..<200 { bench.observe(.message("\(number)", sender: "Bob")) }
        if case .messages(let messages) = bench.view.content { #expect(messages.count == PhoneState.messageLimit) }
        #expect(bench.view.banner == nil)
    }

    @Test("a notification is visible for six seconds, above a message, and not on the lock screen")
    func notification() throws {
        var bench = try StateBench()
        let shown = SystemNotification.passkeySaved(user: "ann", site: "example.com")
        bench.observe(.message("one", sender: "Bob"))
        bench.observe(.notified(shown))
        #expect(bench.view.notification == .passkeySaved(user: "ann", site: "example.com") && bench.view.banner != nil)
        try bench.perform(.dismissBanner)
        #expect(bench.view.notification == nil && bench.view.banner != nil)
        try bench.perform(.dismissBanner)
        #expect(bench.view.banner == nil)
        #expect(throws: PhoneError.self) { try bench.perform(.dismissBanner) }

        bench.observe(.notified(shown))
        #expect(!bench.state.isDue(at: at(5.9)) && bench.state.isDue(at: at(6)))
        bench.now = at(5.9)
        bench.observe(.timePassed)
        #expect(bench.view.notification != nil)
        bench.now = at(6)
        bench.observe(.timePassed)
        #expect(bench.view.notification == nil)
        bench.observe(.notified(shown))
        bench.observe(.device(DeviceFacts(isLocked: true)))
        #expect(bench.view.notification == nil)
    }

    @Test("Messages shows the position of a message's code, and the code in the form to type")
    func codes() throws {
        var bench = try StateBench()
        try bench.perform(.openMessages)
        bench.observe(.message("您的验证码是３８４ ９２０,5分钟内有效", sender: "Shop"))
        guard case .messages(let messages) = bench.view.content else {
            Issue.record("\(bench.view.content)")
            return
        }
        #expect(messages.first?.code == .init(text: "384920", range: 6..<13))
    }
}
