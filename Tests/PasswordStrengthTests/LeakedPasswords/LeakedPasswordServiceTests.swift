import Synchronization
import Testing

@testable import PasswordStrength

@Suite("Leaked passwords by the range API")
struct LeakedPasswordServiceTests {
    /// The second half of the SHA-1 of `password`.
    static let row = "1E4C9B93F3F0682250B6CF8331B7EE68FD8"

    @Test("the service receives five digits and a request for padding")
    func request() async throws {
        let transport = RecordingTransport(status: 200, body: "\(Self.row):9659365\r\n\(RangeTextTests.other):0")
        let service = LeakedPasswordService(userAgent: "example-app", transport: transport)
        #expect(try await service.count(of: "password") == 9_659_365)
        let request = try #require(transport.requests.first)
        #expect(request.url == "https://api.pwnedpasswords.com/range/5BAA6")
        #expect(request.headers.map(\.name) == ["Add-Padding", "User-Agent"])
        #expect(request.headers.map(\.value) == ["true", "example-app"])
        #expect(transport.requests.count == 1)
    }

    @Test("padding rows and other rows do not match the password", arguments: ["\(row):0", "\(RangeTextTests.good):5"])
    func absent(body: String) async throws {
        let transport = RecordingTransport(status: 200, body: body)
        #expect(try await LeakedPasswordService(userAgent: "a", transport: transport).count(of: "password") == 0)
    }

    @Test(
        "a response that is not a range is an error, never a negative result",
        arguments: [
            (429, "\(row):1", .unexpectedStatus), (304, "", .unexpectedStatus), (200, "", .empty),
            (200, "<!doctype html>", .malformedSuffix), (200, "\(row):1\n\(row):x", .malformedCount),
        ] as [(Int, String, LeakedPasswordsError.Reason)])
    func failures(status: Int, body: String, reason: LeakedPasswordsError.Reason) async throws {
        let service = LeakedPasswordService(userAgent: "a", transport: RecordingTransport(status: status, body: body))
        let error = try await #require(throws: LeakedPasswordsError.self) { try await service.count(of: "password") }
        #expect(error.reason == reason)
        #expect(!error.description.contains(Self.row))
    }

    @Test("an error of the transport is thrown")
    func noAnswer() async {
        struct Offline: Error {}
        struct Silent: LeakedPasswordTransport {
            func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse { throw Offline() }
        }
        await #expect(throws: Offline.self) {
            try await LeakedPasswordService(userAgent: "a", transport: Silent()).count(of: "password")
        }
    }

    @Test("a digest is the SHA-1, and its description reveals nothing")
    func digest() {
        let digest = LeakedPasswordDigest(of: "password")
        #expect(digest.range == "5BAA6")
        #expect(digest.suffix == Array(Self.row.utf8))
        #expect(LeakedPasswordDigest(of: "").range == "DA39A")
        var dumped = ""
        dump(digest, to: &dumped)
        for text in ["\(digest)", digest.debugDescription, dumped, "\([digest])"] {
            #expect(!text.contains("5BAA6") && !text.contains("1E4C"))
        }
    }
}

private final class RecordingTransport: LeakedPasswordTransport {
    private let response: LeakedPasswordResponse
    private let log = Mutex<[LeakedPasswordRequest]>([])

    var requests: [LeakedPasswordRequest] { log.withLock { $0 } }

    init(status: Int, body: String) {
        response = LeakedPasswordResponse(status: status, body: Array(body.utf8))
    }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        log.withLock { $0.append(request) }
        return response
    }
}
