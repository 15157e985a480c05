import InternetAddresses
import NIOCore
import NIOHTTP1

/// Detects HTTP/1.1 requests without exactly one valid `Host` field (RFC 9112, section 3.2). Its position is before the codec,
/// which drops the version. It reports the request to ``ExchangeHandler`` just before its head.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), let finding = Self.finding(in: head) {
            context.fireUserInboundEventTriggered(finding)
        }
        context.fireChannelRead(data)
    }

    /// The defect of the `Host` field.
    struct Finding: Hashable, Sendable {
        let detail: String
    }

    static func finding(in head: HTTPRequestHead) -> Finding? {
        let hosts = head.headers["Host"]
        if hosts.count > 1 { return Finding(detail: "The request has more than one Host field.") }
        guard let host = hosts.first else {
            let mayOmitHost = (head.version.major, head.version.minor) < (1, 1)
            return mayOmitHost ? nil : Finding(detail: "The Host field is missing.")
        }
        return isValid(Array(host.utf8)) ? nil : Finding(detail: "The Host field is malformed.")
    }

    /// Returns whether the field is `uri-host [":" port]` with a host (RFC 3986, sections 3.2.2 and 3.2.3).
    private static func isValid(_ field: [UInt8]) -> Bool {
        guard let authority = URLAuthority(field[...]), let port = authority.portDigits, port.count <= 5 else { return false }
        guard authority.host.first == UInt8(ascii: "[") else {
            return !authority.host.isEmpty && authority.host.allSatisfy(isRegisteredName)
        }
        let address = authority.host.dropFirst().dropLast()
        return (try? IPAddress(String(decoding: address, as: UTF8.self)))?.family == .v6
    }

    /// Unreserved, sub-delims, and the percent sign of an encoded octet.
    private static func isRegisteredName(_ byte: UInt8) -> Bool {
        byte.isUnreserved || "!$&'()*+,;=%".utf8.contains(byte)
    }
}
