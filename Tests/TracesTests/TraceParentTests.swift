import Testing
import Traces

/// The header field `traceparent` (W3C Trace Context, section 3.2).
@Suite("traceparent")
struct TraceParentTests {
    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("a well-formed value is parsed, and written in the same form")
    func roundTrip() throws {
        let parent = try #require(TraceParent(Self.valid))
        #expect("\(parent.trace)" == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect("\(parent.span)" == "00f067aa0ba902b7")
        #expect("\(parent)" == Self.valid)
    }

    @Test("any flags are accepted", arguments: ["00", "01", "ff"])
    func flags(flags: String) {
        #expect(TraceParent(String(Self.valid.dropLast(2)) + flags) == TraceParent(Self.valid))
    }

    @Test(
        "a malformed value is rejected",
        arguments: [
            "", "00", valid + "-", valid + "0", String(valid.dropLast()), " " + valid, valid + " ", valid.uppercased(),
            "01" + valid.dropFirst(2), "ff" + valid.dropFirst(2), valid.replacing("-", with: "_"),
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
            "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-1",
        ] as [String])
    func malformed(text: String) {
        #expect(TraceParent(text) == nil)
    }
}
