import ArgumentParser
import JSONText
import Secrets
import WebAuthn

/// `latchkey passkeys`: verifies and decodes passkey responses, and creates options, one at a time or in batches.
struct PasskeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys",
        abstract: "Verify and decode passkey responses, create options, and operate the passkeys of a server.",
        discussion: """
            The commands verify, decode and options read JSON from standard input: one object, or with --jsonl one object a line, with one result a line in the same order. \
            Binary members are base64url without padding, as in the JSON of a browser's toJSON(). Unknown members are ignored, and a null member \
            counts as missing. For an invalid line of a batch, the result is {"error":{"code","message","line"}}. The batch continues, and its \
            exit code is 1. docs/commands.md lists the codes.
            """,
        subcommands: [
            PasskeysVerifyCommand.self, PasskeysDecodeCommand.self, PasskeysOptionsCommand.self, PasskeysWellKnownCommand.self,
            PasskeysConfirmRestoreCommand.self,
        ])
}

/// An object of the input, with typed access to its members.
struct PasskeyMembers {
    let node: JSONNode

    /// Returns a required member, read by one of the methods below. Throws if it is missing.
    func require<Value>(
        _ name: String, _ read: (String) throws(InputError) -> Value?
    ) throws(InputError) -> Value {
        guard let value = try read(name) else { throw InputError("missing-member", "The member \(name) is required.") }
        return value
    }

    func string(_ name: String) throws(InputError) -> String? { try member(name, "a string") { $0.string } }

    func boolean(_ name: String) throws(InputError) -> Bool? { try member(name, "true or false") { $0.boolean } }

    func number(_ name: String) throws(InputError) -> Double? { try member(name, "a number") { $0.number?.double } }

    func count(_ name: String) throws(InputError) -> UInt32? {
        try member(name, "an integer from 0 to 4294967295") { $0.number?.int.flatMap(UInt32.init(exactly:)) }
    }

    func bytes(_ name: String) throws(InputError) -> [UInt8]? {
        try member(name, "base64url without padding") { $0.string.flatMap { Base64URL.decode($0) } }
    }

    func strings(_ name: String) throws(InputError) -> [String]? {
        try member(name, "an array of strings") { node in
            node.elements.flatMap { elements in
                let strings = elements.map(\.string)
                return strings.contains(nil) ? nil : strings.compactMap(\.self)
            }
        }
    }

    func object(_ name: String) throws(InputError) -> PasskeyMembers? {
        try member(name, "an object") { $0.kind == .object ? PasskeyMembers(node: $0) : nil }
    }

    private func member<Value>(_ name: String, _ expected: String, _ read: (JSONNode) -> Value?) throws(InputError) -> Value? {
        guard let node = node[name], !node.isNull else { return nil }
        guard let value = read(node) else { throw InputError("wrong-type", "The member \(name) must be \(expected).") }
        return value
    }
}

extension InputError {
    /// Runs `body`. Its errors concern the input, not the response in it.
    static func explaining<Value>(_ body: () throws(WebAuthnError) -> Value) throws(InputError) -> Value {
        do throws(WebAuthnError) {
            return try body()
        } catch {
            throw InputError(error.code.rawValue, error.description)
        }
    }
}

extension InputOptions {
    /// Processes standard input: one object, or one object a line. `write` prints the result of a single object.
    func answer(
        _ answer: (PasskeyMembers) async throws -> JSONValue, write: (JSONValue) throws -> Void
    ) async throws {
        if jsonl { return try await LineBatch.run { line in try await answer(PasskeyMembers(node: line.root)) } }
        let text = try TextInput.read(nil, named: "the input")
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
    /// Processes all lines of standard input as the synchronous `run` does. It awaits and prints each result before it reads the next line.
    fileprivate static func run(_ answer: (LineMembers) async throws -> JSONValue) async throws {
        var input = LineInput(limit: JSONLimits.line.maximumBytes)
        var hasRejected = false
        while let line = try input.nextWaiting() {
            var output = LineOutput()
            do {
                guard let bytes = line.bytes else {
                    throw InputError("line-too-long", "The line is longer than \(JSONLimits.line.maximumBytes) bytes.")
                }
                output.write(try await answer(try LineMembers(bytes)))
            } catch let rejection as InputError {
                output.write(rejection.json(line: line.number))
                hasRejected = true
            }
            try output.flush()
        }
        if hasRejected { throw CommandFailure(.negative, []) }
    }
}
