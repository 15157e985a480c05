/// Delivers messages to a smarthost by SMTP.
package struct SMTPTransport: MailTransport {
    private let server: SMTPServer
    private let clientName: MailDomain
    private let signers: [DKIMSigner]
    private let timeouts: SMTPTimeouts
    private let clock: any Clock<Duration>

    /// Creates a transport. It connects for the first message.
    ///
    /// - Parameters:
    ///   - clientName: The domain name of this machine, which the server records.
    ///   - signers: The signers of each message. Empty if the smarthost signs.
    package init(
        to server: SMTPServer, clientName: MailDomain, signers: [DKIMSigner] = [], timeouts: SMTPTimeouts = SMTPTimeouts(),
        clock: any Clock<Duration>
    ) {
        self.server = server
        self.clientName = clientName
        self.signers = signers
        self.timeouts = timeouts
        self.clock = clock
    }

    /// Delivers messages over one connection. If the connection ends, the next message opens another. If that fails, the remaining messages are
    /// reported as ``MailOutcome/tryAgain(_:)`` without another attempt.
    package func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        var session: SMTPSession?
        var unreachable: MailFault?
        for (index, message) in messages.enumerated() {
            if Task.isCancelled {
                await report(index, .tryAgain(.cancelled))
                continue
            }
            if session == nil, unreachable == nil {
                do throws(MailFault) {
                    session = try await SMTPSession.open(on: server, clientName: clientName, timeouts: timeouts, clock: clock)
                } catch {
                    unreachable = error
                }
            }
            guard let open = session else {
                await report(index, .tryAgain(unreachable ?? .unreachable))
                continue
            }
            guard let mail = try? message.encoded(signedBy: signers) else {
                await report(index, .tryAgain(.signing))
                continue
            }
            let (outcome, isOpen) = await open.send(mail)
            await report(index, outcome)
            if !isOpen {
                await open.close(isOpen: false)
                session = nil
            }
        }
        await session?.close(isOpen: true)
    }

    /// Opens a session with its TLS handshake and authentication, and closes it without sending a message.
    package func probe() async throws(MailFault) {
        let session = try await SMTPSession.open(on: server, clientName: clientName, timeouts: timeouts, clock: clock)
        await session.close(isOpen: true)
    }
}
