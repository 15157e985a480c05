package import DeviceProtocol
import Synchronization

extension Broker {
    /// From now on they say which apps share passwords with which websites. Nothing: none do.
    package func attach(_ associations: (any WebCredentialAssociations)?) {
        self.associations.withLock { $0 = associations ?? NoWebCredentialAssociations() }
    }

    func changeSharedCredential(_ request: ChangeSharedCredential, _ caller: Caller) throws(DeviceRefusal) -> Done {
        try admit(caller.app, to: request.site)
        return try gated(AuthenticationUse(), caller, for: .changePassword) { (gate) throws(DeviceRefusal) in
            let store = SharedCredentialStore(keychain: keychain, gate: gate)
            let standing = try store.credentials(site: request.site, account: request.account).first?.credential
            switch (standing, request.password) {
            case (nil, nil): throw .item(.notFound)
            case (nil, let password?):
                try store.add(SharedCredential(site: request.site, account: request.account, password: password))
            case (let standing?, let password?):
                // What is known already is no change, and no reason to ask.
                guard standing.password != password else { break }
                try ask(caller, .changePassword, standing)
                try store.change(SharedCredential(site: request.site, account: request.account, password: password))
            case (let standing?, nil):
                try ask(caller, .deletePassword, standing)
                try store.delete(standing)
            }
            return Done()
        }
    }

    func requestSharedCredential(_ request: RequestSharedCredential, _ caller: Caller) throws(DeviceRefusal) -> SharedCredential {
        if let site = request.site { try admit(caller.app, to: site) }
        return try gated(AuthenticationUse(), caller, for: .usePassword) { (gate) throws(DeviceRefusal) in
            let store = SharedCredentialStore(keychain: keychain, gate: gate)
            let found = try store.credentials(site: request.site, account: request.account).filter {
                associations.withLock(\.self).association(of: caller.app.identifier, with: $0.credential.site) == .approved
            }
            // The prompt has no list to choose from: it names one account, the one that was last saved.
            guard let chosen = found.max(by: { $0.changed < $1.changed })?.credential else { throw .item(.notFound) }
            try ask(caller, .usePassword, chosen)
            return chosen
        }
    }

    private func admit(_ app: App, to site: SharedCredentialSite) throws(DeviceRefusal) {
        switch associations.withLock(\.self).association(of: app.identifier, with: site) {
        case .approved: return
        case .notEntitled: throw .item(.missingEntitlement)
        case .notApproved: throw .authentication(.authenticationFailed)
        }
    }

    /// A finger, a face or the passcode is the person's yes. The link's end takes the question back.
    private func ask(_ caller: Caller, _ purpose: PromptPurpose, _ credential: SharedCredential) throws(DeviceRefusal) {
        let context = try contexts.open(for: caller)
        defer { contexts.close(context, of: caller) }
        do throws(AuthenticationFailure) {
            let inquiry = PresenceInquiry(
                caller: caller, purpose: purpose,
                presentation: Presentation(shortening: "\(credential.account) on \(credential.site.rawValue)"), mayInteract: true,
                withdrawal: try contexts.closing(of: context, for: caller))
            _ = try presence.obtain(.either, for: inquiry)
        } catch {
            throw .authentication(error)
        }
    }
}

/// Knows which apps belong to which websites, for the passwords that both share.
package protocol WebCredentialAssociations: Sendable {
    /// Answers from what is known, and waits for no network.
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation
}

/// Whether an app may share passwords with a website.
package enum WebCredentialAssociation: Hashable, Sendable {
    /// Each names the other.
    case approved
    /// The app does not name the site in its entitlement (`webcredentials:`).
    case notEntitled
    /// The site does not name the app, or could not be asked yet.
    case notApproved
}

/// Where nobody answers: no app belongs to any website.
struct NoWebCredentialAssociations: WebCredentialAssociations {
    func association(of app: AccessGroup, with site: SharedCredentialSite) -> WebCredentialAssociation { .notEntitled }
}
