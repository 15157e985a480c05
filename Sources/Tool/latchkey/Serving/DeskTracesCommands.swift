import AccountServer
import ArgumentParser
import HTTPTypes
import JSONText
import WebClient

/// `latchkey desk export-traces`: traces of the timeline as a file.
struct DeskExportTracesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-traces", abstract: "Write traces of `latchkey dev` as a file that another desk opens.",
        discussion: """
            Writes one JSON document of at most 8 MiB to standard output, without the oldest traces if there are more. A trace has no \
            password, cookie, code, key or token, but it names Apple Accounts, phones and apps.
            """,
        example: "latchkey desk export-traces > traces.json")

    @Argument(help: ArgumentHelp("The identifier of the trace, as in its address; all traces if omitted.", valueName: "trace"))
    var trace: String?

    @OptionGroup var server: DevelopmentServerOptions

    func validate() throws {
        guard trace.map({ $0.count == 32 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }) != false else {
            throw ValidationError("a trace is 32 hexadecimal digits")
        }
    }

    func run() async throws {
        let path = trace.map { "/dev/timeline/\($0)/file" } ?? "/dev/timeline/file"
        let answer = try await server.ask(path)
        let limits = JSONLimits(maximumBytes: TraceFile.byteLimit)
        Terminal().result(try JSONText.parse(answer, limits: limits).root.value, .compact)
    }
}

/// `latchkey desk open-traces`: a file of another desk on this one.
struct DeskOpenTracesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open-traces", abstract: "Show the traces of a file on the desk of `latchkey dev`.",
        discussion: """
            Prints the address of the traces, for a browser that has access to the desk. They replace those of an earlier file. The file \
            may have at most 8 MiB.

            Result with --json: {"traces","address"}, the number of traces and the address. Exits with 2 if the file is rejected, and says \
            where it is wrong.
            """,
        example: "latchkey desk open-traces traces.json")

    @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file"))
    var file: String

    @OptionGroup var server: DevelopmentServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let bytes = try LimitedFile.read(file, limit: TraceFile.byteLimit)
        let answer = try JSONText.parse(try await server.ask("/dev/timeline/opened", bytes)).root.value
        guard let path = answer["path"]?.string, let count = answer["traces"] else {
            throw CommandFailure(.failure, "unexpected response from the desk at \(try server.base())")
        }
        let address = try server.base() + path
        let terminal = Terminal()
        guard output.json else { return terminal.result(address) }
        terminal.result(.object(JSONObject([("traces", count), ("address", .string(address))])), .compact)
    }
}

extension DevelopmentServerOptions {
    /// Sends a request to the desk, and returns the body of the response.
    ///
    /// - Parameter body: the body of a POST request with JSON; nil for a GET request.
    /// - Throws: ``CommandFailure`` if no server responds, or it rejects the request.
    func ask(_ path: String, _ body: [UInt8]? = nil) async throws -> [UInt8] {
        let base = try base()
        var request = WebRequest(body == nil ? .get : .post, try WebURL(base + path))
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = body
        }
        let sent = request
        let response: WebResponse
        do {
            response = try await LocalTransport.using(limits: WebLimits(body: TraceFile.byteLimit)) { try await $0.send(sent) }
        } catch let error as WebClientError {
            throw CommandFailure(.failure, "no response from the desk at \(base): \(error)", hint: "check that latchkey dev runs")
        }
        guard response.status.code < 400 else {
            let detail = (try? JSONText.parse(response.body).root.value)?["detail"]?.string
            throw CommandFailure(.usage, (detail ?? "the desk responded with status \(response.status.code)").asMessage)
        }
        return response.body
    }
}
