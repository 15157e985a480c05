import FoundationEssentials

/// A file of configuration: the text of one YAML document, not yet looked into.
package struct ConfigurationFile: Sendable {
    /// The path as the operator gave it; relative paths in the file start from its folder.
    package let path: String

    let text: String

    /// Whether the file's mode lets accounts beside its owner and group read it.
    let isReadableByOthers: Bool

    /// Takes a text that is at hand.
    package init(path: String, text: String, isReadableByOthers: Bool = false) {
        self.path = path
        self.text = text
        self.isReadableByOthers = isReadableByOthers
    }

    /// Reads the file. Throws where there is none, where it is larger than 1 MiB, and where it is not UTF-8.
    package init(readingFrom path: String) throws(ConfigurationProblem) {
        let file = try OperatorFile(path: path, upTo: 1 << 20, key: nil, place: nil)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ConfigurationProblem(at: .file(path: path, line: 1, column: 1), key: nil, "the file is not UTF-8")
        }
        self.init(path: path, text: text, isReadableByOthers: file.isReadableByOthers)
    }

    /// `path` as it is meant in this file.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
        return self.path[...slash] + path
    }
}
