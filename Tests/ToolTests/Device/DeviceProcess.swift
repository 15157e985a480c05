import Foundation
import JSONText
import TestKit
import Testing

/// `latchkey device run` in a test's folder, until it is stopped or killed.
final class DeviceProcess {
    static let app = "TEAM.com.example.notes"
    static let otherApp = "TEAM.com.example.other"
    static let group = "TEAM.shared"

    let folder: CommandFolder
    private let process: Process
    private let errorPath: String
    /// The values of `LATCHKEY_DEVICE` by app.
    let devices: [String: String]

    /// Returns when the device runs. The device has two apps, which share a group.
    init(in folder: CommandFolder, options: [String] = [], environment: [String: String] = [:]) throws {
        self.folder = folder
        errorPath = try folder.write("", to: ".device-errors")
        let output = Pipe.forProgram()
        process = try CommandRun.process(
            [
                "device", "run", "--state", "d", "--json", "--app", "\(Self.app),\(Self.app),\(Self.group)", "--app",
                "\(Self.otherApp),\(Self.otherApp),\(Self.group)",
            ] + options, in: folder, environment: environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errorPath)
        try process.run()
        var said: [UInt8] = []
        while !said.contains(UInt8(ascii: "\n")), case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            said += data
        }
        guard let root = try? JSONText.parse(said).root else {
            throw Ended(errors: try folder.read(errorPath))
        }
        var devices: [String: String] = [:]
        for app in root["apps"]?.elements.map(Array.init) ?? [] {
            if let name = app["app"]?.string, let device = app["device"]?.string { devices[name] = device }
        }
        self.devices = devices
    }

    deinit {
        kill()
    }

    struct Ended: Error {
        let errors: String
    }

    var errors: String { (try? folder.read(errorPath)) ?? "" }
    var processID: Int32 { process.processIdentifier }

    /// The child processes of the device.
    var children: [Int32] { Self.children(of: processID) }

    static func children(of process: Int32) -> [Int32] {
        let tasks = "/proc/\(process)/task"
        return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).flatMap { task in
            let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Ends the device with a signal and returns its exit code.
    func stop(_ signal: Int32 = SIGTERM) -> Int32 {
        Foundation.kill(processID, signal)
        return wait()
    }

    func wait() -> Int32 {
        return process.wait().status
    }

    func kill() {
        guard !process.hasEnded else { return }
        Foundation.kill(processID, SIGKILL)
        process.wait()
    }

    /// Runs a command with the environment of the owner and of an app, and returns the transcript.
    func run(_ line: String, input: String = "", as app: String = DeviceProcess.app) throws -> String {
        try folder.run(line, input: input, environment: environment(app))
    }

    func environment(_ app: String = DeviceProcess.app) -> [String: String] {
        ["LATCHKEY_DEVICE_STATE": folder.path + "/d", "LATCHKEY_DEVICE": devices[app] ?? ""]
    }

    /// Sets the passcode 2468 and enrols a finger.
    func setUp() throws {
        #expect(try run("device passcode set", input: "2468\n").hasPrefix("! latchkey: passcode set\n"))
        #expect(try run("device enroll me") == "! latchkey: enrolled \"me\"\n= 0")
    }
}

/// A command that runs during a test.
final class BackgroundRun {
    private let process: Process
    private let folder: CommandFolder
    private let outputPath: String
    private let errorPath: String

    init(_ arguments: [String], on device: DeviceProcess) throws {
        folder = device.folder
        let name = ".run-\(UInt32.random(in: 0 ... .max))"
        outputPath = try folder.write("", to: name + "-output")
        errorPath = try folder.write("", to: name + "-errors")
        process = try CommandRun.process(arguments, in: folder, environment: device.environment())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: outputPath)
        process.standardError = FileHandle(forWritingAtPath: errorPath)
        try process.run()
    }

    deinit {
        if !process.hasEnded { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.wait()
    }

    var processID: Int32 { process.processIdentifier }

    /// Waits for the end of the command and returns the transcript.
    func end() throws -> String {
        let status = process.wait().status
        let lines = try [folder.read(outputPath), folder.read(errorPath).split(separator: "\n").map { "! \($0)\n" }.joined()]
        return lines.joined() + "= \(status)"
    }
}
