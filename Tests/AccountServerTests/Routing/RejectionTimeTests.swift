import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import AccountServer

/// A client can repeat a rejected request without cost while it occupies a processor of the server.
@Suite("Delay of rejections")
struct RejectionTimeTests {
    @Test(
        "a rejected change that may succeed later is delayed, and all other responses are immediate",
        arguments: [
            (HTTPRequest.Method.post, ProblemCode.tooManyRequests, true), (.put, .overloaded, true), (.delete, .conflict, true),
            (.get, .overloaded, false), (.post, .invalidCredentials, false), (.post, .usernameTaken, false),
            (.patch, .internalError, false),
        ])
    func waits(_ method: HTTPRequest.Method, _ code: ProblemCode, _ waits: Bool) async throws {
        let clock = ImmediateClock()
        let policy = RequestPolicy(rejections: RejectionDelay(time: .seconds(3), clock: clock))
        let routes = [Route(method, "/rejected") { _ in throw Problem(code) }]
        try await RoutingSamples.application(routes, policy: policy).test(.router) { client in
            let response = try await client.execute(uri: "/rejected", method: method)
            #expect(response.status == code.status)
        }
        #expect(clock.sleeps == (waits ? [.seconds(3)] : []))
    }

    @Test("with a delay of zero, responses are immediate")
    func zero() async throws {
        let clock = ImmediateClock()
        let routes = [Route(.post, "/rejected") { _ in throw Problem(.overloaded) }]
        let policy = RequestPolicy(rejections: RejectionDelay(time: .zero, clock: clock))
        try await RoutingSamples.application(routes, policy: policy).test(.router) { client in
            _ = try await client.execute(uri: "/rejected", method: .post)
        }
        #expect(clock.sleeps.isEmpty)
    }

    @Test("rejections of one moment are sent one after the other, none later than twice the delay")
    func apart() async {
        let clock = ImmediateClock()
        let pace = RejectionDelay(time: .milliseconds(5), clock: clock)
        for _ in 1...5 { await pace.wait() }
        #expect(clock.sleeps == [5, 7, 9, 10, 10].map { .milliseconds($0) })
    }
}

/// A stopped clock that records requested sleeps and ends them at once.
private final class ImmediateClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    private let asked = Mutex<[Duration]>([])

    var sleeps: [Duration] { asked.withLock { $0 } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        asked.withLock { $0.append(now.duration(to: deadline)) }
    }
}
