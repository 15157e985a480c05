import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import Synchronization
import Testing

@testable import DeviceServices

@Suite("Views of extensions on the board") struct NoticeViewsTests {
    @Test("a line of two events is followed by one notice, after the extension has handled both")
    func wholeLines() throws {
        let noticeQueue = NoticeQueue(timeout: PromptTimeout { _ in })
        let views = NoticeViews(noticeQueue)
        let sent = Mutex(0)
        let notices = Mutex<[NoticeQueue.Notice]>([])
        let view = ExtensionPresentation(
            number: 1, app: try AppIdentifier("ABCDE12345.com.example.app"), user: "ann", site: "example.com")
        views.present(view, controls: ExtensionControls(cancel: {}, send: { _ in sent.withLock { $0 += 1 } }))

        func show(_ text: String, handled: UInt32) throws {
            let screen = AppScreen(title: "Code", elements: [.text(AppText(text)), .field(AppTextField("code", label: "Code"))])
            views.show(try #require(ShownScreen(try AppLine.bytes(screen), handled: handled)), in: view)
        }
        let screen = noticeQueue.open()
        func take() { noticeQueue.take(as: screen) { notice in notices.withLock { $0.append(notice) } } }

        take()
        try show("before", handled: 0)
        let first = try #require(notices.withLock { $0.first })
        #expect(first.lines.contains("  before"))
        #expect(noticeQueue.answer(first.number, "type code 123456", by: screen) == .done)
        #expect(sent.withLock { $0 } == 2)
        take()
        try show("focused", handled: 1)
        #expect(notices.withLock { $0.count } == 1)
        try show("typed", handled: 2)
        #expect(notices.withLock { $0.last?.lines.contains("  typed") } == true)
    }
}
