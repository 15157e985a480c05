import Foundation
import TestKit
import Testing

@Suite("The end of a program", .tags(.realParts), .timeLimit(.minutes(20)))
struct ProcessEndTests {
    /// Foundation's `waitUntilExit` would wait for the reader.
    @Test("a program has ended although a program that it started still runs")
    func descendant() async throws {
        let process = Process()
        let input = Pipe.forProgram()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exec 3<&0; cat <&3 >/dev/null & exit 3"]
        process.standardInput = input
        try process.run()
        await poll { process.hasEnded }
        #expect(process.hasEnded)
        #expect(process.wait() == (3, false))
        try input.fileHandleForWriting.close()
        // Foundation cleans up when the reader has ended too.
        #expect(await process.exitStatus == 3)
    }

    @Test("a program that a signal ended, and one that did not start, have ended")
    func others() throws {
        let killed = Process()
        killed.executableURL = URL(filePath: "/bin/sh")
        killed.arguments = ["-c", "kill -9 $$"]
        try killed.run()
        #expect(killed.wait() == (9, true))
        #expect(Process().hasEnded)
    }
}
