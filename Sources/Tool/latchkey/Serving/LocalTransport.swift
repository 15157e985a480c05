// The compiler finds `stat` in this module or in Foundation's, depending on which other files it compiles along.
import CoreFoundation
import Foundation
import HTTPTypes
import JSONText
import LocalAccess
import PrivateFiles
import Secrets
import WebClient

/// A transport that sends each server of this user on this machine its bearer token. It connects to 127.0.0.1 for `localhost`. The
/// servers of this user listen there. Another user may listen on ::1.
struct LocalTransport: WebTransport {
    let client: WebClient

    /// Calls `body` with a transport, and closes the transport afterwards.
    static func using<Value>(
        limits: WebLimits = WebLimits(), _ body: (LocalTransport) async throws -> Value
    ) async throws -> Value {
        let client = try WebClient(
            userAgent: "latchkey/\(Latchkey.version)", limits: limits, hosts: ["localhost": "127.0.0.1"])
        do {
            let value = try await body(LocalTransport(client: client))
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        var request = request
        if request.headers[.authorization] == nil, let bearer = RunFolder.ofThisUser().bearer(for: request.url) {
            request.headers[.authorization] = "Bearer " + bearer.reveal()
        }
        return try await client.send(request)
    }
}

/// Requests an address with a new one-time token, for a browser of the user who started a server.
enum NewAddress {
    /// Prints the address. The command does not start a browser, because other users of the machine can read a program's arguments.
    ///
    /// - Parameters:
    ///   - base: the address of the server, without a trailing slash.
    ///   - tokenPath: the path at which the server creates a token.
    ///   - command: the command that starts such a server, for the hint.
    /// - Throws: ``CommandFailure`` if no server responds, or another user started it.
    static func print(
        at base: String, tokenPath: String = LocalAccessGate.tokenPath, json: Bool, startedBy command: String
    ) async throws {
        let response = try await ask(base, tokenPath, startedBy: command)
        let document = try? JSONText.parse(response.body).root.value
        guard response.status == .created, let path = document?["path"]?.string else {
            throw CommandFailure(
                .usage, document?["detail"]?.string ?? "the server at \(base) requires no token; open its address in a browser")
        }
        let terminal = Terminal()
        guard json else { return terminal.result(base + path) }
        terminal.result(.object(JSONObject([("address", .string(base + path))])), .compact)
    }

    private static func ask(_ base: String, _ tokenPath: String, startedBy command: String) async throws -> WebResponse {
        let url = try WebURL(base + tokenPath)
        do {
            return try await LocalTransport.using { try await $0.send(WebRequest(.post, url)) }
        } catch {
            throw CommandFailure(.failure, "no server at \(base): \(error)", hint: "start one: \(command)")
        }
    }
}

/// The folder with the bearer tokens of this user's running servers, for the commands that use them. Only the user can enter it. It
/// has a file of mode 0600 for each port.
struct RunFolder {
    let path: String

    /// Returns the folder below `XDG_RUNTIME_DIR` (XDG Base Directory Specification), or below `~/.local/state` if that is not set.
    static func ofThisUser() -> RunFolder {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return RunFolder(path: folder + "/latchkey") }
        return RunFolder(path: (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state/latchkey")
    }

    /// Returns the file with the bearer token of the server on a port of 127.0.0.1.
    func bearerFile(port: Int) -> String { path + "/bearer-\(port)" }

    /// Creates the folder if it does not exist.
    ///
    /// - Throws: ``CommandFailure`` for a folder that another user owns or can enter.
    func make() throws {
        let parent = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CommandFailure(
                .failure, "\(path): the folder cannot be created", hint: "set XDG_RUNTIME_DIR to a folder that only you can enter")
        }
        guard isPrivate else {
            throw CommandFailure(
                .failure, "\(path) must be a folder that you own and only you can enter",
                hint: "move it away, or run chmod 700 on it")
        }
    }

    /// Whether the path is a folder that this user owns and no other user can enter.
    var isPrivate: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    /// Writes the bearer token of the server on a port that this process listens on.
    ///
    /// - Throws: ``PrivateFile/Failure``.
    func write(_ bearer: OpaqueToken, port: Int) throws {
        try PrivateFile.replace(bearerFile(port: port), with: (bearer.reveal() + "\n").utf8)
    }

    /// Removes the file of a port, unless another process has since replaced it.
    func remove(_ bearer: OpaqueToken, port: Int) {
        guard let current = read(port: port), constantTimeEquals(current.digest.bytes, bearer.digest.bytes) else { return }
        unlink(bearerFile(port: port))
    }

    /// Returns the bearer token of the server at an address; nil for another host than 127.0.0.1 and `localhost`, and if there is no file.
    func bearer(for address: WebURL) -> OpaqueToken? {
        ["127.0.0.1", "localhost"].contains(address.host) ? read(port: address.port) : nil
    }

    private func read(port: Int) -> OpaqueToken? {
        FileManager.default.contents(atPath: bearerFile(port: port)).flatMap { data in
            OpaqueToken(encoded: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
        }
    }
}
