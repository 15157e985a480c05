extension AppleService {
    /// Returns the mail that the relay forwarded to a user, newest first; at most the last 100 messages.
    ///
    /// - Parameter id: the number after which messages are returned.
    public func mail(of person: PersonIdentifier, after id: Int = 0) -> [RelayedMail] {
        work { core in core.state.mail.messages.reversed().filter { $0.account == person && $0.id > id } }
    }

    /// Checks whether the relay accepts a recipient of a sender's message.
    ///
    /// - Parameter sender: the sender of the envelope; nil for the empty sender.
    /// - Throws: ``RelayRejection`` if the relay rejects the recipient. The log then has the reason.
    func admit(_ recipient: EnvelopeAddress, from sender: EnvelopeAddress?) throws(RelayRejection) {
        try work { core throws(RelayRejection) in
            do throws(RelayRejection) {
                _ = try core.relayUser(recipient, from: sender)
            } catch {
                core.log.add(from: sender, to: recipient, at: core.now, error)
                throw error
            }
        }
    }

    /// Forwards a message to the mailboxes of its recipients: to all, or to none if one is rejected.
    func forward(
        _ bytes: [UInt8], from sender: EnvelopeAddress?, to recipients: [EnvelopeAddress]
    ) throws(RelayRejection) {
        let letter = RelayLetter(bytes)
        try work { core throws(RelayRejection) in
            var users: [RelayUser] = []
            for recipient in recipients {
                do throws(RelayRejection) {
                    // The settings may have changed since the recipient was accepted.
                    let user = try core.relayUser(recipient, from: sender)
                    try user.requireAligned(letter.sender, with: sender)
                    users.append(user)
                } catch {
                    core.log.add(from: sender, to: recipient, at: core.now, error)
                    throw error
                }
            }
            for user in users { core.deliver(letter, from: sender, to: user) }
        }
    }
}

/// The user of a relay address, and the data that decides whether mail to it is forwarded.
private struct RelayUser {
    let person: PersonIdentifier
    let relay: EnvelopeAddress
    let ownAddress: String?
    let sources: [EmailSource]

    /// Requires that the visible sender of a message is a registered source of the envelope's domain.
    ///
    /// Apple compares the domain that passed SPF or DKIM. The emulator has no DNS, so the domain of the envelope replaces it.
    func requireAligned(_ from: EnvelopeAddress?, with sender: EnvelopeAddress?) throws(RelayRejection) {
        guard let from else {
            throw .unauthorizedSender(sender, because: "the message must have one field From with one address")
        }
        guard from.domain == sender?.domain else {
            throw .unauthorizedSender(sender, because: "the domain of From, \(from.domain), is not that of the envelope's sender")
        }
        guard sources.contains(where: { $0.covers(from) }) else {
            throw .unauthorizedSender(sender, because: "the address in From is not a registered e-mail source of the team")
        }
    }
}

extension ServiceCore {
    /// Returns the user of a relay address. Throws if mail of the sender must not be forwarded to it now.
    fileprivate func relayUser(
        _ recipient: EnvelopeAddress, from sender: EnvelopeAddress?
    ) throws(RelayRejection) -> RelayUser {
        guard let (team, person, relay) = state.people.relay(recipient) else {
            throw .userNotFound(recipient, because: "this is not a relay address of a user")
        }
        guard let consent = state.consents.active(of: person).first(where: { $0.team == team && $0.email == .hide }) else {
            throw .userNotFound(recipient, because: "the user does not use an app of the team \(team) with this address any more")
        }
        guard relay.forwards else { throw .userNotFound(recipient, because: "the user has turned forwarding off") }
        let sources = state.teams.teams[team]?.emailSources ?? []
        guard let sender, sources.contains(where: { $0.covers(sender) }) else {
            throw .unauthorizedSender(
                sender, because: "the envelope's sender is not a registered e-mail source of the team \(team)")
        }
        return RelayUser(
            person: person, relay: EnvelopeAddress(relay.address.utf8) ?? recipient, ownAddress: ownAddress(consent),
            sources: sources)
    }

    fileprivate mutating func deliver(_ letter: RelayLetter, from sender: EnvelopeAddress?, to user: RelayUser) {
        guard let visibleSender = letter.sender else { return }
        let receivedAt = now
        state.mail.add { number in
            RelayedMail(
                id: number, account: user.person, receivedAt: receivedAt,
                from: RelayedMail.rewrittenSender(visibleSender, for: user.relay), fromName: letter.senderName,
                to: user.relay.description, forwardedTo: user.ownAddress, subject: letter.subject, text: letter.text)
        }
        log.add(from: sender, to: user.relay, at: receivedAt, nil)
    }
}

extension PeopleRegister {
    /// Returns the user with a relay address. Upper and lower case do not matter.
    fileprivate func relay(_ address: EnvelopeAddress) -> (team: TeamID, person: PersonIdentifier, relay: Relay)? {
        let address = address.description.lowercased()
        for (team, users) in standings {
            for (person, user) in users {
                if let relay = user.relay, relay.address == address { return (team, person, relay) }
            }
        }
        return nil
    }
}

/// A rejection of the relay, in Apple's words.
///
/// Apple was observed to send both replies. Which reply it sends if forwarding is off is not known; the emulator then sends that of
/// an unknown user.
struct RelayRejection: Error, Sendable, Hashable {
    /// The kind, for the log.
    let error: String
    let reply: RelayReply
    /// The reason for the developer's log. The client does not receive it.
    let reason: String

    static func userNotFound(_ recipient: EnvelopeAddress, because reason: String) -> RelayRejection {
        RelayRejection(error: "user-not-found", reply: RelayReply(550, "5.1.1 <\(recipient)>: user not found"), reason: reason)
    }

    static func unauthorizedSender(_ sender: EnvelopeAddress?, because reason: String) -> RelayRejection {
        RelayRejection(
            error: "unauthorized-sender",
            reply: RelayReply(550, "5.1.1 <\(sender?.description ?? "")>: unauthorized sender"), reason: reason)
    }
}
