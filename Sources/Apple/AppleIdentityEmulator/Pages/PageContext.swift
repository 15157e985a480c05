import FoundationEssentials
import Markup
import Texts

/// The data that a page shows in addition to its model. It is task-local, because it concerns the frame and the fields of every page.
struct PageContext: Sendable {
    /// The context of the page that the current task draws.
    @TaskLocal static var current = PageContext()

    /// The clock, while it is moved.
    var clock: MovedClock?
    /// The rejected form that led to the page.
    var rejected: RejectedForm?
    /// The rejected form, within that form. Its fields show the user's input.
    var form: RejectedForm?
    /// The links to the other parts of `latchkey dev`; empty elsewhere.
    var parts: [PartLink] = []
}

/// The clock while it is moved, as the banner of each page shows it.
struct MovedClock: Sendable {
    let now: Date
    /// Whether the reader may move the clock. Other machines only see the banner.
    let canMoveBack: Bool
    /// The token and the return page of the button that moves the clock back; nil for no button.
    var back: (token: FormToken, page: LocalPath)?

    /// Returns the banner. It has the button if the browser can return to the page.
    func banner(for reader: ReaderFormat) -> HTML {
        div(.class("clock"), .role(.status)) {
            p { reader.html(.clockMoved(now)) }
            if let back {
                postButton(
                    reader.text(.clockBack), action: PagePath.Console.clockBack, token: back.token, look: .small,
                    [(.page, back.page.text)])
            }
        }
    }
}
