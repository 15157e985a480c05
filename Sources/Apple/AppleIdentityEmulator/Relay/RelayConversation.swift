/// One SMTP conversation of the relay (RFC 5321), without input and output: bytes of the client become replies.
///
/// The relay does not announce PIPELINING (RFC 2920). A client that sends more before it has the reply is rejected before its last
/// line takes effect, so that bytes hidden in a message never become commands.
struct RelayConversation: Sendable {
    /// An action of the connection.
    enum Effect: Sendable, Hashable {
        case reply(RelayReply)
        case close
    }

    private struct Transaction {
        let sender: EnvelopeAddress?
        let isEightBit: Bool
        var recipients: [EnvelopeAddress] = []
    }

    /// The message between DATA and its last line.
    private struct Content {
        var bytes: [UInt8] = []
        var isTooLarge = false
        var hasEightBits = false
    }

    private let service: AppleService
    private let limits: RelayLimits
    private var reader = RelayLineReader()
    private var hasGreeted = false
    private var transaction: Transaction?
    private var content: Content?
    private var commands = 0
    private var rejections = 0
    private var isOver = false

    /// The name of the relay in its replies.
    private static let name = AppleServiceSettings.RelayDomain.privateRelay.rawValue

    init(_ service: AppleService, limits: RelayLimits = RelayLimits()) {
        self.service = service
        self.limits = limits
    }

    /// The reply to the connection itself.
    var greeting: RelayReply { RelayReply(220, "\(Self.name) ESMTP emulator of Apple's private e-mail relay") }

    /// The time until the client must complete its next command or its message.
    var timeLimit: Duration { content == nil ? limits.command : limits.content }

    /// Processes bytes of the client. Bytes after the end are discarded.
    mutating func receive(_ bytes: some Collection<UInt8>) -> [Effect] {
        guard !isOver else { return [] }
        let count = bytes.count
        for (offset, byte) in bytes.enumerated() {
            let limit = content == nil ? limits.commandLine : limits.contentLine
            let completed: [UInt8]?
            do throws(RelayLineFault) { completed = try reader.read(byte, limit: limit) } catch { return end(error.reply) }
            guard let line = completed else { continue }
            if content != nil, line != [0x2E] {
                add(line)
                continue
            }
            guard offset + 1 == count else { return end(RelayReply(554, "5.5.0 send nothing before the reply")) }
            return content == nil ? perform(line) : complete()
        }
        return []
    }

    /// Ends the conversation because ``timeLimit`` has passed.
    mutating func expire() -> [Effect] { end(RelayReply(421, "4.4.2 timeout")) }

    /// Ends the conversation because there are too many connections.
    mutating func rejectConnection() -> [Effect] { end(RelayReply(421, "4.3.2 too many connections")) }

    private mutating func end(_ reply: RelayReply) -> [Effect] {
        isOver = true
        transaction = nil
        content = nil
        return [.reply(reply), .close]
    }

    private mutating func perform(_ line: [UInt8]) -> [Effect] {
        commands += 1
        guard commands <= limits.commands else { return end(RelayReply(421, "4.7.0 too many commands")) }
        do throws(RelayReply) {
            let reply = try reply(to: RelayCommand(line))
            return reply.code == 221 ? end(reply) : [.reply(reply)]
        } catch {
            rejections += 1
            guard rejections <= limits.rejections else { return end(RelayReply(421, "4.7.0 too many rejected commands")) }
            return [.reply(error)]
        }
    }

    private mutating func reply(to command: RelayCommand) throws(RelayReply) -> RelayReply {
        switch command {
        case .hello(let isExtended):
            hasGreeted = true
            transaction = nil
            return isExtended
                ? RelayReply(250, Self.name, "SIZE \(limits.message)", "8BITMIME", "ENHANCEDSTATUSCODES")
                : RelayReply(250, Self.name)
        case .mail(let sender, let size, let isEightBit):
            guard hasGreeted, transaction == nil else { throw .outOfOrder }
            guard size ?? 0 <= limits.message else { throw .tooLarge }
            transaction = Transaction(sender: sender, isEightBit: isEightBit)
            return RelayReply(250, "2.1.0 sender accepted")
        case .recipient(let recipient):
            guard let transaction else { throw .outOfOrder }
            guard transaction.recipients.count < limits.recipients else { throw RelayReply(452, "4.5.3 too many recipients") }
            do throws(RelayRejection) {
                try service.admit(recipient, from: transaction.sender)
            } catch {
                throw error.reply
            }
            if !transaction.recipients.contains(recipient) { self.transaction?.recipients.append(recipient) }
            return RelayReply(250, "2.1.5 recipient accepted")
        case .data:
            guard transaction?.recipients.isEmpty == false else { throw .outOfOrder }
            content = Content()
            return RelayReply(354, "end the message with a line that contains only a dot")
        case .reset:
            transaction = nil
            return RelayReply(250, "2.0.0 reset")
        case .noOperation: return RelayReply(250, "2.0.0 OK")
        // RFC 5321, section 3.5.3: a server that does not verify addresses.
        case .verify: return RelayReply(252, "2.1.5 send a message to find out")
        case .quit: return RelayReply(221, "2.0.0 closing")
        }
    }

    /// Adds a line of the message, without the dot that the client puts before a dot (RFC 5321, section 4.5.2).
    private mutating func add(_ line: [UInt8]) {
        let line = line.first == 0x2E ? line[1...] : line[...]
        if line.contains(where: { $0 >= 0x80 }) { content?.hasEightBits = true }
        guard let size = content?.bytes.count, size + line.count + 2 <= limits.message else {
            content?.isTooLarge = true
            content?.bytes = []
            return
        }
        guard content?.isTooLarge == false else { return }
        content?.bytes.append(contentsOf: line)
        content?.bytes.append(contentsOf: [0x0D, 0x0A])
    }

    private mutating func complete() -> [Effect] {
        guard let content, let transaction else { return end(.outOfOrder) }
        self.content = nil
        self.transaction = nil
        guard !content.isTooLarge else { return [.reply(.tooLarge)] }
        guard transaction.isEightBit || !content.hasEightBits else {
            return [.reply(RelayReply(554, "5.6.1 a message with 8-bit characters requires BODY=8BITMIME"))]
        }
        do throws(RelayRejection) {
            try service.forward(content.bytes, from: transaction.sender, to: transaction.recipients)
            return [.reply(RelayReply(250, "2.0.0 forwarded"))]
        } catch {
            return [.reply(error.reply)]
        }
    }
}

/// Limits of the relay's conversations.
struct RelayLimits: Sendable {
    /// The number of open connections. A further one receives 421.
    var connections = 32
    /// The number of commands of one connection.
    var commands = 1_000
    /// The number of rejected commands of one connection.
    var rejections = 20
    /// The number of recipients of one message.
    var recipients = 10
    /// The length of a command with CRLF (RFC 5321, section 4.5.3.1.4).
    var commandLine = 512
    /// The length of a line of a message with CRLF (RFC 5321, section 4.5.3.1.6).
    var contentLine = 1_000
    /// The size of a message.
    var message = 1_048_576
    /// The time until the next command is complete (RFC 5321, section 4.5.3.2.7).
    var command = Duration.seconds(300)
    /// The time until the message is complete.
    var content = Duration.seconds(300)
    /// The time that a client has to read the last reply.
    var closing = Duration.seconds(2)
}

extension RelayReply {
    fileprivate static let outOfOrder = RelayReply(503, "5.5.1 command out of order")
    fileprivate static let tooLarge = RelayReply(552, "5.3.4 the message is too large")
}
