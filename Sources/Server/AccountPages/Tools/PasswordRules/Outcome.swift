/// What is said about a field in a sentence or two.
struct Outcome {
    let text: String
    let tone: Tone

    init(_ text: String, _ tone: Tone) {
        self.text = text
        self.tone = tone
    }

    /// The class that colours it.
    enum Tone: String {
        case good, odd, bad
    }
}
