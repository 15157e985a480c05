import AssociatedDomains
import JSONText

/// The text of an association file or a component, from a file, standard input, or the argument itself.
struct AssociationText {
    let bytes: [UInt8]

    /// - Parameter argument: a path; `-` for standard input; or JSON, which begins with a bracket or brace.
    /// - Throws: a ``CommandFailure`` if the file cannot be read or exceeds the limit of association files.
    init(_ argument: String) throws {
        bytes =
            argument.hasPrefix("{") || argument.hasPrefix("[")
            ? Array(argument.utf8) : try LimitedFile.read(argument, limit: AssociationFile.maximumBytes)
    }

    /// Creates the text from bytes that were already read.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The text that positions of diagnostics refer to, without the byte order mark.
    var shown: [UInt8] { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes }
}

extension InputError {
    /// Creates the error of a malformed association file or link.
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
    /// The limits of a line that contains an association file of maximum size. The file is a string with a realistic share of
    /// escaped bytes, or a value one level deeper.
    static let lineOfFile = JSONLimits(
        maximumBytes: 4 * AssociationFile.maximumBytes, maximumDepth: AssociationFile.maximumDepth + 1)
}
