/// A type that delivers messages.
package protocol MailTransport: Sendable {
    /// Delivers messages in order, and reports the outcome of each as soon as it is known.
    ///
    /// A transport uses one connection for all messages of a call. It never repeats a message. It reports every message exactly once, also if the
    /// task is cancelled: it then starts no further message.
    func deliver(_ messages: [MailMessage], report: @Sendable (_ index: Int, _ outcome: MailOutcome) async -> Void) async
}

/// The outcome of a delivery.
package enum MailOutcome: Hashable, Sendable {
    /// The server accepted responsibility for the message.
    case delivered
    /// The server will never accept the message.
    case rejected(MailRejection)
    /// The message was not accepted. A later attempt may succeed.
    case tryAgain(MailFault)
    /// The message was sent, but the reply is missing. The receiver may have the message, and another attempt may deliver it twice.
    case unknown(MailFault)
}

/// A permanent rejection.
package struct MailRejection: Hashable, Sendable {
    /// The subject of a rejection: the address or the message.
    package enum Subject: String, Hashable, Sendable, CaseIterable {
        /// The recipient's address does not exist or is disabled: 5.1.x or 5.2.1 (RFC 3463).
        case address
        /// The message, its sender, or the policy of the receiver.
        case message
        /// The address needs SMTPUTF8, which the server does not support.
        case unsupportedAddress
    }

    /// The subject of the rejection.
    package let subject: Subject

    /// The reply. Nil if the message was not sent, because it cannot be accepted.
    package let code: MailReplyCode?

    package init(_ subject: Subject, code: MailReplyCode?) {
        self.subject = subject
        self.code = code
    }
}

/// The reason why a message was not delivered, or why the outcome is unknown. Log messages and metrics may contain it.
package enum MailFault: Error, Hashable, Sendable {
    /// The server rejected the message temporarily.
    case reply(MailReplyCode)
    /// The server could not be reached.
    case unreachable
    /// The TLS handshake failed, or the certificate is not valid for the server.
    case untrusted
    /// The server does not offer STARTTLS.
    case encryptionMissing
    /// The server requires other credentials, or offers no supported mechanism.
    case authentication(MailReplyCode?)
    /// A phase exceeded its time limit.
    case timedOut(SMTPPhase)
    /// The server sent bytes that are not a reply to the command.
    case malformedReply(SMTPReplyFault)
    /// The connection was closed.
    case closed
    /// A command exited with this status. Nil if it did not start, or was ended by a signal.
    case command(status: Int32?)
    /// The receiver of a webhook responded with this status.
    case response(status: Int)
    /// A key cannot sign the message.
    case signing
    /// The task was cancelled.
    case cancelled
}

extension Duration {
    /// The time for the reply to a message that was sent before the task was cancelled. Without the reply, it would be sent again.
    /// A server that stops waits six seconds or more for its tasks.
    static let afterCancellation = Duration.seconds(5)
}

extension MailTransport {
    /// Delivers one message.
    package func deliver(_ message: MailMessage) async -> MailOutcome {
        let outcome = ReportedOutcome()
        await deliver([message]) { _, result in await outcome.set(result) }
        return await outcome.value
    }
}

private actor ReportedOutcome {
    private(set) var value = MailOutcome.tryAgain(.cancelled)

    func set(_ value: MailOutcome) { self.value = value }
}
