/// What a file holds before anybody asks for JSON: its size, its encoding, and what stands around the text.
enum FileContent {
    /// The JSON text of a file.
    ///
    /// - Throws: for what surely is something else.
    static func unwrapped(
        _ file: some Collection<UInt8>
    ) throws(AssociationFileError) -> (content: [UInt8], wrapping: AssociationFile.Wrapping) {
        // Counted before it is copied.
        guard file.count <= AssociationFile.maximumBytes else {
            throw AssociationFileError(
                .tooLarge, "The file has \(file.count) bytes; at most \(AssociationFile.maximumBytes) are read.")
        }
        let bytes = Array(file)
        guard bytes.contains(where: { !$0.isSpaceOrControl }) else {
            throw AssociationFileError(.emptyFile, "The file is empty.")
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0) {
            throw AssociationFileError(.notUTF8, "The file is in UTF-16 or UTF-32.")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), .byteOrderMark) }
        if let signed = try SignedFile.content(of: bytes) { return (signed, .signature) }
        if isHTML(bytes) { throw AssociationFileError(.htmlInsteadOfJSON, "The file is a page of HTML.") }
        return (bytes, .none)
    }

    /// Whether a text that is no JSON is a page, which is what a site answers whose fallback serves its start page under every
    /// address.
    static func isHTML(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { !$0.isSpaceOrControl }) else { return false }
        return first == UInt8(ascii: "<")
    }
}
