import Testing

@testable import AccountServer

@Suite("The name of a browser")
struct BrowserNameTests {
    @Test("a browser has its common name", arguments: known)
    func knownBrowser(_ userAgent: String, _ name: String) {
        #expect(BrowserName(userAgent: userAgent)?.text == name)
    }

    @Test(
        "an unknown browser has no name",
        arguments: [
            "", "curl/8.5.0", "Firefox on Linux", "Motivation/1 CFNetwork/1568.100.1 Darwin/24.0.0",
            "Mozilla/5.0 (PlayStation; PlayStation 5/8.00) AppleWebKit/605.1.15 (KHTML, like Gecko)",
            "Mozilla/5.0 (X11; Linux x86_64) NetSurf/3.11",
        ])
    func others(_ userAgent: String) {
        #expect(BrowserName(userAgent: userAgent) == nil)
    }

    private static let known = [
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPhone"
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
            "Safari on Mac"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows"
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
            "Chrome on Android"
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
            "Chrome on Linux"
        ),
    ]
}
