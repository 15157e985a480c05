import ArgumentParser
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import WebClient

/// The phone that a command uses, and the form of its output.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the phones, without /device; that of the running `latchkey dev` if omitted, otherwise \(Self.standard).",
            valueName: "address"))
    var at: String?

    private static let standard = "http://127.0.0.1:8082"

    @Option(help: ArgumentHelp("The number of the phone, counted from 1.", valueName: "number"))
    var phone = 1

    @Flag(help: "Write the result as JSON.")
    var json = false

    func validate() throws {
        try DevelopmentInstance.validate(at, example: Self.standard)
        guard phone >= 1 else { throw ValidationError("--phone must be 1 or more") }
    }

    /// Sends a request to the phone and returns the response: the state of the phone, unless the resource returns something else.
    ///
    /// - Parameters:
    ///   - thing: the path of the resource below the phone; nil for its state.
    ///   - body: the body of a POST request; nil for a GET request.
    ///   - limits: the limits of a request that waits for the user or has a large response.
    /// - Throws: ``CommandFailure`` if the phone does not exist or rejects the request.
    func ask(_ thing: String? = nil, _ body: JSONValue? = nil, within limits: WebLimits = WebLimits()) async throws -> [UInt8] {
        try await LocalTransport.using(limits: limits) { try await send(thing, body, by: $0) }
    }

    /// Writes the state of the phone.
    func show(_ answer: [UInt8]) throws {
        let terminal = Terminal()
        if json { return terminal.result(try JSONText.parse(answer).root.value) }
        for line in PhoneListing(try decoded(answer, as: PhoneView.self)).lines { terminal.result(line) }
    }

    /// Decodes a response of the phone. Throws a ``CommandFailure`` if it is something else.
    func decoded<Answer: Decodable>(_ answer: [UInt8], as type: Answer.Type) throws -> Answer {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let decoded = try? decoder.decode(type, from: Data(answer)) else {
            throw CommandFailure(.failure, "unexpected response from the phone server")
        }
        return decoded
    }

    /// Returns the address without a trailing slash.
    ///
    /// - Throws: ``CommandFailure`` if several instances of `latchkey dev` run, or if the running one has no phones.
    func base() throws -> String {
        try DevelopmentInstance.address(at, of: { $0.phones }, named: "phones", orElse: Self.standard)
    }

    private func send(_ thing: String?, _ body: JSONValue?, by transport: LocalTransport) async throws -> [UInt8] {
        let base = try base()
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
            throw Self.failure(of: error, at: base)
        }
        guard response.status.code < 400 else {
            let detail = (try? JSONText.parse(response.body).root.value)?["detail"]?.string
            throw CommandFailure(
                response.status == .conflict || response.status == .notFound ? .negative : .usage,
                detail ?? "the phone server responded with status \(response.status.code)")
        }
        return response.body
    }

    /// Returns the failure of a request without a response. A tap waits until its element exists, so a late response does not mean that no
    /// server runs.
    static func failure(of error: WebClientError, at base: String) -> CommandFailure {
        guard error != .timedOut else {
            return CommandFailure(
                .failure, "no response in time from the phone server at \(base)",
                hint: "a tap waits until its element exists; see what the phone shows: latchkey phone show")
        }
        return CommandFailure(.failure, "no phone server at \(base): \(error)", hint: "start one: latchkey dev")
    }
}
