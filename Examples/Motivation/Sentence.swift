import Hummingbird

/// `{"motivation"}`
struct Sentence: ResponseEncodable {
    let motivation: String

    static func random() -> Sentence {
        Sentence(motivation: all.randomElement() ?? "Keep going.")
    }

    private static let all = [
        "The first version need not be good. It needs to be there.",
        "What you finish today you will not dread tomorrow.",
        "Small steps count double when they are in the right direction.",
        "People forget how long it took. They remember that it worked.",
        "A problem written down is half as large.",
        "Rest is part of the work.",
        "Ask early. The answer is shorter than the search.",
        "You have done harder things than this.",
    ]
}
