import AssociatedDomains
import JSONText

extension JSONLimits {
    /// A line that holds a whole file: the largest as a string, every byte of it escaped as it is in practice, and room; or as a value,
    /// which is one level deeper than the file.
    static let lineOfFile = JSONLimits(
        maximumBytes: 4 * AssociationFile.maximumBytes, maximumDepth: AssociationFile.maximumDepth + 1)
}
