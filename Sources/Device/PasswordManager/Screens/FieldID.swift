/// Names one input on a screen for as long as it exists. An input that is taken away and put back is another one.
package struct FieldID: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}
