import Foundation
import LocalAccess
import Markup
import PrivateFiles
import Secrets
import Testing

/// The quick starts of LocalAccess.docc and PrivateFiles.docc.
enum QuickStart {
    static func open() -> (isAdmitted: Bool, address: String) {
        // In Sources/Shared/LocalAccess/LocalAccess.docc/LocalAccess.md
        let bearer = OpaqueToken(random: SystemRandomBytes())
        let access = LocalAccess(port: 8082, bearer: bearer, random: SystemRandomBytes(), now: { Date() })
        let gate = LocalAccessGate(access, landing: "/device", command: "latchkey phone open")
        let address = gate.newAddress(at: "http://127.0.0.1:8082")  // with a one-time token for the browser
        // End
        return (access.admits(bearer: bearer), address)
    }

    static func write(_ key: String, to path: String) throws {
        // In Sources/Shared/PrivateFiles/PrivateFiles.docc/PrivateFiles.md
        try PrivateFile.create(path, with: key.utf8)  // fails if the file exists
        try PrivateFile.replace(path, with: key.utf8)  // leaves either the old or the new content
        // End
    }
}

@Suite("Quick start of LocalAccess and PrivateFiles")
struct QuickStartTests {
    @Test("the code block admits the bearer token, and returns an address with a one-time token")
    func opens() {
        let (isAdmitted, address) = QuickStart.open()
        #expect(isAdmitted && address.hasPrefix("http://127.0.0.1:8082/device?token="))
    }

    @Test("the code block writes a file")
    func writes() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "quick-start-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try QuickStart.write("key", to: file.path)
        #expect(try String(contentsOf: file, encoding: .utf8) == "key")
    }
}
