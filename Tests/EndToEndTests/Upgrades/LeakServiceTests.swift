import DeviceSimulator
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@Suite("A phone that uses a service for leaked passwords", .timeLimit(.minutes(20)))
struct LeakServiceTests {
    /// A strong password, which the service nevertheless lists as leaked.
    private static let (password, range, suffix) = ("Vq7-kilo-umbra-29", "AA39B", "FDAD73D1964E20AA192814A5EB8B7CD31CA")

    @Test("sends only five digits of a digest, with padding, and reports nothing while offline")
    func lookUp() async throws {
        let service = RangeService(["/range/\(Self.range)": "\(Self.suffix):7\r\n"])
        try await LoopbackService.run(answering: { service.answer($0) }) { port in
            let phone = try Phone()
            try phone.device.put(SimulatedSite(.server("http://127.0.0.1:\(port)")), at: "ranges.example")
            phone.device.savePassword(Self.password, user: "anna", site: "shop.example")
            phone.device.isOnline = false
            try phone.device.lookUpLeakedPasswords(at: "https://ranges.example/")
            #expect(try await Self.recommendations(of: phone).isEmpty)
            #expect(service.requests.isEmpty)
            phone.device.isOnline = true
            try phone.device.lookUpLeakedPasswords(at: "https://ranges.example/")
            try await phone.wait { Self.shown(in: $0)?.map(\.headline) == ["Leaked password"] }
            #expect(Set(service.requests) == ["/range/\(Self.range) true"])
        }
    }

    @Test("uses no URL without https", arguments: ["http://ranges.example", "ranges.example", ""])
    func rejected(address: String) throws {
        let device = try DeviceSimulator()
        #expect(throws: (any Error).self) { try device.lookUpLeakedPasswords(at: address) }
    }

    private static func recommendations(of phone: Phone) async throws -> [PhoneView.SettingsView.Recommendation] {
        try await phone.perform(.openSettings(.recommendations))
        try await phone.showFace()
        return shown(in: try await phone.wait { Self.shown(in: $0) != nil }) ?? []
    }

    private static func shown(in view: PhoneView) -> [PhoneView.SettingsView.Recommendation]? {
        if case .settings(let settings) = view.content { settings.recommendations } else { nil }
    }
}

/// A service of ranges that records requests.
private final class RangeService: Sendable {
    private let ranges: [String: String]
    private let asked = Mutex<[String]>([])

    /// - Parameter ranges: by path.
    init(_ ranges: [String: String]) {
        self.ranges = ranges
    }

    /// Paths, and whether padding was requested.
    var requests: [String] { asked.withLock { $0 } }

    func answer(_ request: Request) -> Response {
        let padding = HTTPField.Name("Add-Padding").flatMap { request.headers[$0] } ?? "none"
        asked.withLock { $0.append("\(request.uri.path) \(padding)") }
        guard let range = ranges[request.uri.path] else { return Response(status: .notFound) }
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: range)))
    }
}
