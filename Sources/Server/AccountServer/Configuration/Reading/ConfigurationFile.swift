import FoundationEssentials

/// A configuration file: the text of one YAML document, not yet parsed.
package struct ConfigurationFile: Sendable {
    /// The path as the operator wrote it. Relative paths in the file start from its folder.
    package let path: String

    let text: String

    /// Whether users other than the file's owner and group can read it.
    let isReadableByOthers: Bool

    /// Creates a configuration file from a text.
    package init(path: String, text: String, isReadableByOthers: Bool = false) {
        self.path = path
        self.text = text
        self.isReadableByOthers = isReadableByOthers
    }

    /// Reads the file. Throws if it does not exist, is larger than 1 MiB, or is not UTF-8.
    package init(readingFrom path: String) throws(ConfigurationProblem) {
        let file = try OperatorFile(path: path, upTo: 1 << 20, key: nil, place: nil)
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            throw ConfigurationProblem(at: .file(path: path, line: 1, column: 1), key: nil, "the file is not UTF-8")
        }
        self.init(path: path, text: text, isReadableByOthers: file.isReadableByOthers)
    }

    /// Resolves a path that this file contains.
    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = self.path.lastIndex(of: "/") else { return path }
        return self.path[...slash] + path
    }
}

/// A small file of the operator: a configuration, key or list. It is read completely, once.
struct OperatorFile: Sendable {
    let bytes: [UInt8]

    /// The permission bits of the file.
    private let permissions: Int

    /// Reads the file. Throws if it does not exist, cannot be read, or has more than `limit` bytes.
    init(path: String, upTo limit: Int, key: String?, place: ConfigurationSource?) throws(ConfigurationProblem) {
        func problem(_ reason: String, _ remedy: String?) -> ConfigurationProblem {
            ConfigurationProblem(at: place, key: key, "\(path) \(reason)", remedy: remedy)
        }
        let manager = FileManager.default
        guard let attributes = try? manager.attributesOfItem(atPath: Self.followingLinks(path)) else {
            throw problem("does not exist or is not accessible", "check the path and its permissions")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int else {
            throw problem("is not a regular file", nil)
        }
        guard size <= limit else { throw problem("is too large: \(size) bytes", "the limit is \(limit) bytes") }
        guard let content = manager.contents(atPath: path) else { throw problem("cannot be read", "check its permissions") }
        guard content.count <= limit else { throw problem("grew while it was being read", nil) }
        bytes = Array(content)
        permissions = attributes[.posixPermissions] as? Int ?? 0o777
    }

    /// Whether users other than its owner and group can read the file.
    var isReadableByOthers: Bool { permissions & 0o004 != 0 }

    /// Whether others can read the file, or users other than its owner can write it. A secret in such a file is rejected.
    var isExposed: Bool { permissions & 0o026 != 0 }

    /// The mode in octal, in the form of `chmod`.
    var mode: String {
        let digits = String(permissions & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func followingLinks(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path
    }
}
