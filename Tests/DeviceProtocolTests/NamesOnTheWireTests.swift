import Testing

@testable import DeviceProtocol

/// A type of fixed length, type-erased.
struct OctetsSample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let written: [UInt8]?
    let read: @Sendable ([UInt8]) throws -> [UInt8]

    init<Octets: FixedOctets>(_ type: Octets.Type, _ bytes: [UInt8]) {
        testDescription = "\(type)"
        self.bytes = bytes
        written = Octets(bytes)?.message
        read = { try Octets(message: $0).bytes }
    }

    static let all = [
        OctetsSample(ContextReference.self, [UInt8](1...16)), OctetsSample(PersistentReference.self, [UInt8](1...16)),
        OctetsSample(Octets32.self, [UInt8](1...32)), OctetsSample(P256Signature.self, [UInt8](1...64)),
        OctetsSample(P256PublicKey.self, [UInt8](4...68)), OctetsSample(AttestationKeyName.self, [0, 0x0B] + [UInt8](1...32)),
    ]
}

@Suite("Names and fixed-size bytes") struct NamesOnTheWireTests {
    @Test("the encoding is a count of 32 bits and the bytes", arguments: OctetsSample.all)
    func spelling(sample: OctetsSample) throws {
        let spelling = [0, 0, 0, UInt8(sample.bytes.count)] + sample.bytes
        #expect(sample.written == spelling)
        #expect(try sample.read(spelling) == sample.bytes)
    }

    @Test("a byte more or less is rejected", arguments: OctetsSample.all)
    func length(sample: OctetsSample) {
        let count = UInt8(sample.bytes.count)
        #expect(throws: WireError(.rejectedValue, at: 0)) { try sample.read([0, 0, 0, count - 1] + sample.bytes.dropLast()) }
        #expect(throws: WireError(.tooLong, at: 0)) { try sample.read([0, 0, 0, count + 1] + sample.bytes + [0]) }
    }

    @Test("only X9.63's uncompressed form is a public key", arguments: [0, 2, 3, 5] as [UInt8])
    func form(mark: UInt8) {
        #expect(P256PublicKey([mark] + [UInt8](1...64)) == nil)
        #expect(P256PublicKey([4] + [UInt8](1...64)) != nil)
    }

    @Test("group and right names have 1 to 255 bytes of any characters")
    func text() throws {
        for (text, isName) in [
            ("", false), ("x", true), (String(repeating: "ü", count: 127), true), (String(repeating: "ü", count: 128), false),
        ] {
            #expect((AccessGroup(rawValue: text) != nil) == isName)
            #expect((RightIdentifier(rawValue: text) != nil) == isName)
            var writer = WireWriter()
            writer.text(text)
            let bytes = writer.bytes
            #expect((try? AccessGroup(message: bytes))?.rawValue == (isName ? text : nil))
            #expect((try? RightIdentifier(message: bytes))?.message == (isName ? bytes : nil))
        }
        #expect(throws: WireError(.rejectedValue, at: 0)) { try AccessGroup(message: [0, 0, 0, 0]) }
    }
}
