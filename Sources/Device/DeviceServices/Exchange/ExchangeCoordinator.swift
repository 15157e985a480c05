package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
import Secrets
import Synchronization

/// Exchanges credentials with apps: saves those that an app exports, after the user saw the sites and authenticated, and gives an app
/// those that the user exported to it.
package final class ExchangeCoordinator: Sendable {
    /// The time in which an app can take exported credentials, in seconds.
    package static let lifetime: TimeInterval = 5 * 60
    /// The maximum number of waiting exports. The oldest is dropped.
    static let capacity = 8

    private struct Offer {
        let token: ExchangeToken
        /// The identifier of the app.
        let app: AccessGroup
        let document: CredentialDocument
        let time: Date

        func isValid(at now: Date) -> Bool { (0..<ExchangeCoordinator.lifetime).contains(now.timeIntervalSince(time)) }
    }

    private let exchange: CredentialExchange
    private let sheets: SheetQueue
    private let presence: PresenceAuthority
    private let random: any RandomBytes
    private let now: @Sendable () -> Date
    private let offers = Mutex<[Offer]>([])

    init(
        _ exchange: CredentialExchange, sheets: SheetQueue, presence: PresenceAuthority,
        random: any RandomBytes = SystemRandomBytes(), now: @escaping @Sendable () -> Date
    ) {
        self.exchange = exchange
        self.sheets = sheets
        self.presence = presence
        self.random = random
        self.now = now
    }

    /// Exports all credentials of the device to an app. The caller has authenticated the user.
    ///
    /// - Returns: the token. The app imports the credentials with it once within ``lifetime``; other apps cannot.
    /// - Throws: ``ExchangeError`` if the credentials cannot be read, or exceed the limit of a document.
    package func offer(to app: AccessGroup) throws(ExchangeError) -> ExchangeToken {
        guard let document = CredentialDocument(try exchange.export().file) else {
            throw .store("the credentials exceed the limit of \(CredentialDocument.maximumLength) bytes")
        }
        guard let token = ExchangeToken(random.bytes(ExchangeToken.length)) else { throw .store("no random bytes") }
        let offer = Offer(token: token, app: app, document: document, time: now())
        offers.withLock { offers in
            offers.removeAll { !$0.isValid(at: offer.time) }
            offers = offers.suffix(Self.capacity - 1) + [offer]
        }
        return token
    }

    /// Saves the credentials of a file that the user chose in Settings, after the user saw the sites and authenticated. Blocks until
    /// then.
    ///
    /// - Parameter caller: the Settings app.
    /// - Returns: whether they are saved; false if the user cancelled or did not authenticate.
    /// - Throws: ``ExchangeError/store(_:)`` if the credentials of the device cannot be read or saved.
    package func importFile(_ document: ExchangeDocument, by caller: Caller) throws(ExchangeError) -> Bool {
        try save(document, of: caller, until: PromptCancellationToken()) == nil
    }

    /// Performs a step of an app, and blocks until it ends.
    func perform(
        _ step: CredentialExchangeStep, for caller: Caller, until cancellation: PromptCancellationToken
    ) -> CredentialExchangeOutcome {
        guard sheets.isUnlocked else { return .rejected(AuthorizationRejection(.notInteractive, "the device is locked")) }
        return switch step {
        case .announce: .done
        case .export(let document): save(document, of: caller, until: cancellation)
        case .take(let token): take(token, for: caller.app)
        }
    }

    private func take(_ token: ExchangeToken, for app: App) -> CredentialExchangeOutcome {
        let now = now()
        let offer = offers.withLock { offers -> Offer? in
            // An expired document, which is in plain text, does not stay in memory.
            offers.removeAll { !$0.isValid(at: now) }
            return offers.firstIndex { constantTimeEquals($0.token.bytes, token.bytes) && $0.app == app.identifier }
                .map { offers.remove(at: $0) }
        }
        guard let offer else {
            return .rejected(
                AuthorizationRejection(
                    .credentialImport, "The token is unknown, was used, expired or belongs to another app."))
        }
        return .document(offer.document)
    }

    private func save(
        _ document: CredentialDocument, of caller: Caller, until cancellation: PromptCancellationToken
    ) -> CredentialExchangeOutcome {
        do throws(ExchangeError) {
            let read = try ExchangeDocument(document.bytes)
            return try save(read, of: caller, until: cancellation).map(CredentialExchangeOutcome.rejected) ?? .done
        } catch {
            return .rejected(AuthorizationRejection(.credentialExport, error.description))
        }
    }

    /// Shows the preview, authenticates the user, and saves. Returns nil if the credentials are saved.
    private func save(
        _ document: ExchangeDocument, of caller: Caller, until cancellation: PromptCancellationToken
    ) throws(ExchangeError) -> AuthorizationRejection? {
        let preview = try exchange.plan(document)
        let content = Sheet.Content.importCredentials(preview.counts, sites: preview.newSites)
        switch sheets.answer(to: content, for: caller.app, until: cancellation) {
        case .proceed: break
        case .interrupted: return AuthorizationRejection(.canceled, "the request ended before the user answered")
        default: return AuthorizationRejection(.canceled, "the user cancelled")
        }
        if let rejection = authenticate(caller, until: cancellation) { return rejection }
        // The credentials may have changed while the user answered.
        try exchange.apply(try exchange.plan(document), replacing: false)
        return nil
    }

    /// Authenticates the user. A device without passcode and biometry treats its holder as the owner.
    private func authenticate(_ caller: Caller, until cancellation: PromptCancellationToken) -> AuthorizationRejection? {
        let inquiry = PresenceInquiry(
            caller: caller, purpose: .importCredentials, presentation: .silent, mayInteract: true, cancellation: cancellation)
        do throws(AuthenticationFailure) {
            _ = try presence.authenticatesOwner(for: inquiry)
            return nil
        } catch {
            return AuthorizationRejection(error)
        }
    }
}
