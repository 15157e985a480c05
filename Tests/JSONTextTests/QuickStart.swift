import JSONText
import Testing

/// The quick start of JSONText.docc.
enum QuickStart {
    static func answer(_ bytes: [UInt8]) throws -> [UInt8] {
        // In Sources/Shared/JSONText/JSONText.docc/JSONText.md
        struct Release: JSONReadable {
            let version: String
            let size: Int?

            init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
                version = try object.string("version")
                size = try object.optionalInteger("size")
            }
        }

        let release = try JSONText.parse(bytes).root.read(Release.self)
        let reply: JSONValue = ["latest": .string(release.version)]
        let text = reply.bytes()
        // End
        return text
    }
}

@Suite("Quick start of JSONText")
struct QuickStartTests {
    @Test("the code block reads a text and writes another")
    func runs() throws {
        let text = try QuickStart.answer(Array(#"{"version": "1.2", "size": 400}"#.utf8))
        #expect(String(decoding: text, as: UTF8.self) == #"{"latest":"1.2"}"#)
        let error = #expect(throws: JSONReadingError.self) {
            try QuickStart.answer(Array(#"{"version": "1.2", "siez": 400}"#.utf8))
        }
        #expect(error?.description.contains("siez") == true)
    }
}
