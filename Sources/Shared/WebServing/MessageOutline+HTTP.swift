package import HTTPTypes
package import Hummingbird
import NIOCore
import Synchronization
package import Traces

extension MessageOutline {
    /// - Parameter body: the complete body; nil if it was not read.
    package init(_ headers: HTTPFields, body: [UInt8]? = nil) {
        self.init(fields: headers.map { (name: $0.name.canonicalName, value: $0.value) }, body: body)
    }

    /// Creates the outline of a response. Only a body of known length whose members are described is read: it is in memory.
    package init(_ response: Response) async {
        var body: [UInt8]?
        if let size = response.body.contentLength, Self.describes(response.headers[.contentType], size: size) {
            let collected = CollectedBody()
            if (try? await response.body.write(collected)) != nil { body = collected.bytes }
        }
        self.init(response.headers, body: body)
    }
}

private final class CollectedBody: ResponseBodyWriter, Sendable {
    private let held = Mutex<[UInt8]>([])

    var bytes: [UInt8] { held.withLock { $0 } }

    func write(_ buffer: ByteBuffer) { held.withLock { $0 += buffer.readableBytesView } }

    func finish(_ trailingHeaders: HTTPFields?) {}
}
