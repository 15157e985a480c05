import Foundation
import PrivateFiles
import Testing

@Suite("Files that only their owner can read")
struct PrivateFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "private-files-\(UUID())").path

    private func inFolder(_ body: (String) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/file")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("a new file has mode 0600, and a second one at its path is rejected")
    func create() throws {
        try inFolder { path in
            try PrivateFile.create(path, with: "one".utf8)
            #expect(try mode(path) == 0o600)
            #expect(throws: PrivateFile.Failure.self) { try PrivateFile.create(path, with: "two".utf8) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
        }
    }

    @Test("a file that others could read is replaced by one with mode 0600")
    func replace() throws {
        try inFolder { path in
            try Data("old".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try PrivateFile.replace(path, with: "new".utf8)
            #expect(try mode(path) == 0o600)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["file"])
        }
    }

    @Test("a link at the path is replaced, and what it leads to stays as it is")
    func link() throws {
        try inFolder { path in
            try Data("theirs".utf8).write(to: URL(filePath: folder + "/theirs"))
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/theirs")
            #expect(throws: PrivateFile.Failure.self) { try PrivateFile.create(path, with: "new".utf8) }
            try PrivateFile.replace(path, with: "new".utf8)
            #expect(try String(contentsOfFile: folder + "/theirs", encoding: .utf8) == "theirs")
        }
    }
}
