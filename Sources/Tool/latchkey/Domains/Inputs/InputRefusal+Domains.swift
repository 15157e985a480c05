import AssociatedDomains

extension InputRefusal {
    /// A text that is no association file.
    init(_ error: AssociationFileError) {
        self.init(
            error.code.rawValue, "Line \(error.position.line), column \(error.position.column): \(error.reason)",
            remedy: error.code.remedy, position: error.position.offset)
    }

    /// A text that is no link.
    init(_ error: LinkURLError) {
        self.init(error.code.rawValue, error.reason)
    }
}
