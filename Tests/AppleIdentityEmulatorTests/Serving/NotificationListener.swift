import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import TestKit

/// A relying party's notification endpoint on loopback, with scripted responses, that records requests.
final class NotificationListener: Sendable {
    struct Post: Sendable {
        let path: String
        let type: String?
        let body: String
    }

    private struct State {
        var posts: [Post] = []
        var answers: [Int] = []
    }

    private let state = Watched(State())

    var posts: [Post] { state.value.posts }

    /// Waits for a number of posts.
    func reached(_ count: Int) async { await state.until { $0.posts.count >= count } }

    /// Responds to the next posts with these statuses, and to all others with 200.
    func answer(_ statuses: Int...) { state.change { $0.answers = statuses } }

    /// Runs `body` with the base URL while listening.
    static func run(_ body: @escaping @Sendable (NotificationListener, String) async throws -> Void) async throws {
        let listener = NotificationListener()
        let router = Router()
        router.post("**") { request, _ in
            let content = try await request.body.collect(upTo: 1 << 20)
            let status = listener.record(
                Post(path: request.uri.path, type: request.headers[.contentType], body: String(buffer: content)))
            return Response(status: .init(code: status), headers: status == 302 ? [.location: "/elsewhere"] : [:])
        }
        let (ports, announcement) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { announcement.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "l") { _ in SwiftLogNoOpLogHandler() })
        let group = ServiceGroup(services: [application], logger: application.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                for await port in ports {
                    do {
                        try await body(listener, "http://127.0.0.1:\(port)")
                    } catch {
                        await group.triggerGracefulShutdown()
                        throw error
                    }
                    break
                }
                await group.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    private func record(_ post: Post) -> Int {
        state.change { state in
            state.posts.append(post)
            return state.answers.isEmpty ? 200 : state.answers.removeFirst()
        }
    }
}
