/// `LibraryFigures SUBJECT <INPUT`: repeats one operation on one thread for about 0.4 seconds and prints its cost as JSON.
///
/// One subject in each process, so that the caller can alternate with peers. `authenticator` measures nothing: it makes the requests of a
/// figure of the server.
@main
struct LibraryFigures {
    static let subjects: [String: @Sendable ([String]) async throws -> Measurement] = [
        "assertion-verify": PasskeyFigures.verifying,
        "domains-json": DomainsFigures.json,
        "domains-match": DomainsFigures.matching,
        "domains-parse": DomainsFigures.parsing,
        "identity-parse": IdentityFigures.parsing,
        "identity-verify": IdentityFigures.verifying,
        "jwt-kit-verify": IdentityFigures.peer,
        "p256-verify": PasskeyFigures.bare,
        "passwords-generate": RulesFigures.generating,
        "rsa-verify": IdentityFigures.bare,
        "rules-parse": RulesFigures.parsing,
    ]

    static func main() async throws {
        // The input of the subjects about tokens and passkeys.
        let samples = ["assertion-sample": PasskeyFigures.sample, "identity-sample": IdentityFigures.sample]
        if CommandLine.arguments.count == 2, let sample = samples[CommandLine.arguments[1]] {
            for line in try sample() { print(line) }
            return
        }
        if CommandLine.arguments.dropFirst() == ["authenticator"] { return try PasskeyFigures.authenticator() }
        guard CommandLine.arguments.count == 2, let subject = subjects[CommandLine.arguments[1]] else {
            let names = (Array(subjects.keys) + Array(samples.keys) + ["authenticator"]).sorted()
            print("usage: LibraryFigures SUBJECT <LINES   subjects: \(names.joined(separator: ", "))")
            return
        }
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        print(try await subject(lines).json)
    }
}
