import AccountPages
import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Apple's button on the pages")
struct AppleButtonPageTests {
    @Test(
        "looks and says what the configuration wants",
        arguments: [
            (AppleButton.Style.automatic, AppleButtonType.byPage, "automatic", ["Sign in with Apple", "Sign up with Apple"]),
            (.whiteOutline, .continue, "outline", ["Continue with Apple", "Continue with Apple"]),
            (.black, .signUp, "black", ["Sign up with Apple", "Sign up with Apple"]),
        ])
    func configured(style: AppleButton.Style, type: AppleButtonType, name: String, titles: [String]) async throws {
        let bench = try ServerBench(apple: FakeAppleService()) { server in
            server.apple?.web?.buttonStyle = style
            server.apple?.web?.buttonType = type
        }
        try await bench.run { client in
            for (path, title) in zip(["/sign-in", "/sign-up"], titles) {
                var browser = Browser(client)
                let page = try await browser.open(path)
                #expect(page.text.contains("class=\"button apple \(name)\""), "\(path)")
                #expect(page.text.contains(title))
            }
        }
    }
}
