import DeviceProtocol
import Testing

@Suite("Requests for shared credentials") struct SharedCredentialRequestTests {
    private static func change(_ site: String = "example.com", _ password: String? = "s3cret") throws -> ChangeSharedCredential {
        ChangeSharedCredential(
            site: try #require(SharedCredentialSite(rawValue: site)), account: "alice", password: password)
    }

    @Test("requests are decoded as they were encoded, and others rejected", arguments: ["s3cret", nil])
    func roundTrip(password: String?) throws {
        let change = try Self.change("example.com", password)
        #expect(try ChangeSharedCredential(message: change.message) == change)
        for request in [RequestSharedCredential(site: change.site, account: nil), RequestSharedCredential(site: nil, account: "a")]
        {
            #expect(try RequestSharedCredential(message: request.message) == request)
        }
        let bytes = change.message
        for position in bytes.indices {
            for change in [1, 0x20, 0x80, 0xFF] as [UInt8] {
                var mutation = bytes
                mutation[position] ^= change
                if let read = try? ChangeSharedCredential(message: mutation) { #expect(read.message == mutation) }
            }
        }
    }

    @Test("host names are in lower case")
    func sites() {
        for name in ["example.com", "a.b", "xn--bcher-kva.example", "localhost", "1.example"] {
            #expect(SharedCredentialSite(rawValue: name)?.rawValue == name)
        }
        for name in [
            "", ".", "example.com.", ".com", "a..b", "Example.com", "a b", "-a.com", "a-.com", "bücher.example", "a/b", "a:443",
            "*.com",
            String(repeating: "a", count: 64) + ".com", String(repeating: "a.", count: 127) + "a",
        ] { #expect(SharedCredentialSite(rawValue: name) == nil, "\(name)") }
        #expect(SharedCredentialSite(hostName: "Example.COM")?.rawValue == "example.com")
        #expect(SharedCredentialSite(rawValue: String(repeating: "a.", count: 126) + "a") != nil)
    }

    @Test("descriptions contain no password")
    func secrecy() throws {
        let change = try Self.change()
        let credential = SharedCredential(site: change.site, account: "alice", password: "s3cret")
        for text in ["\(change)", String(reflecting: change), "\(credential)", String(reflecting: credential), "\([credential])"] {
            #expect(!text.contains("s3cret"))
        }
        #expect(Mirror(reflecting: credential).children.isEmpty)
        #expect(Mirror(reflecting: change).children.isEmpty)
    }

    @Test("name attributes accept bytes, and code attributes accept text; no other attribute accepts two kinds")
    func kinds() {
        let named = ItemAttributes(.account, .data([0x61]))
        #expect(named.contains(ItemAttributes(.account, .text("a"))))
        #expect(!named.contains(ItemAttributes(.account, .text("b"))))
        for (name, value): (AttributeName, AttributeValue) in [
            (.account, .data([0xFF])), (.creator, .text("Someone")), (.type, .text("x")), (.server, .data([])),
        ] { #expect(ItemAttributes(name, value)[name] == value) }
        for (name, value): (AttributeName, AttributeValue) in [
            (.generic, .text("a")), (.port, .text("443")), (.account, .number(1)), (.port, .data([1])), (.creationDate, .number(1)),
        ] { #expect(ItemAttributes(name, value).isEmpty) }
    }
}

extension ItemAttributes {
    fileprivate init(_ name: AttributeName, _ value: AttributeValue) {
        self.init()
        set(name, value)
    }
}
