import ArgumentParser
import Foundation
import PrivateFiles
import WebClient

/// A running `latchkey dev` of this user: where its servers and its data are. Other commands read it from a file, and so need no
/// address. The bearer tokens are in separate files, one for each port.
struct DevelopmentInstance: Codable, Equatable {
    /// The identifier of the process.
    let process: Int32
    /// The time at which the process started, as the kernel counts it. Another process may get the same identifier later.
    let started: String
    /// The addresses of the account server, the emulator and the phones, without a trailing slash; nil without phones.
    let server: String
    let apple: String
    let phones: String?
    /// The file of the store, nil for a database, and the file of its master key.
    let store: String?
    let key: String

    /// Whether the process still runs.
    var isRunning: Bool { Self.start(of: process) == started }

    /// Returns the start time of a process, in ticks since the machine started (proc(5), `starttime`); nil if it does not run.
    static func start(of process: Int32) -> String? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        // The name of the program is in parentheses, and may contain spaces and parentheses.
        let line = String(decoding: data, as: UTF8.self)
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[line.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? String(fields[19]) : nil
    }
}

extension DevelopmentInstance {
    /// Returns the only running instance of this user; nil if none runs. Reports and removes the files of instances that ended
    /// without removing them.
    ///
    /// - Parameter option: the option that names a server or store explicitly, for the hint.
    /// - Throws: ``CommandFailure`` if several instances run.
    static func only(in folder: RunFolder = .ofThisUser(), insteadOf option: String) throws -> DevelopmentInstance? {
        var running: [DevelopmentInstance] = []
        for (file, instance) in folder.instances() {
            guard !instance.isRunning else {
                running.append(instance)
                continue
            }
            Terminal().say("the `latchkey dev` at \(instance.server.sanitized) is no longer running; removed its file \(file)")
            unlink(file)
        }
        guard running.count > 1 else { return running.first }
        let servers = running.map(\.server.sanitized).sorted().joined(separator: ", ")
        throw CommandFailure(.usage, "several `latchkey dev` are running: \(servers)", hint: "choose one with \(option)")
    }

    /// Throws a `ValidationError` for a given address that is malformed.
    static func validate(_ given: String?, example: String) throws {
        guard let given, (try? WebURL(given)) == nil else { return }
        throw ValidationError("--at must be an address such as \(example)")
    }

    /// Returns the address that a command contacts: the given one, otherwise that of the only running instance, otherwise the
    /// standard one.
    ///
    /// - Throws: ``CommandFailure`` if several instances run, or if the running one has no such server.
    static func address(
        _ given: String?, of part: (DevelopmentInstance) -> String?, named name: String, orElse standard: String
    ) throws -> String {
        if let given { return given.hasSuffix("/") ? String(given.dropLast()) : given }
        guard let instance = try only(insteadOf: "--at") else { return standard }
        guard let address = part(instance) else {
            throw CommandFailure(
                .usage, "the `latchkey dev` at \(instance.server.sanitized) has no \(name)", hint: "name a server with --at")
        }
        return address
    }
}

extension RunFolder {
    /// Writes the file of an instance whose account server listens on a port.
    ///
    /// - Throws: ``PrivateFile/Failure``.
    func write(_ instance: DevelopmentInstance, port: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try PrivateFile.replace(instanceFile(port: port), with: encoder.encode(instance))
    }

    /// Removes the file of a port, unless another process has since replaced it.
    func removeInstance(port: Int) {
        let file = instanceFile(port: port)
        if Self.instance(in: file)?.process == getpid() { unlink(file) }
    }

    /// Returns the instances with their files, in the order of the files' names. Returns none from a folder that another user owns
    /// or can enter, because a file there may name foreign servers.
    func instances() -> [(file: String, instance: DevelopmentInstance)] {
        guard isPrivate, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
        return names.filter { $0.hasPrefix("dev-") && $0.hasSuffix(".json") }.sorted().compactMap { name in
            let file = path + "/" + name
            return Self.instance(in: file).map { (file: file, instance: $0) }
        }
    }

    private static func instance(in file: String) -> DevelopmentInstance? {
        FileManager.default.contents(atPath: file).flatMap { try? JSONDecoder().decode(DevelopmentInstance.self, from: $0) }
    }

    private func instanceFile(port: Int) -> String { path + "/dev-\(port).json" }
}
