/// Answers the one question that the daemon has about a file. Injected, so that the daemon knows no format.
public struct AssociationFileReader: Sendable {
    /// What a file turned out to be.
    public enum Outcome: Sendable {
        /// It can be read; the closure says whether it names an app for a service.
        case sound(names: @Sendable (AppIdentifier, AssociatedService) -> Bool)
        /// It cannot be read; with words for people.
        case broken(String)
    }

    private let outcome: @Sendable ([UInt8]) -> Outcome

    /// A reader of files.
    public init(_ outcome: @escaping @Sendable ([UInt8]) -> Outcome) {
        self.outcome = outcome
    }

    /// Reads a file.
    func read(_ file: [UInt8]) -> Outcome { outcome(file) }
}
