import Foundation
import TestKit
import Testing

/// A library in another language that supports Sign in with Apple, configured as its users do. `Tests/RelyingParties` has the
/// programs.
enum RelyingPartyProgram: String, CaseIterable, CustomTestStringConvertible {
    case socialAuthCore = "social_auth.py"
    case allauth = "allauth_party.py"
    case authlib = "authlib_party.py"
    case go = "go_party.py"

    /// The available ones: the Go shop is built if Go and its packages are installed.
    static let provided = allCases.filter { $0 != .go || PythonEnvironment.isGoShopBuilt }

    var testDescription: String {
        switch self {
        case .socialAuthCore: "social-auth-core"
        case .allauth: "django-allauth"
        case .authlib: "Authlib"
        case .go: "golang-jwt, x/oauth2 and go-oidc"
        }
    }

    /// The path of the library's callback on the shop's host.
    var callback: String {
        switch self {
        case .socialAuthCore: "https://shop.example.com/complete/apple-id/"
        case .allauth: "https://shop.example.com/accounts/apple/login/callback/"
        case .authlib, .go: "https://shop.example.com/sign-in/apple/callback"
        }
    }

    /// Runs the program until it ends, at the latest by its own timeout.
    ///
    /// - Parameter authority: the file with the only certificate that the program trusts.
    /// - Returns: the text of the shop's page at the end of each visit.
    func run(_ task: VisitTask, trusting authority: URL) async throws -> [VisitOutcome] {
        let folder = authority.deletingLastPathComponent()
        let input = folder.appending(path: "task.json")
        let output = folder.appending(path: "outcomes.jsonl")
        let errors = folder.appending(path: "errors.txt")
        try JSONEncoder().encode(task).write(to: input)
        for file in [output, errors] { try Data().write(to: file) }

        let process = Process()
        process.executableURL = PythonEnvironment.interpreter
        process.arguments = [PythonEnvironment.programs.appending(path: rawValue).path]
        process.environment = [
            "REQUESTS_CA_BUNDLE": authority.path, "SSL_CERT_FILE": authority.path, "NO_PROXY": "*", "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1",
        ]
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let status = await process.exitStatus

        let lines = try Data(contentsOf: output).split(separator: UInt8(ascii: "\n"))
        guard status == 0, lines.count == task.visits.count else {
            throw ProgramFailure(status: status, said: String(decoding: try Data(contentsOf: errors).suffix(8_000), as: UTF8.self))
        }
        return try lines.map { try JSONDecoder().decode(VisitOutcome.self, from: $0) }
    }
}

/// The program ended before it reported all visits.
struct ProgramFailure: Error, CustomStringConvertible {
    let status: Int32
    let said: String

    var description: String { "the program ended with \(status) and said:\n\(said)" }
}
