import Testing

@testable import DeviceProtocol

@Suite("The token of exported credentials") struct ExchangeTokenTests {
    @Test("prints none of its bytes")
    func redaction() throws {
        let token = try #require(ExchangeToken([UInt8](repeating: 173, count: ExchangeToken.length)))
        var dumped = ""
        dump(CredentialExchangeStep.take(token), to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(text.contains("ExchangeToken(redacted)") && !text.contains("173"), "\(text)")
        }
    }
}
