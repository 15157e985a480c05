import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey operators", .tags(.realParts), .timeLimit(.minutes(20)))
struct OperatorsCommandTests {
    private static let anna = "10000000-0000-4000-8000-000000000001"

    /// Creates a folder with a store of one account.
    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        #expect(
            try folder.run("accounts import --create --store s", input: Sample.line("anna", id: Self.anna))
                == "imported 1, taken 0, rejected 0\n= 0")
        return folder
    }

    @Test("a role is granted, replaced, listed and removed")
    func roles() throws {
        let folder = try folder()
        #expect(try folder.run("operators list --json --store s") == "[]\n= 0")
        for role in ["support", "administrator"] {
            let run = try CommandRun(["operators", "add", "anna", "--role", role, "--store", "s"], in: folder)
            #expect(run.output == "\(role) \(Self.anna)\n" && run.status == 0)
            // The imported account has a password only.
            #expect(run.errors == "latchkey: the account needs a passkey or a second factor before it can use the role\n")
        }
        let run = try CommandRun(["operators", "list", "--json", "--store", "s"], in: folder)
        let entry = try JSONText.parse(Array(run.output.utf8)).root.value[0]
        #expect(entry?["account"]?.string == Self.anna && entry?["username"]?.string == "anna")
        #expect(entry?["role"]?.string == "administrator" && entry?["grantedAt"]?.string != nil)
        #expect(try folder.run("operators remove anna --store s") == "removed \(Self.anna)\n= 0")
        #expect(try folder.run("operators remove anna --store s") == "! latchkey: the account has no role\n= 1")
    }

    @Test(
        "an unknown account is a negative result, and an unknown role or a reason without content a mistake",
        arguments: [
            ("add unknown --role support", 1), ("remove unknown", 1), ("add anna", 2), ("add anna --role owner", 2),
            ("add anna --role support --reason x", 2),
        ] as [(String, Int)])
    func mistakes(command: String, status: Int) throws {
        let folder = try folder()
        #expect(try folder.run("operators \(command) --store s").hasSuffix("= \(status)"))
        #expect(try folder.run("operators list --json --store s") == "[]\n= 0")
    }
}
