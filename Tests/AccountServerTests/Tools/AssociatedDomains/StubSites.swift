import Foundation
import HTTPTypes
import InternetAddresses
import SiteChecks
import Synchronization

@testable import AccountServer
@testable import WebClient

/// Sites that respond as a test defines, and record the requests.
final class StubSites: SiteFetching {
    typealias Outcome = Result<WebResponse, WebClientError>

    private let answer: @Sendable (WebURL) async -> Outcome
    private let requests = Mutex<[String]>([])

    init(_ answer: @escaping @Sendable (WebURL) async -> Outcome) {
        self.answer = answer
    }

    /// Creates sites that serve the same file at /.well-known, and nothing elsewhere.
    convenience init(file: String, type: String = "application/json") {
        self.init { url in url.target.hasPrefix("/.well-known/") ? Self.served(file, type: type) : Self.status(404) }
    }

    /// All requests in order.
    var asked: [String] { requests.withLock { $0 } }

    func fetch(_ url: WebURL) async -> FetchReport {
        requests.withLock { $0.append("\(url)") }
        let timings = FetchTimings(
            resolved: .milliseconds(2), connected: .milliseconds(30), answered: .milliseconds(50), finished: .milliseconds(51))
        return FetchReport(
            url: url, address: IPAddress(v4: 0xC000_0207), certificate: Self.certificate, timings: timings,
            outcome: await answer(url))
    }

    static func served(_ file: String, type: String = "application/json") -> Outcome {
        .success(WebResponse(status: .ok, headers: [.contentType: type, .server: "stub"], body: Array(file.utf8)))
    }

    static func status(_ code: Int, headers: HTTPFields = [:]) -> Outcome {
        .success(WebResponse(status: .init(code: code), headers: headers, body: Array("nothing\n".utf8)))
    }

    /// A self-signed certificate for CN=www.example.com.
    private static let certificate = Data(
        base64Encoded: """
            MIIBszCCAVigAwIBAgIURS2G1jRbsGxddC49JVczIVirn38wCgYIKoZIzj0EAwIwGjEYMBYGA1UEAwwPd3d3LmV4YW1wbGUuY29tMB4XDTI2MT
            EyMTE1NTkwNVoXDTM2MTExODE1NTkwNVowGjEYMBYGA1UEAwwPd3d3LmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEDQKo
            aroMCUt97zclGBiNaxlopZENTrHX9kQZLvO45eV5lEpVrK06mnLDlCZtTe6ARZ4VpqzZObGXPAQtgCa54aN8MHowHQYDVR0OBBYEFM0vs/cFVI
            FTDVNqlyglpfvFo4EnMB8GA1UdIwQYMBaAFM0vs/cFVIFTDVNqlyglpfvFo4EnMA8GA1UdEwEB/wQFMAMBAf8wJwYDVR0RBCAwHoIPd3d3LmV4
            YW1wbGUuY29tggtleGFtcGxlLmNvbTAKBggqhkjOPQQDAgNJADBGAiEAo+1IO7lGRxypfB/7gqcDzzwhhC3LT1gUh9UYkfuOdaMCIQCC0Jw19X
            17EiSrtzqtgNP2MoUlew6LfRteVNxhjYQrDQ==
            """, options: .ignoreUnknownCharacters
    ).flatMap { ShownCertificate(der: Array($0)) }
}
