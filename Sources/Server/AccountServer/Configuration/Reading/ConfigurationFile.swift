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

/// A small file of the operator's: a configuration, a key, a list. It is read whole, once.
struct OperatorFile: Sendable {
    let bytes: [UInt8]

    /// The permission bits of the file.
    private let permissions: Int

    /// Reads the file. Throws where there is none, where it cannot be read, and where it has more than `limit` bytes.
    init(path: String, upTo limit: Int, key: String?, place: ConfigurationPlace?) throws(ConfigurationProblem) {
        func problem(_ reason: String, _ remedy: String?) -> ConfigurationProblem {
            ConfigurationProblem(at: place, key: key, "\(path) \(reason)", remedy: remedy)
        }
        let manager = FileManager.default
        guard let attributes = try? manager.attributesOfItem(atPath: Self.followingLinks(path)) else {
            throw problem("does not exist or cannot be reached", "check the path and who may read it")
        }
        guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int else {
            throw problem("is not a regular file", nil)
        }
        guard size <= limit else { throw problem("has \(size) bytes", "at most \(limit) are read") }
        guard let content = manager.contents(atPath: path) else { throw problem("cannot be read", "check who may read it") }
        guard content.count <= limit else { throw problem("grew while it was read", nil) }
        bytes = Array(content)
        permissions = attributes[.posixPermissions] as? Int ?? 0o777
    }

    /// Whether accounts beside its owner and group may read it.
    var isReadableByOthers: Bool { permissions & 0o004 != 0 }

    /// Whether others may read it, or anybody but its owner may write it: then what it holds is no secret, or not the owner's.
    var isExposed: Bool { permissions & 0o026 != 0 }

    /// The mode in octal, as `chmod` takes it.
    var mode: String {
        let digits = String(permissions & 0o7777, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func followingLinks(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path
    }
}
