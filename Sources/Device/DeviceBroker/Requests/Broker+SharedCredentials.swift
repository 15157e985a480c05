package import DeviceProtocol
import Synchronization

extension Broker {
    /// Sets the source of associations between apps and websites. Nil denies all of them.
    package func attach(_ associations: (any WebCredentialAssociations)?) {
        self.associations.withLock { $0 = associations ?? NoWebCredentialAssociations() }
    }

    func changeSharedCredential(_ request: ChangeSharedCredential, _ caller: Caller) throws(DeviceError) -> Done {
        try admit(caller.app, to: request.site)
        return try gated(AuthenticationUse(), caller, for: .changePassword) { (gate) throws(DeviceError) in
            let store = SharedCredentialStore(keychain: keychain, gate: gate)
            let existing = try store.credentials(site: request.site, account: request.account).first?.credential
            switch (existing, request.password) {
            case (nil, nil): throw .item(.notFound)
            case (nil, let password?):
                let new = SharedCredential(site: request.site, account: request.account, password: password)
                let saved = try store.sites().count { isShared($0, with: caller.app) }
                if saved >= Self.unpromptedAccounts { try ask(caller, .changePassword, new) }
                try store.add(new)
            case (let existing?, let password?):
                // An equal password also requires the prompt. Without it, an app could test guesses.
                try ask(caller, .changePassword, existing)
                try store.change(SharedCredential(site: request.site, account: request.account, password: password))
            case (let existing?, nil):
                try ask(caller, .deletePassword, existing)
                try store.delete(existing)
            }
            return Done()
        }
    }

    func requestSharedCredential(_ request: RequestSharedCredential, _ caller: Caller) throws(DeviceError) -> SharedCredential {
        if let site = request.site { try admit(caller.app, to: site) }
        return try gated(AuthenticationUse(), caller, for: .usePassword) { (gate) throws(DeviceError) in
            let store = SharedCredentialStore(keychain: keychain, gate: gate)
            let found = try store.credentials(site: request.site, account: request.account).filter {
                isShared($0.credential.site, with: caller.app)
            }
            // The prompt cannot show a list, so it names one account: the last one that was saved.
            guard let chosen = found.max(by: { $0.changed < $1.changed })?.credential else { throw .item(.notFound) }
            try ask(caller, .usePassword, chosen)
            return chosen
        }
    }

    /// An app adds an account without a prompt only while fewer accounts of its sites are saved. All sites count together, because a
    /// wildcard covers any number of them.
    private static let unpromptedAccounts = 16

    private func isShared(_ site: SharedCredentialSite, with app: App) -> Bool {
        associations.withLock(\.self).association(of: app.identifier, with: site) == .approved
    }

    private func admit(_ app: App, to site: SharedCredentialSite) throws(DeviceError) {
        switch associations.withLock(\.self).association(of: app.identifier, with: site) {
        case .approved: return
        case .notEntitled: throw .item(.missingEntitlement)
        case .notApproved: throw .authentication(.authenticationFailed)
        }
    }

    /// Requires user presence as consent. The end of the link cancels the prompt.
    private func ask(_ caller: Caller, _ purpose: PromptPurpose, _ credential: SharedCredential) throws(DeviceError) {
        let context = try contexts.open(for: caller)
        defer { contexts.close(context, of: caller) }
        do throws(AuthenticationFailure) {
            let inquiry = PresenceInquiry(
                caller: caller, purpose: purpose, presentation: .silent, credential: PromptCredential(credential),
                mayInteract: true, cancellation: try contexts.closing(of: context, for: caller))
            _ = try presence.obtain(.either, for: inquiry)
        } catch {
            throw .authentication(error)
        }
    }
}

/// Associates apps with the websites that share passwords with them.
package protocol WebCredentialAssociations: Sendable {
    /// Returns the association, as far as it is already known. Must not wait for the network.
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation
}

/// Whether an app may share passwords with a website.
package enum WebCredentialAssociation: Hashable, Sendable {
    /// App and site name each other.
    case approved
    /// The app's entitlement does not name the site (`webcredentials:`).
    case notEntitled
    /// The site does not name the app, or its file has not been fetched yet.
    case notApproved
}

/// The default without a source: no app is associated with a website.
struct NoWebCredentialAssociations: WebCredentialAssociations {
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation { .notEntitled }
}
