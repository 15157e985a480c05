import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceScreens
import Synchronization
import Testing

@testable import DeviceServices

@Suite("Views of extensions on the board") struct BoardViewsTests {
    @Test("a line of two events is followed by one notice, after the extension has handled both")
    func wholeLines() throws {
        let board = OwnerBoard(timeout: PromptTimeout { _ in })
        let views = BoardViews(board)
        let sent = Mutex(0)
        let notices = Mutex<[OwnerBoard.Notice]>([])
        let view = ExtensionPresentation(
            number: 1, app: try AppIdentifier("ABCDE12345.com.example.app"), user: "ann", site: "example.com")
        views.present(view, controls: ExtensionControls(cancel: {}, send: { _ in sent.withLock { $0 += 1 } }))

        func show(_ text: String, handled: UInt32) throws {
            let screen = AppScreen(title: "Code", elements: [.text(AppText(text)), .field(AppTextField("code", label: "Code"))])
            views.show(try #require(ShownScreen(try AppLine.bytes(screen), handled: handled)), in: view)
        }
        let screen = board.open()
        func take() { board.take(as: screen) { notice in notices.withLock { $0.append(notice) } } }

        take()
        try show("before", handled: 0)
        let first = try #require(notices.withLock { $0.first })
        #expect(first.lines.contains("  before"))
        #expect(board.answer(first.number, "type code 123456", by: screen) == .done)
        #expect(sent.withLock { $0 } == 2)
        take()
        try show("focused", handled: 1)
        #expect(notices.withLock { $0.count } == 1)
        try show("typed", handled: 2)
        #expect(notices.withLock { $0.last?.lines.contains("  typed") } == true)
    }
}
