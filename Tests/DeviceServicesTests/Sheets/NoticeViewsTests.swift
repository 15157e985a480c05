import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import Synchronization
import TestKit
import Testing

@testable import DeviceServices

@Suite("Views of extensions as notices") struct NoticeViewsTests {
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

    @Test("a new screen replaces the previous one, and a malformed screen does not")
    func replaced() throws {
        let bench = try Bench()
        try bench.show("one")
        try bench.show("two")
        bench.views.show(try #require(ShownScreen([1], handled: 0)), in: bench.view)
        let (notice, _) = try #require(bench.next())
        #expect(notice.lines.contains("  two"))
        #expect(bench.next() == nil)
    }

    @Test("no screen is posted before the view is presented or after it was dismissed, and the last one disappears with the view")
    func dismissed() throws {
        let bench = try Bench(isPresented: false)
        try bench.show("too early")
        #expect(bench.next() == nil)
        bench.present()
        try bench.show("shown")
        let (notice, screen) = try #require(bench.next())
        bench.views.dismiss(bench.view)
        #expect(bench.noticeQueue.answer(notice.number, "cancel", by: screen) == .over)
        try bench.show("too late")
        #expect(bench.next() == nil)
    }

    @Test("a notice disappears if its view is dismissed while it is posted")
    func dismissedMeanwhile() throws {
        let bench = try Bench()
        let number = Mutex<UInt64?>(nil)
        let screen = bench.noticeQueue.open()
        bench.noticeQueue.take(as: screen) { [views = bench.views, view = bench.view] notice in
            number.withLock { $0 = notice.number }
            views.dismiss(view)
        }
        try bench.show("shown")
        let posted = try #require(number.withLock { $0 })
        #expect(bench.noticeQueue.answer(posted, "cancel", by: screen) == .over)
    }

    @Test("an invalid line sends nothing, and the notice waits for another")
    func invalid() throws {
        let bench = try Bench()
        try bench.show("shown")
        let (notice, screen) = try #require(bench.next())
        #expect(bench.noticeQueue.answer(notice.number, "press go", by: screen) == .invalid)
        #expect(bench.heard == [])
        #expect(bench.noticeQueue.answer(notice.number, "cancel", by: screen) == .done)
        #expect(bench.heard == ["cancel"])
    }

    /// A view with one field.
    private final class Bench: Sendable {
        let noticeQueue = NoticeQueue(timeout: PromptTimeout { _ in })
        let views: NoticeViews
        let view: ExtensionPresentation
        private let words = Mutex<[String]>([])

        init(isPresented: Bool = true) throws {
            views = NoticeViews(noticeQueue)
            view = ExtensionPresentation(
                number: 1, app: try AppIdentifier("ABCDE12345.com.example.app"), user: "ann", site: "example.com")
            if isPresented { present() }
        }

        var heard: [String] { words.withLock { $0 } }

        func present() {
            views.present(
                view,
                controls: ExtensionControls(
                    cancel: { [self] in words.withLock { $0.append("cancel") } },
                    send: { [self] _ in words.withLock { $0.append("event") } }))
        }

        func show(_ text: String) throws {
            let content = AppScreen(title: "Code", elements: [.text(AppText(text)), .field(AppTextField("code", label: "Code"))])
            views.show(try #require(ShownScreen(try AppLine.bytes(content), handled: 0)), in: view)
        }

        /// The next waiting notice, and the screen that took it.
        func next() -> (notice: NoticeQueue.Notice, screen: ScreenConnection)? {
            let (taken, screen) = (Watched<NoticeQueue.Notice?>(nil), noticeQueue.open())
            noticeQueue.take(as: screen) { notice in taken.value = notice }
            guard let notice = taken.value else {
                noticeQueue.leave(screen)
                return nil
            }
            return (notice, screen)
        }
    }
}
