import Crypto
import Foundation
import JSONText

/// A folder with a key file, and runs of `latchkey apple-identity` in it.
struct AppleIdentityFolder {
    static let credentials = "--team TEAM567890 --key-id KEY4567890 --client-id com.example.app --key-file AuthKey_KEY4567890.p8"

    let folder: CommandFolder
    let key = P256.Signing.PrivateKey()

    init() throws {
        folder = try CommandFolder()
        try folder.write(key.pemRepresentation, to: "AuthKey_KEY4567890.p8")
    }

    /// Runs a command with valid credentials.
    func run(_ command: String, _ more: String = "", input: String = "") throws -> CommandRun {
        try with("\(command) \(Self.credentials) \(more)", input: input)
    }

    /// Runs a command with these arguments alone; `~` in them represents a space.
    func with(_ line: String, input: String = "") throws -> CommandRun {
        let words = "apple-identity \(line)".split(separator: " ").map { String($0).replacing("~", with: " ") }
        return try CommandRun(words, in: folder, input: input)
    }
}

extension CommandRun {
    /// Standard output as a JSON document.
    var document: JSONValue {
        get throws { try JSONText.parse(output.utf8).root.value }
    }
}
