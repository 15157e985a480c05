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

    /// Foundation notices an end later, and then the next program's end frees the first.
    @Test("a program that has ended keeps no pipe open")
    func freed() async throws {
        weak var pipe: Pipe?
        func run() throws {
            let (process, output) = (Process(), Pipe.forProgram())
            pipe = pipe ?? output
            process.executableURL = URL(filePath: "/bin/true")
            process.standardOutput = output
            try process.run()
            #expect(process.wait() == (0, false))
        }
        try run()
        try await poll {
            let first = pipe
            guard first != nil else { return true }
            try run()
            return false
        }
        #expect(pipe == nil)
    }
}
