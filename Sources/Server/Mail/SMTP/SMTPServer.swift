package import InternetAddresses
package import Secrets
package import WebClient

/// The server that accepts outgoing mail: the operator's smarthost.
///
/// The connection is encrypted, and the certificate must be valid for the host's name. Only a server on this machine may be unencrypted.
package struct SMTPServer: Sendable {
    enum Security: Sendable {
        case implicitTLS, startTLS, loopback
    }

    let host: SMTPHost
    let port: Int
    let security: Security
    let credentials: SMTPCredentials?
    let trust: WebTrust
    let address: IPAddress?

    /// Creates a server that speaks TLS from the first byte (RFC 8314), usually at port 465.
    ///
    /// - Parameters:
    ///   - credentials: The user and password. Nil for a server that identifies clients by their address.
    ///   - address: The address to connect to, in place of the addresses of `host`. The certificate must still be valid for `host`.
    package static func implicitTLS(
        _ host: SMTPHost, port: Int = 465, credentials: SMTPCredentials?, trust: WebTrust = .system, at address: IPAddress? = nil
    ) -> SMTPServer {
        SMTPServer(host: host, port: port, security: .implicitTLS, credentials: credentials, trust: trust, address: address)
    }

    /// Creates a server that must offer STARTTLS (RFC 3207), usually at port 587. Delivery fails if it does not.
    package static func startTLS(
        _ host: SMTPHost, port: Int = 587, credentials: SMTPCredentials?, trust: WebTrust = .system, at address: IPAddress? = nil
    ) -> SMTPServer {
        SMTPServer(host: host, port: port, security: .startTLS, credentials: credentials, trust: trust, address: address)
    }

    /// Creates a server on this machine without encryption and without a password. Returns nil unless the address is a loopback address.
    package static func insecureLoopback(_ address: IPAddress, port: Int) -> SMTPServer? {
        guard address.isLoopback, let host = SMTPHost(address.description) else { return nil }
        return SMTPServer(host: host, port: port, security: .loopback, credentials: nil, trust: .system, address: address)
    }
}

extension SMTPServer: CustomStringConvertible {
    /// The server, the encryption and the user: `smtp.example.com:465, TLS, as accounts`.
    package var description: String {
        let encryption =
            switch security {
            case .implicitTLS: "TLS"
            case .startTLS: "STARTTLS"
            case .loopback: "unencrypted on this machine"
            }
        return "\(host):\(port), \(encryption)" + (credentials.map { ", as \($0.user)" } ?? ", without a password")
    }
}

/// The name or IP address of a mail server.
package struct SMTPHost: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case, or the address.
    package let description: String
    let address: IPAddress?

    /// Parses an IP address, or a name of letters, digits and inner hyphens between dots. Returns nil for everything else.
    package init?(_ text: String) {
        address = try? IPAddress(text)
        guard address != nil || URLAuthority.isHostName(Array(text.utf8)[...]) else { return nil }
        description = address?.description ?? text.lowercased()
    }
}

/// The user and password of an account at a mail server.
package struct SMTPCredentials: Sendable, Redacted {
    let user: String
    let password: SecretBytes

    /// Creates credentials. Returns nil if a part is empty or contains a control character, which AUTH cannot carry (RFC 4616 section 2).
    package init?(user: String, password: SecretBytes) {
        let passwordIsSound = password.withBytes { !$0.isEmpty && $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        guard !user.isEmpty, user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), passwordIsSound else { return nil }
        self.user = user
        self.password = password
    }
}

/// The time that each phase of a delivery may take (RFC 5321 section 4.5.3.2).
///
/// A code in a mail is valid for ten minutes, so the phases before the message is sent are shorter than a relay's. The last phase is as long,
/// because a client that times out there sends the message twice.
package struct SMTPTimeouts: Hashable, Sendable {
    /// The time for the TCP connection, which the event loop measures.
    package var connecting: Duration = .seconds(15)
    /// The time for the TLS handshake.
    package var handshake: Duration = .seconds(15)
    /// The time for the server's first reply.
    package var greeting: Duration = .seconds(60)
    /// The time for each command.
    package var command: Duration = .seconds(60)
    /// The time for sending the message.
    package var content: Duration = .seconds(180)
    /// The time for the reply to the message.
    package var completion: Duration = .seconds(600)

    package init() {}

    func limit(of phase: SMTPPhase) -> Duration {
        switch phase {
        case .handshake: handshake
        case .greeting: greeting
        case .command: command
        case .content: content
        case .completion: completion
        }
    }
}

/// A phase of a delivery with a time limit.
package enum SMTPPhase: String, Hashable, Sendable, CaseIterable {
    case handshake, greeting, command, content, completion
}
