import Foundation
import JSONText
import TestKit
import Testing

@Suite("The processes of a device", .tags(.realParts), .timeLimit(.minutes(20)))
struct DeviceHardeningTests {
    let folder: CommandFolder

    init() throws {
        folder = try CommandFolder()
    }

    @Test("write no core file, and the enclave gains no privileges; status lists the measures")
    func measures() throws {
        let device = try DeviceProcess(in: folder)
        let enclave = try #require(device.children.first)
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(enclave)/task") {
            #expect(try text("/proc/\(enclave)/task/\(thread)/status").contains("NoNewPrivs:\t1"), "thread \(thread)")
        }
        for process in [device.processID, enclave] {
            let limits = try text("/proc/\(process)/limits").split(separator: "\n")
            let core = try #require(limits.first { $0.hasPrefix("Max core file size") })
            #expect(core.split(separator: " ").suffix(3).prefix(2) == ["0", "0"])
        }
        let run = try CommandRun(["device", "status", "--json"], in: folder, environment: device.environment())
        let root = try JSONText.parse(run.output.utf8).root
        let broker = root["broker"]?["measures"]?.elements.map(Array.init)?.compactMap(\.string)
        let keeper = root["enclave"]?["measures"]?.elements.map(Array.init)?.compactMap(\.string)
        #expect(broker == ["not-traceable", "no-core-file"])
        #expect(keeper.map { Set($0).isSuperset(of: ["not-traceable", "no-core-file", "no-new-privileges"]) } == true)
    }

    @Test(
        "cannot be read by other programs of the same user",
        .enabled(if: OtherUser.isPossible, "needs setpriv and a build that other users can run, if the tests run as root"))
    func closed() throws {
        let user = try OtherUser(owning: folder)
        let device = try user.start(try CommandRun.process(["device", "run", "--state", "d", "--json"], in: folder))
        // Its output shows that it is hardened.
        #expect(!device.output.fileHandleForReading.availableData.isEmpty)
        let bystander = try user.start(try CommandRun.process(["-c", "echo here; exec cat"], in: folder), executable: "/bin/sh")
        #expect(!bystander.output.fileHandleForReading.availableData.isEmpty)
        defer {
            for process in [device.process, bystander.process] {
                kill(process.processIdentifier, SIGKILL)
                process.wait()
            }
        }
        let enclave = try #require(DeviceProcess.children(of: device.process.processIdentifier).first)
        for file in ["environ", "maps"] {
            #expect(try user.canRead("/proc/\(bystander.process.processIdentifier)/\(file)"), "\(file)")
            #expect(!(try user.canRead("/proc/\(device.process.processIdentifier)/\(file)")), "\(file) of the broker")
            #expect(!(try user.canRead("/proc/\(enclave)/\(file)")), "\(file) of the enclave")
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}

/// Runs programs as an ordinary user: as the user of the tests, or as the user `nobody` if that is root.
private struct OtherUser {
    private static let setpriv = "/usr/bin/setpriv"
    private static let number = 65_534

    /// Whether such a user can run the build in a temporary folder.
    static var isPossible: Bool {
        guard geteuid() == 0 else { return true }
        guard FileManager.default.isExecutableFile(atPath: setpriv), let folder = try? CommandFolder(),
            let user = try? OtherUser(owning: folder),
            let run = try? user.start(CommandRun.process(["--version"], in: folder))
        else { return false }
        return run.process.wait().status == 0 && (try? user.canRead(folder.path + "/.")) == true
    }

    private let isRoot = geteuid() == 0

    init(owning folder: CommandFolder) throws {
        guard isRoot else { return }
        try FileManager.default.setAttributes([.ownerAccountID: Self.number], ofItemAtPath: folder.path)
    }

    func start(_ process: Process, executable: String? = nil) throws -> (process: Process, input: Pipe, output: Pipe) {
        let executable = executable ?? process.executableURL?.path ?? ""
        let (input, output) = (Pipe.forProgram(), Pipe.forProgram())
        become(process, executable)
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, input, output)
    }

    /// Whether another program of the user can open the file.
    func canRead(_ path: String) throws -> Bool {
        let process = Process()
        process.arguments = ["-c", ": < \(path)"]
        process.standardError = FileHandle.nullDevice
        become(process, "/bin/sh")
        try process.run()
        return process.wait().status == 0
    }

    private func become(_ process: Process, _ executable: String) {
        guard isRoot else {
            process.executableURL = URL(filePath: executable)
            return
        }
        let arguments = process.arguments ?? []
        process.executableURL = URL(filePath: Self.setpriv)
        process.arguments =
            ["--reuid", "\(Self.number)", "--regid", "\(Self.number)", "--clear-groups", "--", executable] + arguments
    }
}
