import DeviceServices
import Glibc
import Testing

@testable import DeviceSimulator

@Suite("An app as a process of its own") struct ChildAppTests {
    @Test("has its input, its output and its errors, and nothing else that this process has open")
    func descriptors() throws {
        // As the connections of servers are: left open to children.
        let other = fcntl(STDIN_FILENO, F_DUPFD, 200)
        try #require(other >= 200)
        defer { close(other) }
        let child = try #require(ChildApp.start("/bin/ls", ["/proc/self/fd"], environment: [:]))
        var (said, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while case let count = read(child.output, &piece, piece.count), count > 0 { said += piece.prefix(count) }
        #expect(child.waitForEnd() == nil)
        // The fourth is the folder that is listed.
        #expect(String(decoding: said, as: UTF8.self).split(separator: "\n") == ["0", "1", "2", "3"])
    }
}
