import Foundation
import Synchronization
import TestKit

/// A PostgreSQL server for tests, in a folder that exists as long as the process that started it. Clients connect with a socket
/// in that folder, unless a port is given.
package final class PostgreSQLServer: Sendable {
    package let folder: String
    private let port: Int
    private let programs: String
    private let supervisor: Mutex<Supervisor>
    private let databaseCount = Atomic(0)

    /// Starts a server; `settings` are added to its command line. If it does not start, throws ``PostgreSQLServerError`` with its
    /// output.
    ///
    /// - Parameters:
    ///   - port: an additional port on the loopback address; nil for none.
    ///   - logFolder: an empty folder of another disk for its write-ahead log, in segments of one megabyte.
    ///   - parent: the folder that gets the server's folder, with a slash at its end.
    package init(
        settings: [String] = [], port: Int? = nil, logFolder: String? = nil, in parent: String = NSTemporaryDirectory()
    ) throws {
        guard let programs = Self.installedPrograms else {
            throw PostgreSQLServerError(reason: "PostgreSQL is not installed")
        }
        self.programs = programs
        self.port = port ?? Self.standardPort
        folder = try Self.makeFolder(in: parent)
        let settings = (port.map { ["-c", "listen_addresses=127.0.0.1", "-c", "port=\($0)"] } ?? []) + settings
        let made = Self.run(
            [
                "initdb", "-D", "\(folder)/data", "-U", Self.user, "--auth=trust", "--no-sync", "--locale=C.UTF-8",
                "--encoding=UTF8",
            ] + (logFolder.map { ["--waldir", $0, "--wal-segsize=1"] } ?? []), in: programs)
        guard made.status == 0 else { throw PostgreSQLServerError(reason: "initdb: \(made.output)") }
        supervisor = Mutex(try Supervisor(folder: folder, programs: programs, settings: settings))
        try waitUntilReady()
    }

    /// Starts a standby that follows another server by streaming replication (PostgreSQL documentation, section 27.2).
    package init(following primary: PostgreSQLServer) throws {
        programs = primary.programs
        port = Self.standardPort
        folder = try Self.makeFolder()
        let copied = Self.run(
            [
                "pg_basebackup", "-D", "\(folder)/data", "-h", primary.folder, "-U", Self.user, "--write-recovery-conf",
                "--wal-method=stream", "--checkpoint=fast", "--no-sync",
            ], in: programs)
        guard copied.status == 0 else { throw PostgreSQLServerError(reason: "pg_basebackup: \(copied.output)") }
        supervisor = Mutex(try Supervisor(folder: folder, programs: programs, settings: []))
        try waitUntilReady()
    }

    /// One server for all tests of a process that only need their own databases. It need not survive a crash, so its files are in
    /// memory if possible: to create a database, a server makes 300 files.
    package static let shared = Result {
        let memory = "/dev/shm/"
        return try PostgreSQLServer(
            settings: ["-c", "fsync=off", "-c", "full_page_writes=off"],
            in: FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory())
    }

    package static var isInstalled: Bool { installedPrograms != nil }

    /// Returns the address of an unshared database: empty, or a copy of another one, which must have no connections meanwhile.
    package func makeDatabase(copying template: String? = nil) throws -> String {
        address(of: try makeNamedDatabase(copying: template))
    }

    /// Creates a database as ``makeDatabase(copying:)``, and returns its name only.
    package func makeNamedDatabase(copying template: String? = nil) throws -> String {
        let name = "test_\(databaseCount.add(1, ordering: .relaxed).newValue)"
        // This strategy suits small databases, because it needs one checkpoint less than copying files.
        try query(
            "CREATE DATABASE \(name)" + (template.map { " TEMPLATE \($0) STRATEGY wal_log" } ?? ""), on: "postgres")
        return name
    }

    /// Drops databases, even with open connections.
    package func drop(_ databases: [String]) throws {
        // Each is a separate statement, because DROP DATABASE cannot run in a transaction.
        for database in databases { try query("DROP DATABASE IF EXISTS \(database) WITH (FORCE)", on: "postgres") }
    }

    package func address(of database: String) -> String {
        "postgres:///\(database)?host=\(folder)&user=\(Self.user)" + (port == Self.standardPort ? "" : "&port=\(port)")
    }

    /// Runs a statement as the server's owner, and returns the rows in psql's unaligned format.
    @discardableResult
    package func query(_ sql: String, on database: String) throws -> String {
        let result = Self.run(
            ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address(of: database)], in: programs)
        guard result.status == 0 else { throw PostgreSQLServerError(reason: "psql: \(result.output)") }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The IDs of its current processes, including those that outlived the first one. All of them work in the data folder.
    package var processes: [Int32] { Self.processes(of: folder) }

    /// Kills the server and its child processes with SIGKILL, like a power failure without damage to the disk.
    package func kill() throws {
        supervisor.withLock { $0.kill() }
    }

    /// Makes the server end its sessions and stop cleanly.
    package func stop() throws {
        let result = Self.run(["pg_ctl", "stop", "-D", "\(folder)/data", "-m", "fast", "-w"], in: programs)
        guard result.status == 0 else { throw PostgreSQLServerError(reason: "pg_ctl: \(result.output)") }
    }

    /// Starts the server again with its existing data.
    package func restart(settings: [String] = []) throws {
        try supervisor.withLock { supervisor in
            supervisor.kill()
            // A remaining process keeps the shared memory, which prevents another server from starting with the data.
            let deadline = Self.deadline
            while !processes.isEmpty {
                guard ContinuousClock.now < deadline else {
                    throw PostgreSQLServerError(reason: "processes of the killed server remain: \(processes)")
                }
                usleep(50_000)
            }
            supervisor = try Supervisor(folder: folder, programs: programs, settings: settings)
        }
        try waitUntilReady()
    }

    /// Throws if the server has ended, or does not respond in time.
    private func waitUntilReady() throws {
        let deadline = Self.deadline
        // The number of looks in a row that found no process after one was there; nil before.
        var misses: Int?
        while ContinuousClock.now < deadline, misses != 3 {
            if Self.run(["pg_isready", "-q", "-h", folder, "-p", "\(port)"], in: programs).status == 0 { return }
            misses = processes.isEmpty ? misses.map { $0 + 1 } : 0
            usleep(50_000)
        }
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        throw PostgreSQLServerError(reason: "the server does not start: \(log.suffix(2_000))")
    }

    /// Five minutes from now, which only a server that hangs reaches.
    private static var deadline: ContinuousClock.Instant { .now + .seconds(300) }
}

