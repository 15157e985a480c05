import Foundation
import JSONText
import Testing

/// A run of `latchkey passwords`.
extension CommandRun {
    /// Runs `latchkey passwords` with these arguments and this standard input in a temporary folder.
    static func passwords(_ arguments: String..., input: String = "") throws -> CommandRun {
        try CommandRun(["passwords"] + arguments, in: CommandFolder(), input: input)
    }

    /// The lines of the output as JSON.
    var answers: [JSONValue] {
        get throws { try output.split(separator: "\n").map { try JSONText.parse($0.utf8).root.value } }
    }

    /// The output as one JSON document.
    var answer: JSONValue {
        get throws { try JSONText.parse(output.utf8).root.value }
    }
}

/// Returns lines of JSON as one text.
func lines(_ values: [JSONValue]) -> String {
    values.map { $0.text() + "\n" }.joined()
}
