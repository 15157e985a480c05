import Foundation
import TestKit
import Testing

@Suite("The examples of the device", .tags(.realParts), .timeLimit(.minutes(20))) struct ExampleTests {
    @Test("guard a sign-in with a right, sign a challenge with an enclave key, and log out")
    func rightsDemo() throws {
        #expect(
            try output(of: "RightsDemo") == """
                sign-in: granted
                second factor: accepted
                secret: 13 bytes
                not enrolled: cancelled
                not enrolled: no signature
                logged out: the key was deleted
                3 prompts were shown

                """)
    }

    @Test("compile source that uses Apple's module names, and run correctly")
    func untouchedSource() throws {
        #expect(
            try output(of: "UntouchedSource") == """
                alice: correct horse
                again: correct horse
                signs: true
                removed: nothing
                prompts: ["to open your notes"]
                corners: 6.0, requests: 1

                """)
    }

    private func output(of example: String) throws -> String {
        let process = Process()
        // Next to the test bundle.
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(example)
        let pipe = Pipe.forProgram()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(process.wait().status == 0)
        return String(decoding: output, as: UTF8.self)
    }
}
