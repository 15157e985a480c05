/// Names that people and developers choose: at most 100 bytes, no control characters.
enum PlainName {
    static func isSuitable(_ text: String) -> Bool {
        text.utf8.count <= ServiceLimits.nameBytes
            && text.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control && $0.properties.generalCategory != .lineSeparator
            }
    }

    static func check(_ text: String, _ what: String) throws(EmulatorRefusal) {
        guard isSuitable(text), !text.allSatisfy(\.isWhitespace) else {
            throw EmulatorRefusal(
                .malformed, "\(what) must have 1 to \(ServiceLimits.nameBytes) bytes, none of them a control character")
        }
    }
}
