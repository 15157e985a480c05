import Foundation
import Testing

@Suite("latchkey dev and serve")
struct ServingTests {
    @Test("serve without a configuration says what must be set", .timeLimit(.minutes(1)))
    func serveWithoutConfiguration() throws {
        let run = try CommandFolder().run("serve")
        for key in ["site.publicOrigin", "keys.currentFile", "store.path"] { #expect(run.contains("! latchkey: \(key): ")) }
        #expect(run.hasSuffix("= 3"))
    }

    @Test("dev keeps its data closed to others, names a port that is in use, and stops when told to", .timeLimit(.minutes(2)))
    func dev() throws {
        let folder = try CommandFolder()
        let port = try #require(FreePort())
        let process = try CommandRun.process(
            ["dev", "--data", "data", "--port", "\(port.number)"], in: folder,
            // Of another store, which development must leave alone.
            environment: ["LATCHKEY_STORE_PATH": folder.path + "/production.sqlite"])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { process.terminate() } }

        var said = ""
        while !said.contains("password"), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        #expect(said.contains("http://127.0.0.1:\(port.number)") && said.contains("demo@example.com"))
        #expect(try folder.mode(of: "data") == 0o700)
        #expect(!folder.has("production.sqlite"))
        #expect(try folder.mode(of: "data/master.key") == 0o600)
        #expect(try folder.mode(of: "data/accounts.sqlite") == 0o600)
        #expect(try folder.run("accounts show demo@example.com --store data/accounts.sqlite").hasSuffix("= 0"))

        let second = try folder.run("dev --port \(port.number)")
        #expect(second.contains("is in use") && second.contains("--port") && second.hasSuffix("= 5"))

        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

/// A port that nothing listened on a moment ago.
private struct FreePort {
    let number: Int

    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else { return nil }
        number = Int(UInt16(bigEndian: address.sin_port))
    }
}
