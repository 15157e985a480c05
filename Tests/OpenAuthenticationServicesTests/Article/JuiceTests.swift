import Foundation
import Testing

@Suite("The sample app of the article") struct JuiceTests {
    @Test("tells its story to whoever starts it: a hidden address, a relaunch, a revocation, a saved password")
    func juice() throws {
        let process = Process()
        // Beside the bundle that the tests are in.
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("Juice")
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(
            String(decoding: output, as: UTF8.self) == """
                launched for the first time: Sign In
                signed in: Jane, a relay address
                launched again: Juice
                stopped in Settings: Sign In
                signed in once more: Juice
                signed out, with a saved password: Keychain Credential Received
                prompts: 3

                """)
    }
}
