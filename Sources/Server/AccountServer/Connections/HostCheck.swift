import InternetAddresses
import NIOCore
import NIOHTTP1

/// Finds HTTP/1.1 requests without exactly one valid `Host` field (RFC 9112 section 3.2). It is in front of the codec, which drops the
/// version, and reports the request to ``ExchangeHandler`` just before its head.
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), let finding = Self.finding(in: head) {
            context.fireUserInboundEventTriggered(finding)
        }
        context.fireChannelRead(data)
    }

    /// What the `Host` field of a request lacks.
    struct Finding: Hashable, Sendable {
        let detail: String
    }

    static func finding(in head: HTTPRequestHead) -> Finding? {
        let hosts = head.headers["Host"]
        if hosts.count > 1 { return Finding(detail: "More than one Host field.") }
        guard let host = hosts.first else {
            let needsNone = (head.version.major, head.version.minor) < (1, 1)
            return needsNone ? nil : Finding(detail: "The Host field is missing.")
        }
        return isValid(Array(host.utf8)) ? nil : Finding(detail: "The Host field is malformed.")
    }

    /// Whether the field is `uri-host [":" port]` with a host (RFC 3986 sections 3.2.2 and 3.2.3).
    private static func isValid(_ field: [UInt8]) -> Bool {
        let host: ArraySlice<UInt8>
        let rest: ArraySlice<UInt8>
        if field.first == UInt8(ascii: "[") {
            guard let end = field.firstIndex(of: UInt8(ascii: "]")) else { return false }
            host = field[1..<end]
            rest = field[(end + 1)...]
            guard let address = try? IPAddress(String(decoding: host, as: UTF8.self)), address.family == .v6 else { return false }
        } else {
            host = field.prefix { $0 != UInt8(ascii: ":") }
            rest = field[host.endIndex...]
            guard !host.isEmpty, host.allSatisfy(isRegisteredName) else { return false }
        }
        guard let colon = rest.first else { return true }
        return colon == UInt8(ascii: ":") && rest.count <= 6 && rest.dropFirst().allSatisfy(\.isDigit)
    }

    /// Unreserved, sub-delims, and the percent sign of an encoded octet.
    private static func isRegisteredName(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.lowercased.isLowercaseLetter || Array("-._~!$&'()*+,;=%".utf8).contains(byte)
    }
}
