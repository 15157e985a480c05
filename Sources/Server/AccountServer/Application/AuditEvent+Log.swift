import Accounts
import InternetAddresses
import Logging

extension AuditEvent {
    /// Writes the event into the operator's log: what, whose, when, from where; nothing that opens anything, and no name.
    func log(to logger: Logger) {
        logger.info(
            "audit",
            metadata: [
                "event": .string(kind.rawValue), "account": .string(account?.description ?? "none"),
                "address": .string(client.address.description), "at": .string(at.description),
            ])
    }
}
