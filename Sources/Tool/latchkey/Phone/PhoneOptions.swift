import ArgumentParser
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import WebClient

/// Which phone a command uses, and how it writes what the phone shows.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the phones are: the address that latchkey dev printed, without /device.", valueName: "address"))
    var at = "http://127.0.0.1:8082"

    @Option(help: ArgumentHelp("Which of the phones.", valueName: "number"))
    var phone = 1

    @Flag(help: "Write what the phone shows as JSON.")
    var json = false

    func validate() throws {
        guard (try? WebURL(base)) != nil else { throw ValidationError("--at takes an address such as http://127.0.0.1:8082") }
        guard phone >= 1 else { throw ValidationError("phones are counted from 1") }
    }

    /// Asks for what the phone shows, after doing something if that is said.
    ///
    /// - Parameter limits: for what waits for a person, or is answered with much.
    /// - Throws: ``CommandFailure`` where there is no phone, or where it refuses.
    func ask(_ thing: String? = nil, _ body: JSONValue? = nil, within limits: WebLimits = WebLimits()) async throws -> [UInt8] {
        try await LocalTransport.using(limits: limits) { try await send(thing, body, by: $0) }
    }

    /// Writes what the phone shows.
    func show(_ answer: [UInt8]) throws {
        let terminal = Terminal()
        if json { return terminal.result(try JSONText.parse(answer).root.value) }
        for line in PhoneText(try view(answer)).lines { terminal.result(line) }
    }

    /// What the phone shows, as a value.
    func view(_ answer: [UInt8]) throws -> PhoneView {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let view = try? decoder.decode(PhoneView.self, from: Data(answer)) else {
            throw CommandFailure(.failure, "what answers at \(base) is no phone")
        }
        return view
    }

    /// The address without a slash at its end.
    var base: String { at.hasSuffix("/") ? String(at.dropLast()) : at }

    private func send(_ thing: String?, _ body: JSONValue?, by transport: LocalTransport) async throws -> [UInt8] {
        let path = base + "/device/api/phones/\(phone)" + (thing.map { "/" + $0 } ?? "")
        var request = WebRequest(body == nil ? .get : .post, try WebURL(path))
        if let body {
            request.headers[.contentType] = "application/json"
            request.body = body.bytes()
        }
        let response: WebResponse
        do throws(WebClientError) {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure(.failure, "no phone answers at \(base): \(error)", hint: "start some: latchkey dev")
        }
        guard response.status.code < 400 else {
            let detail = (try? JSONText.parse(response.body).root.value)?["detail"]?.string
            throw CommandFailure(
                response.status == .conflict || response.status == .notFound ? .negative : .usage,
                detail ?? "the phone answers \(response.status.code)")
        }
        return response.body
    }
}
