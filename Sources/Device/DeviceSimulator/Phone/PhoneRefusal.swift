/// Why something that a person does has no effect. Nothing has changed then.
public struct PhoneRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Hashable, Codable, Sendable, CaseIterable {
        /// There is nothing of the kind: the screen has changed meanwhile.
        case nothingThere = "nothing-there"
        /// Something lies over it.
        case covered
        /// The device is locked.
        case locked
        /// The face, the finger or the passcode is not the owner's.
        case notRecognized = "not-recognized"
        /// The system cannot: a name that is none, a service that does not answer, a keychain that refuses.
        case failed
    }

    /// Which kind it is.
    public let code: Code
    /// For the person.
    public let description: String

    /// A refusal.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
