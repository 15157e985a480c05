import Foundation
import Testing

@Suite("The sample app of the article") struct JuiceTests {
    @Test("signs in with a hidden address, stays signed in, notices a revocation, signs out, and takes a saved password")
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
                launched for the first time: login
                nothing there already: 1001
                signed in: Jane Appleseed, a relay address
                in the keychain: true
                launched again: result
                stopped in Settings, launched again: login
                signed out: true
                with a saved password: Keychain Credential Received
                sheets: 3, prompts: 2

                """)
    }
}
