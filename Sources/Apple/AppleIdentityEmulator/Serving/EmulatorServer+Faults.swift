import HTTPTypes
import Hummingbird
import NIOCore

extension EmulatorServer {
    /// Answers a request to the service, with what every endpoint asks of it and with the faults that are set for this one.
    func serve(
        _ endpoint: Endpoint, _ request: Request, _ context: EmulatorContext, _ work: () async throws -> Response
    ) async throws -> Response {
        guard !rules.requiresUserAgent || request.headers[.userAgent]?.isEmpty == false else {
            service.recordUnworked(endpoint, status: 403, explanation: "Apple refuses requests without a User-Agent")
            return .text(Self.errorPage(status: 403), status: .forbidden, type: "text/html")
        }
        var breaksBody = false
        var drops = false
        for fault in service.takeTransportFaults(endpoint) {
            switch fault {
            case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
            case .status(let code):
                service.recordUnworked(endpoint, status: code, explanation: "by a fault, the request was not worked")
                return .text(Self.errorPage(status: code), status: .init(code: code), type: "text/html")
            case .malformedBody: breaksBody = true
            case .droppedConnection: drops = true
            case .wrongIssuer, .wrongAudience, .foreignEmail, .stale, .wrongSignature: break
            }
        }
        let response = try await work()
        if drops {
            await context.dropConnection()
            throw DroppedConnection()
        }
        return breaksBody ? Self.cut(response) : response
    }

    /// The first half of the body, in a transfer that ends well: what is broken is the content.
    private static func cut(_ response: Response) -> Response {
        let body = response.body.map { buffer in
            buffer.getSlice(at: buffer.readerIndex, length: buffer.readableBytes / 2) ?? ByteBuffer()
        }
        var headers = response.headers
        headers[.contentLength] = nil
        return Response(status: response.status, headers: headers, body: body)
    }

    /// What stands in front of Apple's service answers in HTML when it fails.
    private static func errorPage(status: Int) -> String {
        "<html>\n<head><title>\(status)</title></head>\n<body><center><h1>\(status)</h1></center></body>\n</html>\n"
    }
}

/// The connection was closed on purpose; nobody gets this.
private struct DroppedConnection: Error {}
