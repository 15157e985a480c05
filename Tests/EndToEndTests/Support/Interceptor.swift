import AppleIdentityEmulator
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Synchronization

/// A proxy between a device and a server that forwards requests and loses some of them as instructed.
final class Interceptor: Sendable {
    /// The fate of a request.
    enum Disposition: Hashable, Sendable, CaseIterable {
        case passed
        /// The connection breaks before the server receives it.
        case lost
        /// The server processes it, and its response is interrupted.
        case unanswered
    }

    /// A request, with its number from 0. Reading requests are always forwarded and not counted; their number is -1.
    struct Passage: Sendable {
        let number: Int
        let request: String
    }

    /// The forwarded request.
    struct Question: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let body: [UInt8]
        let headers: HTTPFields
    }

    /// The server behind it.
    protocol Upstream: Sendable {
        /// Nil if no response arrives.
        func answer(_ question: Question, _ passage: Passage) async throws -> AppleBenchClient.Answer?
    }

    private struct State {
        var requests: [String] = []
        var disposition: @Sendable (Passage) -> Disposition = { _ in .passed }
        var onAnswer: @Sendable (Passage) -> Void = { _ in }
        /// The number of requests in progress.
        var underWay = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let upstream: any Upstream
    private let port: Int

    private init(_ upstream: any Upstream, port: Int) {
        self.upstream = upstream
        self.port = port
    }

    /// Its base URL.
    var base: String { "http://127.0.0.1:\(port)" }

    /// The requests since the list was emptied: `POST /v1/sessions`.
    var requests: [String] { state.withLock(\.requests) }

    /// Restarts the count, and decides by this closure from now on.
    func decide(_ disposition: @escaping @Sendable (Passage) -> Disposition = { _ in .passed }) {
        state.withLock { state in
            state.requests = []
            state.disposition = disposition
            state.onAnswer = { _ in }
        }
    }

    /// Calls this closure after each response of the server, before the response is forwarded.
    func onAnswer(_ body: @escaping @Sendable (Passage) -> Void) {
        state.withLock { $0.onAnswer = body }
    }

    /// Waits until no request is in progress: the server also receives the requests of a killed extension.
    func isQuiet() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.underWay > 0 { state.waiting.append(continuation) }
                return state.underWay == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    /// Runs in front of this server while `body` runs.
    static func run(before upstream: any Upstream, _ body: @escaping @Sendable (Interceptor) async throws -> Void) async throws {
        let own = Mutex<Interceptor?>(nil)
        let answer: LoopbackService.Answer = { request in
            guard let interceptor = own.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
            return try await interceptor.answer(request)
        }
        try await LoopbackService.run(answering: answer) { port in
            let interceptor = Interceptor(upstream, port: port)
            own.withLock { $0 = interceptor }
            try await body(interceptor)
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        state.withLock { $0.underWay += 1 }
        defer {
            let waiting = state.withLock { state in
                state.underWay -= 1
                guard state.underWay == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for each in waiting { each.resume() }
        }
        let words = "\(request.method.rawValue) \(request.uri.path)"
        let (passage, disposition) = state.withLock { state in
            // Files of the site, which a phone fetches at any time.
            guard request.method != .get else { return (Passage(number: -1, request: words), Disposition.passed) }
            let passage = Passage(number: state.requests.count, request: words)
            state.requests.append(words)
            return (passage, state.disposition(passage))
        }
        guard disposition != .lost else { return Self.broken }
        let body = try await request.body.collect(upTo: 1 << 20)
        let question = Question(
            method: request.method, path: request.uri.string, body: Array(body.readableBytesView),
            headers: request.headers.filter { [.contentType, .authorization].contains($0.name) })
        guard let answer = try await upstream.answer(question, passage) else { return Self.broken }
        state.withLock(\.onAnswer)(passage)
        guard disposition == .passed else { return Self.broken }
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: answer.headers.filter { $0.name == .contentType },
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// An interrupted response.
    private static var broken: Response {
        Response(status: .ok, body: ResponseBody(contentLength: 100) { _ in throw Break() })
    }

    private struct Break: Error {}
}

extension AppleBenchClient: Interceptor.Upstream {
    func answer(_ question: Interceptor.Question, _ passage: Interceptor.Passage) async throws -> Answer? {
        try await send(question.method, question.path, body: question.body, headers: question.headers)
    }
}

extension HTTPFields {
    fileprivate func filter(_ isKept: (HTTPField) -> Bool) -> HTTPFields {
        var kept = HTTPFields()
        for field in self where isKept(field) { kept.append(field) }
        return kept
    }
}
