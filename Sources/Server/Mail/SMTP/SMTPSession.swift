internal import InternetAddresses
internal import NIOCore
internal import Secrets

/// An SMTP session over an encrypted or local connection, after the greeting and authentication. It can send messages.
struct SMTPSession: Sendable {
    private let wire: SMTPWire
    private let extensions: SMTPExtensions

    /// Opens a session.
    ///
    /// - Parameter clientName: The name that EHLO announces.
    static func open(
        on server: SMTPServer, clientName: MailDomain, timeouts: SMTPTimeouts, clock: any Clock<Duration>
    ) async throws(MailFault) -> SMTPSession {
        let wire = try await SMTPWire.connect(to: server, timeouts: timeouts, clock: clock)
        do throws(MailFault) {
            try requirePositive(try await wire.greeting())
            var extensions = try await hello(clientName, on: wire)
            if server.security == .startTLS {
                guard extensions.startsTLS else { throw .encryptionMissing }
                guard try await wire.send("STARTTLS").code.code == 220 else { throw .encryptionMissing }
                try await wire.startTLS()
                // The client discards the extensions that the server announced before (RFC 3207 section 4.2).
                extensions = try await hello(clientName, on: wire)
            }
            if let credentials = server.credentials {
                try await authenticate(credentials, by: extensions.mechanisms, on: EncryptedWire(wire, of: server))
            }
            return SMTPSession(wire: wire, extensions: extensions)
        } catch {
            await wire.close()
            throw error
        }
    }

    /// Sends a message. Returns its outcome, and whether the session can send another one.
    func send(_ mail: EncodedMail) async -> (outcome: MailOutcome, isOpen: Bool) {
        if mail.needsSMTPUTF8, !extensions.supportsSMTPUTF8 || !extensions.supports8BitMIME {
            return (.rejected(MailRejection(.unsupportedAddress, code: nil)), true)
        }
        if let limit = extensions.largestMessage, mail.bytes.count > limit {
            return (.rejected(MailRejection(.message, code: nil)), true)
        }
        do throws(MailFault) {
            for command in [mailCommand(mail), "RCPT TO:<\(mail.recipient.text)>", "DATA"] {
                let reply = try await wire.send(command)
                let isAccepted = command == "DATA" ? reply.code.code == 354 : reply.code.isPositive
                if !isAccepted { return await rejection(reply, isOfSender: command.hasPrefix("MAIL") || reply.namesSender) }
            }
            let reply = try await wire.send(content: Self.content(of: mail))
            do throws(MailFault) {
                let reply = try await reply()
                if reply.code.isIntermediate { throw .malformedReply(.unexpectedCode) }
                return reply.code.isPositive ? (.delivered, true) : await rejection(reply, isOfSender: reply.namesSender)
            } catch {
                return (.unknown(error), false)
            }
        } catch {
            return (.tryAgain(error), false)
        }
    }

    /// Closes the connection, after QUIT if the session is open.
    func close(isOpen: Bool) async {
        if isOpen { _ = try? await wire.send("QUIT") }
        await wire.close()
    }

    private func mailCommand(_ mail: EncodedMail) -> String {
        var command = "MAIL FROM:<\(mail.sender?.text ?? "")>"
        if extensions.largestMessage != nil { command += " SIZE=\(mail.bytes.count)" }
        if mail.needsSMTPUTF8 { command += " BODY=8BITMIME SMTPUTF8" }
        return command
    }

    /// Returns the outcome of a negative reply. Only a rejection of the recipient or of the content can condemn the address.
    private func rejection(_ reply: SMTPReply, isOfSender: Bool) async -> (outcome: MailOutcome, isOpen: Bool) {
        let code = reply.code
        guard code.isPermanent || code.code / 100 == 4 else { return (.tryAgain(.malformedReply(.unexpectedCode)), false) }
        // 421 ends the session (RFC 5321 section 3.8). The other codes mean missing credentials or encryption, not a fault of the message.
        if code.code == 421 { return (.tryAgain(.reply(code)), false) }
        if [530, 534, 535, 538].contains(code.code) { return (.tryAgain(.authentication(code)), false) }
        let reset = try? await wire.send("RSET")
        return (Self.outcome(of: code, isOfSender: isOfSender), reset?.code.isPositive == true)
    }

