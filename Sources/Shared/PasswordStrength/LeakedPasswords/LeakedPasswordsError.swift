/// Why leaked passwords could not be looked up. It shows no digest beyond the five digits that name a range.
package struct LeakedPasswordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let reason: Reason

    /// The folder, the file or the range at fault.
    package let place: String

    /// The line at fault, counted from 1; nil where it is the whole.
    package let line: Int?

    /// The closed list of what can be wrong.
    package enum Reason: String, Error, Hashable, Sendable {
        /// No folder of that name.
        case noFolder = "this is not a folder, or it cannot be reached"
        /// Neither `00000.txt` nor `00000` is in the folder.
        case noRanges = "the folder holds no range files, such as 00000.txt"
        /// A range file is not there. Each of the 1,048,576 published ranges has one.
        case missingRange = "the range file is missing, so the download is incomplete"
        /// The file may not be read, is no regular file, or changed while it was read.
        case unreadable = "the file cannot be read"
        /// Over 16 MiB.
        case tooLarge = "the range is larger than 16 MiB"
        /// No line at all. No published range is empty.
        case empty = "the range is empty, so the download is incomplete"
        /// Not 35 digits, or lower-case ones. The ranges of NTLM digests have 27.
        case malformedSuffix = "the line does not begin with 35 upper-case hexadecimal digits"
        /// No colon, or no whole number without leading zeros after it.
        case malformedCount = "the line does not end with a colon and a count"
        /// The range API answered with a status other than 200.
        case unexpectedStatus = "the service did not answer with the range"
    }

    init(_ reason: Reason, at place: String, line: Int? = nil) {
        self.reason = reason
        self.place = place
        self.line = line
    }

    /// A line for the operator.
    package var description: String {
        "\(place): " + (line.map { "line \($0): " } ?? "") + reason.rawValue
    }
}
