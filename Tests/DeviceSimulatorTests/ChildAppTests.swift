import DeviceServices
import Glibc
import Testing

@testable import DeviceSimulator

@Suite("An app in a separate process") struct ChildAppTests {
    @Test("inherits only its standard streams")
    func descriptors() throws {
        // Like the connections of servers, this descriptor is inherited by child processes.
        let other = fcntl(STDIN_FILENO, F_DUPFD, 200)
        try #require(other >= 200)
        defer { close(other) }
        let child = try #require(ChildApp.start("/bin/ls", ["/proc/self/fd"], environment: [:]))
        var (said, piece) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while case let count = read(child.output, &piece, piece.count), count > 0 { said += piece.prefix(count) }
        #expect(child.waitForEnd() == nil)
        // The fourth descriptor is the listed directory.
        #expect(String(decoding: said, as: UTF8.self).split(separator: "\n") == ["0", "1", "2", "3"])
    }
}