package struct PostgreSQLServerError: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }
}

// MARK: - Processes

extension PostgreSQLServer {
    private static let standardPort = 5432

    /// The owner of every database.
    static let user = "tester"

    /// The folder of the newest server's programs on Debian, which is not in PATH.
    private static let installedPrograms: String? = {
        let root = "/usr/lib/postgresql"
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap(Int.init).sorted()
        return versions.last { FileManager.default.isExecutableFile(atPath: "\(root)/\($0)/bin/postgres") }
            .map { "\(root)/\($0)/bin" }
    }()

    /// Creates a folder that the server's account can use. The path of a socket is limited to 107 bytes.
    private static func makeFolder(in parent: String = NSTemporaryDirectory()) throws -> String {
        let folder = parent + "latchkey-pg-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        if geteuid() == 0 { chown(folder, account.uid, account.gid) }
        return folder
    }

    /// The account that runs the server. PostgreSQL does not run as root, and Debian's package creates an account for it.
    package static var account: (uid: UInt32, gid: UInt32) {
        guard geteuid() == 0, let entry = getpwnam("postgres") else { return (geteuid(), getegid()) }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// Returns the IDs of the processes of the server with this folder.
    static func processes(of folder: String) -> [Int32] {
        let place = "/\(URL(fileURLWithPath: folder).lastPathComponent)/data"
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        return numbers.filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd"))?.hasSuffix(place) == true
        }
    }

    /// The command prefix that runs a program as that account.
    static var asAccount: [String] {
        geteuid() == 0 ? ["setpriv", "--reuid", "\(account.uid)", "--regid", "\(account.gid)", "--clear-groups"] : ["env"]
    }

    private static func run(_ command: [String], in programs: String) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = asAccount + ["\(programs)/\(command[0])"] + command.dropFirst()
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        let pipe = Pipe.forProgram()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { return (127, "\(error)") }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        return (process.wait().status, String(decoding: output, as: UTF8.self))
    }
}

/// A shell that holds the server and its folder. It ends the server and deletes the folder when its input closes, which happens
/// whenever this process ends.
private struct Supervisor: ~Copyable {
    private let process: Process
    private let input: Pipe
    private let folder: String

    init(folder: String, programs: String, settings: [String]) throws {
        self.folder = folder
        process = Process()
        input = Pipe.forProgram()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        let script = """
            set -m
            folder=$1; shift
            "$@" >>"$folder/log" 2>&1 </dev/null &
            server=$!
            read -r word
            kill -9 -- "-$server" 2>/dev/null
            kill -9 $(cat "$folder/data/postmaster.pid" 2>/dev/null | head -n 1) 2>/dev/null
            wait "$server" 2>/dev/null
            [ "$word" = keep ] || rm -rf "$folder"
            """
        process.arguments =
            ["-c", script, "supervisor", folder] + PostgreSQLServer.asAccount
            + [
                "\(programs)/postgres", "-D", "\(folder)/data", "-c", "listen_addresses=", "-c",
                "unix_socket_directories=\(folder)",
                "-c", "max_connections=400", "-c", "log_min_messages=warning",
            ] + settings
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Kills the server and all its processes with SIGKILL, and leaves its folder.
    func kill() {
        guard !process.hasEnded else { return }
        try? input.fileHandleForWriting.write(contentsOf: Data("keep\n".utf8))
        process.wait()
        // Each of them has its own process group.
        for number in PostgreSQLServer.processes(of: folder) { Glibc.kill(number, SIGKILL) }
        unlink("\(folder)/data/postmaster.pid")
    }
}
