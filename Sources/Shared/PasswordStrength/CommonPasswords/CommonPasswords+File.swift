import FoundationEssentials

extension CommonPasswords {
    /// The compiled-in lists and the operator's own file: UTF-8, one password a line, ended by a line feed or carriage return and
    /// line feed. Empty lines are passed over.
    ///
    /// Refuses, with the number of the line: what is not UTF-8, control characters, and lines over 1,024 bytes. Refuses a file
    /// that cannot be read or is larger than 256 MiB: each password takes some 50 bytes of memory.
    package init(fileAt path: String) throws(CommonPasswordsFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            throw CommonPasswordsFileError(reason: .unreadable, line: nil)
        }
        guard data.count <= Self.maximumFileSize else { throw CommonPasswordsFileError(reason: .tooLarge, line: nil) }
        self.init(adding: try Self.passwords(inFile: data))
    }

    /// The passwords of such a file.
    static func passwords(inFile bytes: some BidirectionalCollection<UInt8>) throws(CommonPasswordsFileError) -> [String] {
        var passwords: [String] = []
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            guard !text.isEmpty else { continue }
            guard text.count <= maximumLine else { throw CommonPasswordsFileError(reason: .lineTooLong, line: number) }
            guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw CommonPasswordsFileError(reason: .controlCharacter, line: number)
            }
            guard let password = String(validating: text, as: UTF8.self) else {
                throw CommonPasswordsFileError(reason: .notUTF8, line: number)
            }
            passwords.append(password)
        }
        return passwords
    }

    private static let maximumFileSize = 256 << 20
    private static let maximumLine = 1_024
}

/// Why the operator's file of common passwords was not taken.
package struct CommonPasswordsFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let reason: Reason

    /// The line at fault, counted from 1; nil where it is the file itself.
    package let line: Int?

    /// The closed list of what can be wrong.
    package enum Reason: String, Hashable, Sendable {
        /// The file is missing or may not be read.
        case unreadable = "the file cannot be read"
        /// Over 256 MiB.
        case tooLarge = "the file is larger than 256 MiB"
        /// Bytes that are not UTF-8.
        case notUTF8 = "the line is not UTF-8"
        /// A tab, U+0000 or another control character.
        case controlCharacter = "the line holds a control character"
        /// Over 1,024 bytes.
        case lineTooLong = "the line is longer than 1,024 bytes"
    }

    /// A line for the operator; it never shows the password.
    package var description: String {
        line.map { "line \($0): \(reason.rawValue)" } ?? reason.rawValue
    }
}
