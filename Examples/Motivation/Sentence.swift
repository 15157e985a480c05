import Hummingbird

/// `{"motivation"}`
struct Sentence: ResponseEncodable {
    let motivation: String

    /// A text of the catalogs.
    static var random: MotivationServerText { all.randomElement() ?? .rest }

    private static let all: [MotivationServerText] = [
        .firstVersion, .finishToday, .smallSteps, .itWorked, .writtenDown, .rest, .askEarly, .harderThings,
    ]
}
