/// `LibraryFigures SUBJECT <INPUT`: repeats one operation on one thread for about a second and prints what it cost, as JSON.
///
/// One subject a process, so that the caller can run ours and a peer's by turns.
@main
struct LibraryFigures {
    static let subjects: [String: @Sendable ([String]) async throws -> Measurement] = [
        "domains-match": DomainsFigures.matching,
        "domains-parse": DomainsFigures.parsing,
        "identity-verify": IdentityFigures.verifying,
        "jwt-kit-verify": IdentityFigures.peer,
        "passwords-generate": RulesFigures.generating,
        "rsa-verify": IdentityFigures.bare,
        "rules-parse": RulesFigures.parsing,
    ]

    static func main() async throws {
        // What the identity subjects take as their input.
        if CommandLine.arguments.dropFirst() == ["identity-sample"] {
            for line in try IdentityFigures.sample() { print(line) }
            return
        }
        guard CommandLine.arguments.count == 2, let subject = subjects[CommandLine.arguments[1]] else {
            let names = (subjects.keys + ["identity-sample"]).sorted()
            print("usage: LibraryFigures SUBJECT <LINES   subjects: \(names.joined(separator: ", "))")
            return
        }
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        print(try await subject(lines).json)
    }
}
