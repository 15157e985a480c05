import ArgumentParser

/// A type whose raw values belong to a stored or transmitted format. Arguments name its values by words.
protocol ArgumentWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue: ExpressibleByArgument {
    /// The word for this value, in arguments and results.
    var word: String { get }
}

extension ArgumentWord {
    /// Parses the word.
    public init?(argument: String) {
        guard let value = Self.allCases.first(where: { $0.word == argument }) else { return nil }
        self = value
    }

    /// The words, for the help and for error messages.
    public static var allValueStrings: [String] { allCases.map(\.word) }

    /// The help has no description for each word.
    public static var allValueDescriptions: [String: String] { [:] }
}
