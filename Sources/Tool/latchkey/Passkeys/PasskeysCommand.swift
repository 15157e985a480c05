import ArgumentParser
import JSONText
import Secrets
import WebAuthn

/// `latchkey passkeys`: responses of passkeys verified and taken apart, and options made, by hand or in batches.
struct PasskeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys", abstract: "Verify and decode responses of passkeys, and make options for them.",
        discussion: """
            Each command reads JSON from standard input: one object, or with --jsonl one a line, answered with one a line in the same order. \
            Binary members are base64url without padding, as in the JSON of a browser's toJSON(). Unknown members are ignored, and a member \
            that is null counts as missing. A line that cannot be answered gives {"error":{"code","message","line"}}, the batch continues, and \
            its exit code is 1. docs/commands.md lists the codes.
            """,
        subcommands: [PasskeysVerifyCommand.self, PasskeysDecodeCommand.self, PasskeysOptionsCommand.self])
}

/// An object of a line: its members, each of one type.
struct PasskeyMembers {
    let node: JSONNode

    /// A member that must be present, read by one of the methods below.
    func require<Value>(
        _ name: String, _ read: (String) throws(InputRefusal) -> Value?
    ) throws(InputRefusal) -> Value {
        guard let value = try read(name) else { throw InputRefusal("missing-member", "The member \(name) is required.") }
        return value
    }

    func string(_ name: String) throws(InputRefusal) -> String? { try member(name, "a string") { $0.string } }

    func boolean(_ name: String) throws(InputRefusal) -> Bool? { try member(name, "true or false") { $0.boolean } }

    func number(_ name: String) throws(InputRefusal) -> Double? { try member(name, "a number") { $0.number?.double } }

    func count(_ name: String) throws(InputRefusal) -> UInt32? {
        try member(name, "a whole number of 32 bits") { $0.number?.int.flatMap(UInt32.init(exactly:)) }
    }

    func bytes(_ name: String) throws(InputRefusal) -> [UInt8]? {
        try member(name, "base64url without padding") { $0.string.flatMap { Base64URL.decode($0) } }
    }

    func strings(_ name: String) throws(InputRefusal) -> [String]? {
        try member(name, "an array of strings") { node in
            node.elements.flatMap { elements in
                let strings = elements.map(\.string)
                return strings.contains(nil) ? nil : strings.compactMap(\.self)
            }
        }
    }

    func object(_ name: String) throws(InputRefusal) -> PasskeyMembers? {
        try member(name, "an object") { $0.kind == .object ? PasskeyMembers(node: $0) : nil }
    }

    private func member<Value>(_ name: String, _ expected: String, _ read: (JSONNode) -> Value?) throws(InputRefusal) -> Value? {
        guard let node = node[name], !node.isNull else { return nil }
        guard let value = read(node) else { throw InputRefusal("wrong-type", "The member \(name) must be \(expected).") }
        return value
    }
}

extension InputRefusal {
    /// Runs `body`, whose errors are about the question and not about the response in it.
    static func explaining<Value>(_ body: () throws(WebAuthnError) -> Value) throws(InputRefusal) -> Value {
        do throws(WebAuthnError) {
            return try body()
        } catch {
            throw InputRefusal(error.code.rawValue, error.description)
        }
    }
}

extension InputOptions {
    /// Answers what is on standard input: one question, or one a line. A single answer is written by `write`.
    func answer(
        _ answer: (PasskeyMembers) async throws -> JSONValue, write: (JSONValue) throws -> Void
    ) async throws {
        if jsonl { return try await LineBatch.run { line in try await answer(PasskeyMembers(node: line.root)) } }
        let text = try TextInput.read(nil, named: "the question")
        let outcome: Result<JSONValue, any Error>
        do {
            outcome = .success(try await answer(PasskeyMembers(node: LineMembers(Array(text.utf8)).root)))
        } catch {
            outcome = .failure(error)
        }
        try single(text: text) { try write(try outcome.get()) }
    }
}

extension LineBatch {
    /// Answers all of standard input as the other `run` does, awaiting each answer, and passes each on before it reads the next line.
    fileprivate static func run(_ answer: (LineMembers) async throws -> JSONValue) async throws {
        var input = LineInput(limit: JSONLimits.line.maximumBytes)
        var hasRefused = false
        while let line = try input.nextWaiting() {
            var output = LineOutput()
            do {
                guard let bytes = line.bytes else {
                    throw InputRefusal("line-too-long", "The line is longer than \(JSONLimits.line.maximumBytes) bytes.")
                }
                output.write(try await answer(try LineMembers(bytes)))
            } catch let refusal as InputRefusal {
                output.write(refusal.json(line: line.number))
                hasRefused = true
            }
            try output.flush()
        }
        if hasRefused { throw CommandFailure(.negative, []) }
    }
}
