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

    @Test("a whole new file has mode 0600 and no draft beside it, and replaces neither a file nor a link")
    func createWhole() throws {
        try inFolder { path in
            try PrivateFile.createWhole(path, with: "one".utf8)
            #expect(try mode(path) == 0o600)
            #expect { try PrivateFile.createWhole(path, with: "two".utf8) } throws: { error in
                (error as? PrivateFile.Failure)?.number == EEXIST
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one")
            try FileManager.default.createSymbolicLink(atPath: path + "2", withDestinationPath: folder + "/theirs")
            #expect(throws: PrivateFile.Failure.self) { try PrivateFile.createWhole(path + "2", with: "two".utf8) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file", "file2"])
        }
    }

    @Test("the draft of a killed process is removed after an hour; the drafts of other writers and other files stay")
    func drafts() throws {
        try inFolder { path in
            let old = Date(timeIntervalSinceNow: -3_700)
            let kept = ["file.new", "file.new-0123456789abcde", "file.new-0123456789abcdeF", "files.new-0123456789abcdef"]
            for (name, moment) in kept.map({ ($0, old) })
                + [("file.new-0123456789abcdef", old), ("file.new-fedcba9876543210", Date(timeIntervalSinceNow: -3_500))]
            {
                try Data("half".utf8).write(to: URL(filePath: folder + "/" + name))
                try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: folder + "/" + name)
            }
            try PrivateFile.createWhole(path, with: "one".utf8)
            try PrivateFile.replace(path, with: "two".utf8)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == Set(kept + ["file", "file.new-fedcba9876543210"]))
        }
    }

    @Test("of several writers at once, each writes a whole file, and one creates it")
    func writers() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (created, replaced) = (folder + "/created", folder + "/replaced")
        @Sendable func content(of writer: Int) -> [UInt8] { [UInt8](repeating: UInt8(writer), count: 100_000 + writer) }
        for _ in 0..<20 {
            let winners = await withTaskGroup(of: Int?.self, returning: [Int].self) { group in
                for writer in 1...8 {
                    group.addTask {
                        #expect(throws: Never.self) { try PrivateFile.replace(replaced, with: content(of: writer)) }
                        do {
                            try PrivateFile.createWhole(created, with: content(of: writer))
                            return writer
                        } catch {
                            return nil
                        }
                    }
                }
                var winners: [Int] = []
                for await winner in group { if let winner { winners.append(winner) } }
                return winners
            }
            #expect(winners.count == 1)
            let bytes = try Array(Data(contentsOf: URL(filePath: created)))
            #expect(bytes == winners.first.map(content))
            let last = try Array(Data(contentsOf: URL(filePath: replaced)))
            #expect(last == last.first.map { content(of: Int($0)) })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["created", "replaced"])
            try FileManager.default.removeItem(atPath: created)
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
