import Foundation
import HTTPTypes
import JSONText
import LocalAccess
import PrivateFiles
import Secrets
import WebClient

/// A way to servers that shows each server of this user on this machine its bearer.
struct LocalTransport: WebTransport {
    let client: WebClient

    /// Runs `body` with a way to servers that is closed afterwards.
    static func using<Value>(
        limits: WebLimits = WebLimits(), _ body: (LocalTransport) async throws -> Value
    ) async throws -> Value {
        let client = try WebClient(userAgent: "latchkey/\(Latchkey.version)", limits: limits)
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

/// An address with a new one-time token, for a browser of the user who started a server.
enum NewAddress {
    /// Prints one. It is not handed to a browser here: other users of the machine can read a program's arguments.
    ///
    /// - Parameters:
    ///   - base: The address of the server, without a slash at its end.
    ///   - command: What starts such a server.
    /// - Throws: ``CommandFailure`` where no server answers, and where another user started it.
    static func print(at base: String, json: Bool, startedBy command: String) async throws {
        let response = try await ask(base, startedBy: command)
        let document = try? JSONText.parse(response.body).root.value
        guard response.status == .created, let path = document?["path"]?.string else {
            throw CommandFailure(
                .usage, document?["detail"]?.string ?? "the server at \(base) requires no token: open its address as it is")
        }
        let terminal = Terminal()
        guard json else { return terminal.result(base + path) }
        terminal.result(.object(JSONObject([("address", .string(base + path))])), .compact)
    }

    private static func ask(_ base: String, startedBy command: String) async throws -> WebResponse {
        let url = try WebURL(base + LocalAccessGate.tokenPath)
        do {
            return try await LocalTransport.using { try await $0.send(WebRequest(.post, url)) }
        } catch {
            throw CommandFailure(.failure, "no server answers at \(base): \(error)", hint: "start one: \(command)")
        }
    }
}

/// Where servers of this user that run on this machine leave their bearers, and where the commands that talk to them look: a file of mode
/// 0600 for each port, in a folder that only the user can enter.
struct RunFolder {
    let path: String

    /// In the folder that `XDG_RUNTIME_DIR` names (XDG Base Directory Specification), or else in `~/.local/state`.
    static func ofThisUser() -> RunFolder {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return RunFolder(path: folder + "/latchkey") }
        return RunFolder(path: (environment["HOME"] ?? NSHomeDirectory()) + "/.local/state/latchkey")
    }

    /// The file with the bearer of the server on a port of 127.0.0.1.
    func bearerFile(port: Int) -> String { path + "/bearer-\(port)" }

    /// Makes the folder if it does not exist.
    ///
    /// - Throws: ``CommandFailure`` for a folder that another user owns or can enter.
    func make() throws {
        let parent = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CommandFailure(
                .failure, "\(path) cannot be made a folder", hint: "let XDG_RUNTIME_DIR name a folder that only you can enter")
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0
        else {
            throw CommandFailure(
                .failure, "\(path) must be a folder that you own and only you can enter", hint: "move it away, or run chmod 700")
        }
    }

    /// Writes the bearer of the server on a port that this process listens on.
    ///
    /// - Throws: ``PrivateFile/Failure``.
    func write(_ bearer: OpaqueToken, port: Int) throws {
        try PrivateFile.replace(bearerFile(port: port), with: (bearer.reveal() + "\n").utf8)
    }

    /// Removes the file of a port, unless another process has listened there since and written its own.
    func remove(_ bearer: OpaqueToken, port: Int) {
        guard let current = read(port: port), constantTimeEquals(current.digest.bytes, bearer.digest.bytes) else { return }
        unlink(bearerFile(port: port))
    }

    /// The bearer of the server at an address; nil for an address of another machine, and where there is no file.
    func bearer(for address: WebURL) -> OpaqueToken? {
        ["127.0.0.1", "localhost", "::1"].contains(address.host) ? read(port: address.port) : nil
    }

    private func read(port: Int) -> OpaqueToken? {
        FileManager.default.contents(atPath: bearerFile(port: port)).flatMap { data in
            OpaqueToken(encoded: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
        }
    }
}
