import Testing
import WebClient

@testable import latchkey

@Suite("Requests to the phones without a response") struct PhoneFailureTests {
    @Test("a late response does not mean that no server runs")
    func late() {
        let late = PhoneOptions.failure(of: .timedOut, at: "http://127.0.0.1:8082")
        #expect(late.messages == ["no response in time from the phone server at http://127.0.0.1:8082"])
        #expect(late.hint?.hasSuffix("latchkey phone show") == true)
        let absent = PhoneOptions.failure(of: .unreachable("refused"), at: "http://127.0.0.1:8082")
        #expect(absent.messages.first?.hasPrefix("no phone server at http://127.0.0.1:8082") == true)
        #expect(absent.hint == "start one: latchkey dev")
    }
}
