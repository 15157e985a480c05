import DeviceProtocol
public import Foundation

/// What a provider of credentials tells the system of. The person has to switch the provider on first, in Settings.
///
/// The device keeps the identities, by app, sealed and without any secret, and forgets them when the provider is switched off; the app alone reads them back.
/// AutoFill offers those that belong to the service at hand, and asks the app's ``ASCredentialProviderViewController`` for the one that the person
/// chooses.
///
/// Handlers are called on the main actor, never before the function returns.
///
/// `Sendable` holds because nothing of it changes; a subclass answers for its own.
open class ASCredentialIdentityStore: NSObject, @unchecked Sendable {
    /// Kinds of credentials.
    public struct IdentityTypes: OptionSet, Sendable {
        /// The kinds' bits.
        public let rawValue: UInt

        /// Kinds by their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Passwords.
        public static let password = IdentityTypes(rawValue: 1 << 0)
        /// Passkeys, which there are none of yet.
        public static let passkey = IdentityTypes(rawValue: 1 << 1)
        /// One-time codes.
        public static let oneTimeCode = IdentityTypes(rawValue: 1 << 2)
    }

    private let device: any DeviceLink

    private init(device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// The store of the process's device, or of the simulated one of the task that reads it.
    open class var shared: ASCredentialIdentityStore { ASCredentialIdentityStore(device: CurrentDevice.link) }

    /// Whether the person lets the app provide passwords. Not, where the device cannot be reached.
    open func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void) {
        read { contents in completion(ASCredentialIdentityStoreState(isEnabled: (try? contents.get())?.isEnabled ?? false)) }
    }

    /// Whether the person lets the app provide passwords; see ``getState(_:)``.
    open func state() async -> ASCredentialIdentityStoreState {
        await withCheckedContinuation { continuation in getState { continuation.resume(returning: $0) } }
    }

    /// What the system knows, for one service or for all; of these kinds or of all.
    open func credentialIdentities(
        forService service: ASCredentialServiceIdentifier?, credentialIdentityTypes types: IdentityTypes = []
    ) async -> [any ASCredentialIdentity] {
        let known = await withCheckedContinuation { continuation in
            read { continuation.resume(returning: (try? $0.get())?.identities ?? []) }
        }
        return known.filter { types.isEmpty || types.contains(IdentityTypes(rawValue: UInt($0.kind.rawValue))) }
            .map { $0.object }.filter { service == nil || $0.serviceIdentifier == service }
    }

    /// Adds identities. One for the same service, user and record takes the other's place.
    open func saveCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, identities, completion)
    }

    /// Adds identities; see ``saveCredentialIdentities(_:completion:)``. Throws ``ASCredentialIdentityStoreError``.
    open func saveCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.save, identities)
    }

    /// Removes identities. Those that are not there stay away.
    open func removeCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, identities, completion)
    }

    /// Removes identities; see ``removeCredentialIdentities(_:completion:)``. Throws ``ASCredentialIdentityStoreError``.
    open func removeCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.remove, identities)
    }

    /// Puts identities in the place of all that are there.
    open func replaceCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, identities, completion)
    }

    /// Puts identities in the place of all that are there. Throws ``ASCredentialIdentityStoreError``.
    open func replaceCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.replace, identities)
    }

    /// Removes all that are there.
    open func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        change(.replace, [], completion)
    }

    /// Removes all that are there. Throws ``ASCredentialIdentityStoreError``.
    open func removeAllCredentialIdentities() async throws {
        try await change(.replace, [])
    }

    private func read(_ answer: @escaping @Sendable (Result<IdentityStoreContents, DeviceRefusal>) -> Void) {
        let call = DeviceCall(device: device)
        DeviceCall.start {
            let contents: Result<IdentityStoreContents, DeviceRefusal>
            do throws(DeviceRefusal) {
                contents = .success(try call.perform { ReadIdentityStore(context: $0) })
            } catch {
                contents = .failure(error)
            }
            call.answer { answer(contents) }
        }
    }

    private func change(_ change: ChangeIdentities.Change, _ identities: [any ASCredentialIdentity]) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            self.change(change, identities) { _, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }

    private func change(
        _ change: ChangeIdentities.Change, _ identities: [any ASCredentialIdentity],
        _ completion: (@Sendable (Bool, (any Error)?) -> Void)?
    ) {
        let call = DeviceCall(device: device)
        let known = identities.map { CredentialIdentity($0) }
        DeviceCall.start {
            let error = call.change(change, known)
            call.answer { completion?(error == nil, error) }
        }
    }
}

extension CredentialIdentity {
    fileprivate var object: any ASCredentialIdentity {
        switch kind {
        case .password: ASPasswordCredentialIdentity(self)
        case .oneTimeCode: ASOneTimeCodeCredentialIdentity(self)
        }
    }
}

extension DeviceCall {
    /// Blocks until it is done. An identity that is nil is one that no store holds.
    fileprivate func change(
        _ change: ChangeIdentities.Change, _ identities: [CredentialIdentity?]
    ) -> ASCredentialIdentityStoreError? {
        let known = identities.compactMap { $0 }
        guard known.count == identities.count, known.count <= ChangeIdentities.maximumIdentities else {
            return ASCredentialIdentityStoreError(.internalError, because: "There are too many, or one is too long.")
        }
        do throws(DeviceRefusal) {
            switch try perform({ ChangeIdentities(context: $0, change: change, identities: known) }) {
            case .done: return nil
            case .storeDisabled:
                return ASCredentialIdentityStoreError(.storeDisabled, because: "The person does not let the app provide passwords.")
            case .internalError: return ASCredentialIdentityStoreError(.internalError, because: "There would be too many.")
            }
        } catch {
            return ASCredentialIdentityStoreError(.internalError, because: "The device refuses: \(error)")
        }
    }
}

/// How the store stands.
open class ASCredentialIdentityStoreState: NSObject, @unchecked Sendable {
    /// Whether the person lets the app provide passwords.
    public let isEnabled: Bool
    /// Whether single identities can be added and removed: always, here.
    public let supportsIncrementalUpdates = true

    init(isEnabled: Bool) {
        self.isEnabled = isEnabled
        super.init()
    }
}
