import AssociatedDomains
import JSONText

/// An association file or a component for a command, from a file, from standard input, or from the argument itself.
struct AssociationText {
    let bytes: [UInt8]

    /// - Parameter argument: a path; `-` for standard input; or JSON, which begins with a bracket or brace.
    /// - Throws: a ``CommandFailure`` for what cannot be read or is longer than any association file may be.
    init(_ argument: String) throws {
        bytes =
            argument.hasPrefix("{") || argument.hasPrefix("[")
            ? Array(argument.utf8) : try LimitedFile.read(argument, limit: AssociationFile.maximumBytes)
    }

    /// A file that is here already.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The text that positions of findings count in: without the byte order mark.
    var shown: [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }
}

extension InputRefusal {
    /// A text that is no association file, or no link.
    init(_ error: AssociatedDomainsError) {
        guard let place = error.place else {
            self.init(error.code.rawValue, error.reason)
            return
        }
        self.init(
            error.code.rawValue, "Line \(place.line), column \(place.column): \(error.reason)", remedy: error.remedy,
            position: place.offset)
    }
}

extension JSONLimits {
    /// A line that holds a whole file: the largest as a string, every byte of it escaped as it is in practice, and room; or as a value,
    /// which is one level deeper than the file.
    static let lineOfFile = JSONLimits(
        maximumBytes: 4 * AssociationFile.maximumBytes, maximumDepth: AssociationFile.maximumDepth + 1)
}
