import Foundation
import TestKit
import Testing

@Suite("Sample app of the article", .tags(.realParts), .timeLimit(.minutes(20)))
struct JuiceTests {
    @Test("the app prints a hidden address, a relaunch, a revocation and a saved password")
    func juice() throws {
        let process = Process()
        // In the same folder as the test bundle.
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("Juice")
        let pipe = Pipe.forProgram()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        #expect(process.wait().status == 0)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                launched for the first time: Sign In
                signed in: Jane, a relay address
                launched again: Juice
                stopped in Settings: Sign In
                signed in again: Juice
                signed out, with a saved password: Keychain Credential Received
                prompts: 3

                """)
    }
}
