import FoundationEssentials
import Synchronization
import Testing

@testable import PasswordManager

@Suite("The change-password page")
struct ChangePasswordTests {
    private static let known = "https://example.com/account/password"

    @Test(
        "the well-known address counts only if a nonexistent address fails",
        arguments: [
            (404, 200, ChangePasswordPage.Source.wellKnown), (500, 204, .wellKnown), (302, 200, .wellKnown),
            (200, 200, nil), (299, 200, nil), (404, 404, nil), (404, 302, nil), (404, 300, nil), (nil, 200, nil), (404, nil, nil),
        ] as [(Int?, Int?, ChangePasswordPage.Source?)])
    func reliability(unlikely: Int?, wellKnown: Int?, source: ChangePasswordPage.Source?) throws {
        let probe = ChangePasswordProbe(host: try host("example.com"))
        let page = probe.page(unlikelyStatus: unlikely, wellKnownStatus: wellKnown, known: nil)
        #expect(page?.source == source)
        if source != nil { #expect(page?.address == "https://example.com/.well-known/change-password") }
        let fallback = probe.page(unlikelyStatus: unlikely, wellKnownStatus: wellKnown, known: Self.known)
        #expect(fallback?.source == source ?? .known)
    }

    @Test(
        "a known address must be an https URL",
        arguments: [
            ("https://example.com/x", true), ("http://example.com/x", false), ("javascript:alert(1)", false), ("https://", false),
            ("", false),
        ])
    func knownAddress(address: String, isTaken: Bool) throws {
        let page = ChangePasswordProbe(host: try host("example.com")).page(
            unlikelyStatus: nil, wellKnownStatus: nil, known: address)
        #expect((page != nil) == isTaken)
    }

    @Test("the probe requests the standard's two addresses, and skips the second one if the first suffices")
    func asking() async throws {
        let probe = ChangePasswordProbe(host: try host("example.com"))
        let reliable = Answers([404, 200])
        #expect(await probe.run(over: reliable)?.source == .wellKnown)
        #expect(
            reliable.asked == [
                "https://example.com/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200",
                "https://example.com/.well-known/change-password",
            ])
        let talkative = Answers([200, 200])
        #expect(await probe.run(over: talkative, known: Self.known)?.source == .known)
        #expect(talkative.asked.count == 1)
        let silent = Answers([])
        #expect(await probe.run(over: silent) == nil)
        #expect(silent.asked.count == 1)
    }

    private final class Answers: ChangePasswordTransport {
        struct Offline: Error {}
        private let state: Mutex<(left: [Int], asked: [String])>

        init(_ statuses: [Int]) { state = Mutex((statuses, [])) }

        var asked: [String] { state.withLock { $0.asked } }

        func status(of address: String) async throws -> Int {
            try state.withLock { state in
                state.asked.append(address)
                guard !state.left.isEmpty else { throw Offline() }
                return state.left.removeFirst()
            }
        }
    }
}