    private static func outcome(of code: MailReplyCode, isOfSender: Bool) -> MailOutcome {
        guard code.isPermanent else { return .tryAgain(.reply(code)) }
        let condemns = !isOfSender && code.enhanced?.condemnsAddress == true
        return .rejected(MailRejection(condemns ? .address : .message, code: code))
    }

    /// Returns the message with another dot before each line that starts with one, followed by the line of one dot (RFC 5321 section 4.5.2).
    /// All lines of an encoded mail end in CRLF.
    static func content(of mail: EncodedMail) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(mail.bytes.count + 64)
        var startsLine = true
        for byte in mail.bytes {
            if startsLine, byte == UInt8(ascii: ".") { buffer.writeInteger(byte) }
            buffer.writeInteger(byte)
            startsLine = byte == 0x0A
        }
        buffer.writeString(".\r\n")
        return buffer
    }

    private static func hello(_ name: MailDomain, on wire: SMTPWire) async throws(MailFault) -> SMTPExtensions {
        let reply = try await wire.send("EHLO \(name)")
        try requirePositive(reply)
        return SMTPExtensions(reply)
    }

    private static func authenticate(
        _ credentials: SMTPCredentials, by mechanisms: Set<String>, on encrypted: EncryptedWire
    ) async throws(MailFault) {
        let password = credentials.password.withBytes { Array($0) }
        let user = Array(credentials.user.utf8)
        let lines: [String]
        if mechanisms.contains("PLAIN") {
            lines = ["AUTH PLAIN \(Base64.standard.encodePadded([0] + user + [0] + password))"]
        } else if mechanisms.contains("LOGIN") {
            lines = ["AUTH LOGIN", Base64.standard.encodePadded(user), Base64.standard.encodePadded(password)]
        } else {
            throw .authentication(nil)
        }
        for (index, line) in lines.enumerated() {
            let code = try await encrypted.wire.send(line).code
            if code.code / 100 == 4 { throw .reply(code) }
            guard index == lines.count - 1 ? code.code == 235 : code.code == 334 else { throw .authentication(code) }
        }
    }

    private static func requirePositive(_ reply: SMTPReply) throws(MailFault) {
        if !reply.code.isPositive { throw .reply(reply.code) }
    }
}

/// A connection after its TLS handshake. Passwords are sent over such a connection only.
private struct EncryptedWire {
    let wire: SMTPWire

    init(_ wire: SMTPWire, of server: SMTPServer) throws(MailFault) {
        guard server.security != .loopback else { throw .encryptionMissing }
        self.wire = wire
    }
}

/// The extensions that a server announced in its reply to EHLO (RFC 5321 section 4.1.1.1).
struct SMTPExtensions: Hashable, Sendable {
    private(set) var startsTLS = false
    private(set) var supports8BitMIME = false
    private(set) var supportsSMTPUTF8 = false
    /// The names of SASL mechanisms in upper case.
    private(set) var mechanisms: Set<String> = []
    /// The limit in bytes. Nil without the extension SIZE (RFC 1870); `Int.max` if the server announces no limit.
    private(set) var largestMessage: Int?

    init(_ reply: SMTPReply) {
        for line in reply.lines.dropFirst() {
            let words = line.uppercased().split(separator: " ").map(String.init)
            switch words.first {
            case "STARTTLS": startsTLS = true
            case "8BITMIME": supports8BitMIME = true
            case "SMTPUTF8": supportsSMTPUTF8 = true
            case "AUTH": mechanisms.formUnion(words.dropFirst())
            case "SIZE": largestMessage = words.dropFirst().first.flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil } ?? Int.max
            default: break
            }
        }
    }
}
