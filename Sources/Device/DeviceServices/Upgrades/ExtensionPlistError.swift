/// Why an Info.plist declares no extension of the kind that is read.
package struct ExtensionPlistError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable, CaseIterable {
        /// Over ``ExtensionAttributes/maximumPlistLength`` bytes.
        case tooLong
        /// No property list, or none of a dictionary.
        case notPlist
        case missing
        /// A value of another type.
        case wrongType
        /// Another point than the one of such extensions.
        case otherPoint
        /// A key of the family that nothing reads: most likely misspelt.
        case unknownKey
        /// Password rules that are not.
        case badRules
        /// Rules that no password of the system satisfies.
        case unsatisfiableRules
        /// Nothing that the extension could be asked for is supported.
        case supportsNothing
    }

    package let code: Code
    /// The keys from the top of the list, with slashes between them; empty: the list itself.
    package let path: String
    /// What is wrong there.
    package let reason: String

    package init(_ code: Code, at path: String, _ reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
