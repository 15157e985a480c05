package import Accounts
import CoreMetrics
import Foundation
import Logging
package import Mail
import OneTimeCodes
package import Secrets
package import ServiceLifecycle
import WebClient

/// The components of mail.
struct MailParts {
    let addresses: AddressService
    let recovery: RecoveryService
    /// Nil if mailed codes do not sign in.
    let signIn: MailedSignInService?
    let work: MailWork
    /// The services that must run with the server, including ``work``, in start order.
    let services: [any Service]

    init(
        _ mail: MailConfiguration, of configuration: ServerConfiguration, accounts: AccountService,
        factors: SecondFactorService, metrics: any MetricsFactory,
        random: any RandomBytes, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws {
        let sealer = MailSealer(configuration, random: random)
        let delivery = mail.delivery(clock: ContinuousClock(), now: now)
        let courier = MailCourier(
            delivery.transport, composer: try MailComposer(mail, site: configuration.site, keys: configuration.keys), now: now,
            clock: ContinuousClock())
        addresses = AddressService(accounts: accounts, sealer: sealer)
        let step = TimeStep(configuration.limits.codeRequestTime)
        recovery = RecoveryService(
            accounts: accounts, factors: factors, sealer: sealer, wait: mail.recoveryWait, codeRequests: step)
        signIn = mail.signInCodes ? MailedSignInService(accounts: accounts, sealer: sealer, codeRequests: step) : nil
        work = MailWork(
            jobs: MailJobs(
                accounts: accounts, sealer: sealer, carrier: courier, acceptanceIsDelivery: mail.bounces == nil),
            store: accounts.stores,
            metrics: MailMetrics(factory: metrics), now: now, logger: logger)
        services = delivery.services + [work]
    }
}

/// A transport with the services that must run for it.
package struct MailDelivery: Sendable {
    package let transport: any MailTransport
    package let services: [any Service]
}

extension MailSealer {
    init(_ configuration: ServerConfiguration, random: any RandomBytes) {
        self.init(
            keys: configuration.keys.sealingKeys(for: .mail), language: configuration.site.language.domainTag, random: random)
    }
}

extension MailConfiguration {
    /// Creates the transport. It connects at the first message.
    package func delivery(clock: any Clock<Duration>, now: @escaping @Sendable () -> Timestamp) -> MailDelivery {
        let signers = dkimKeys.compactMap(\.signer)
        switch destination {
        case .custom(let transport): return MailDelivery(transport: transport, services: [])
        case .smtp(let server):
            return MailDelivery(
                transport: SMTPTransport(to: server, clientName: from.domain, signers: signers, clock: clock), services: [])
        case .sendmail(let program):
            return MailDelivery(
                transport: SendmailTransport(program: URL(filePath: program), signers: signers, clock: clock), services: [])
        case .webhook(let url, let key):
            let connections = OutgoingConnections {
                try WebClient(
                    userAgent: "latchkey",
                    limits: WebLimits(connecting: .seconds(15), total: .seconds(60), body: 65_536))
            }
            return MailDelivery(
                transport: WebhookTransport(to: url, key: key, client: connections, clock: { Date(now()) }), services: [connections]
            )
        }
    }
}

extension MailComposer {
    /// - Parameter keys: make the tags of envelope senders, if bounces are counted; nil for messages without tags.
    /// - Throws: ``MailSiteError`` if a mail cannot name the site.
    package init(_ mail: MailConfiguration, site: SiteConfiguration, keys: MasterKeys? = nil) throws(MailSiteError) {
        // Codes are bound to a name, so `localhost` replaces a loopback address.
        let origin = site.publicOrigin
        let port = origin.port.map { ":\($0)" } ?? ""
        let text = origin.isLoopback ? "\(origin.scheme.rawValue)://localhost\(port)" : origin.description
        guard let webOrigin = WebOrigin(text) else { throw MailSiteError(reason: "mail cannot be bound to \(origin)") }
        let bounces = mail.bounces.flatMap { base in keys.map { BounceSender(base, tags: BounceTags(keys: $0)) } }
        guard let composer = MailComposer(from: mail.from, bounces: bounces, serviceName: site.name, site: webOrigin) else {
            throw MailSiteError(reason: "site.name cannot be in the subject of a mail")
        }
        self = composer
    }
}

/// The site cannot be named in a mail.
package struct MailSiteError: Error, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }
}
