import ArgumentParser
import Foundation
import Testing

@testable import latchkey

@Suite("The help of each command")
struct HelpTests {
    /// A command without subcommands.
    struct Leaf: CustomTestStringConvertible, Sendable {
        let command: any ParsableCommand.Type
        /// The words that call it, beginning with `latchkey`.
        let words: [String]

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let leaves = leaves(below: Latchkey.self, words: [])

    private static func leaves(below command: any ParsableCommand.Type, words: [String]) -> [Leaf] {
        let configuration = command.configuration
        let words = words + [configuration.commandName ?? ""]
        guard !configuration.subcommands.isEmpty else {
            return configuration.shouldDisplay ? [Leaf(command: command, words: words)] : []
        }
        return configuration.subcommands.flatMap { leaves(below: $0, words: words) }
    }

    @Test("the walk over the commands finds all of them")
    func count() {
        #expect(Self.leaves.count > 100)
        #expect(Self.leaves.contains { $0.words == ["latchkey", "apple", "accounts", "change-password"] })
    }

    @Test("ends with an example that parses as the command", arguments: leaves)
    func example(leaf: Leaf) throws {
        let configuration = leaf.command.configuration
        #expect(configuration.abstract.hasSuffix("."))
        let parts = configuration.discussion.components(separatedBy: "Example:\n  ")
        #expect(parts.count == 2)
        let text = try #require(parts.last)
        // The help wraps longer lines, which then cannot be copied.
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 78 })
        let example = Self.words(text)
        #expect(example.starts(with: leaf.words))
        #expect(type(of: try Latchkey.parseAsRoot(Array(example.dropFirst()))) == leaf.command)
    }

    @Test("the help lists the words that an argument accepts, not the raw values of its type")
    func values() {
        let modifications = DeviceUpgradesStartCommand.helpMessage(columns: 1_000)
        #expect(modifications.contains("(values: strong-password, sign-in-with-apple)"))
        let item = KeychainAddCommand.helpMessage(columns: 1_000)
        #expect(item.contains("(values: when-unlocked, after-first-unlock, ") && item.contains("(values: user-presence, "))
    }

    /// Returns the words of a shell command up to a redirection. Quotes enclose whole words.
    private static func words(_ line: String) -> [String] {
        let pieces = line.replacing("\\\n", with: " ").split(separator: "'", omittingEmptySubsequences: false)
        let words = pieces.enumerated().flatMap { index, piece in
            index.isMultiple(of: 2) ? piece.split(whereSeparator: \.isWhitespace).map(String.init) : [String(piece)]
        }
        return Array(words.prefix { !["<", ">"].contains($0) })
    }
}
