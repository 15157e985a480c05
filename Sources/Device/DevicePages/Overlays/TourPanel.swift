import Markup
import Texts

/// The guided tour beside the phones. The script checks off the steps that a new drawing of a phone names in `data-tour`.
struct TourPanel {
    let done: Set<TourStep>
    let reader: ReaderFormat

    var html: HTML {
        section(.class("tour"), .id("tour"), .aria(.labelledby, "tour-title")) {
            h2(.id("tour-title")) { reader.text(.guidedTour) }
            ol(.role(.list), .aria(.live, "polite")) {
                for step in TourStep.allCases {
                    let isDone = done.contains(step)
                    li(.class(isDone ? "step done" : "step"), .data("step", step.rawValue)) {
                        span(.class("mark"), .aria(.hidden, "true")) { Glyph.check.html }
                        span {
                            reader.text(step.text)
                            " "
                            span(.class("visually-hidden", "state"), isDone ? nil : .hidden) { reader.text(.tourStepDone) }
                        }
                    }
                }
            }
            ResetControl(
                action: PagePath.startOver, title: .startStoryOver, lead: .startStoryOverLead, confirmation: .startStoryOverNow,
                reader: reader
            ).html
        }
    }
}
