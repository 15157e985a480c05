import Testing

@testable import AppleIdentityEmulator

/// A service with a user who hides the address from a team, and a registered e-mail source of that team.
struct RelayBench {
    static let sender = "accounts@example.com"

    let bench: ServiceBench
    /// The user's relay address.
    let address: String

    var service: AppleService { bench.service }

    /// The user's mail, newest first.
    var mail: [RelayedMail] { service.mail(of: bench.anna) }

    /// - Parameter source: the only registered source of the team; nil for none.
    init(source: String? = "example.com", settings: AppleServiceSettings = AppleServiceSettings()) async throws {
        bench = try await ServiceBench(settings: settings)
        _ = try bench.signInNatively(ConsentChoices(email: .hide))
        if let source { try bench.service.addEmailSource(#require(EmailSource(source)), to: bench.team) }
        address = try #require(bench.service.relayAddress(of: bench.anna, for: bench.team))
    }

    func dialogue(_ change: (inout RelayLimits) -> Void = { _ in }) -> RelayDialogue {
        var limits = RelayLimits()
        change(&limits)
        return RelayDialogue(RelayConversation(service, limits: limits))
    }

    /// A message as a backend sends it.
    static func message(from: String = "Example <\(RelayBench.sender)>", subject: String = "Hello", text: String = "The text.")
        -> String
    {
        "From: \(from)\r\nSubject: \(subject)\r\n\r\n\(text)\r\n"
    }

    /// Sends a message in its own conversation, and returns the last reply.
    @discardableResult
    func send(
        _ message: String = RelayBench.message(), from sender: String = RelayBench.sender, to recipient: String? = nil
    ) -> String {
        var dialogue = self.dialogue()
        return dialogue.send(message, from: sender, to: recipient ?? address)
    }
}

/// The client's side of a conversation.
struct RelayDialogue {
    private var conversation: RelayConversation
    /// Whether the relay closes the connection.
    private(set) var isClosed = false

    init(_ conversation: RelayConversation) {
        self.conversation = conversation
    }

    /// Sends a line with CRLF and returns the replies, without the last CRLF.
    mutating func say(_ line: String) -> String { send(Array((line + "\r\n").utf8)) }

    /// Sends bytes and returns the replies, without the last CRLF.
    mutating func send(_ bytes: [UInt8]) -> String { note(conversation.receive(bytes)) }

    /// Lets the time limit pass.
    mutating func expire() -> String { note(conversation.expire()) }

    /// Says the commands of one message, and returns the last reply. Stops at the first rejection.
    mutating func send(_ message: String, from sender: String, to recipients: String...) -> String {
        var reply = ""
        for command in ["EHLO client.example.com", "MAIL FROM:<\(sender)>"] + recipients.map({ "RCPT TO:<\($0)>" }) + ["DATA"] {
            reply = say(command)
            guard reply.hasPrefix("2") || reply.hasPrefix("3") else { return reply }
        }
        return send(Array((message + ".\r\n").utf8))
    }

    private mutating func note(_ effects: [RelayConversation.Effect]) -> String {
        var text = ""
        for effect in effects {
            switch effect {
            case .reply(let reply): text += reply.description
            case .close: isClosed = true
            }
        }
        return text.hasSuffix("\r\n") ? String(text.dropLast()) : text
    }
}
