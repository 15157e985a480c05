import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import Traces
import WebServing

@Suite("The outlines of messages")
struct MessageOutlineTests {
    @Test("the outline of a response in memory has the members of its body, and a stream is not read")
    func response() async {
        let body = ResponseBody(byteBuffer: ByteBuffer(string: #"{"a":1}"#))
        let json: HTTPFields = [.contentType: "application/json"]
        let outline = await MessageOutline(Response(status: .ok, headers: json, body: body))
        #expect(outline.body?.members.map(\.name) == ["a"])
        let stream = ResponseBody { _ in Issue.record("the stream was read") }
        #expect(await MessageOutline(Response(status: .ok, headers: json, body: stream)).body == nil)
    }
}
