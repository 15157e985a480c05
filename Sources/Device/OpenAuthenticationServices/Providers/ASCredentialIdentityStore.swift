import DeviceProtocol
public import Foundation

/// The identities that a credential provider registers with the system. The user must first enable the provider in Settings.
///
/// The device stores the identities for each app, encrypted and without secrets, and deletes them when the provider is disabled.
/// Only the app can read them. AutoFill suggests those of the current service, and requests the chosen one from the app's
/// ``ASCredentialProviderViewController``.
///
/// Handlers are called on the main actor after the method returns.
///
/// `@unchecked Sendable`: this class is immutable. Subclasses must protect their own state.
open class ASCredentialIdentityStore: NSObject, @unchecked Sendable {
    /// Kinds of credentials.
    public struct IdentityTypes: OptionSet, Sendable {
        /// The raw bits.
        public let rawValue: UInt

        /// Creates a set from raw bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Passwords.
        public static let password = IdentityTypes(rawValue: 1 << 0)
        /// Passkeys.
        public static let passkey = IdentityTypes(rawValue: 1 << 1)
        /// One-time codes.
        public static let oneTimeCode = IdentityTypes(rawValue: 1 << 2)
    }

    private let device: any DeviceLink

    private init(device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// The store of the process's device, or of the simulated device of the current task.
    open class var shared: ASCredentialIdentityStore { ASCredentialIdentityStore(device: CurrentDevice.link) }

    /// Fetches the state of the store. The store is disabled if the device cannot be reached.
    open func getState(_ completion: @escaping @Sendable (ASCredentialIdentityStoreState) -> Void) {
        read { contents in completion(ASCredentialIdentityStoreState(isEnabled: (try? contents.get())?.isEnabled ?? false)) }
    }

    /// Fetches the state of the store; see ``getState(_:)``.
    open func state() async -> ASCredentialIdentityStoreState {
        await withCheckedContinuation { continuation in getState { continuation.resume(returning: $0) } }
    }

    /// Fetches the registered identities: of one service, or of all if it is nil; of the given kinds, or of all if they are empty.
    open func credentialIdentities(
        forService service: ASCredentialServiceIdentifier? = nil, credentialIdentityTypes types: IdentityTypes = []
    ) async -> [any ASCredentialIdentity] {
        let known = await withCheckedContinuation { continuation in
            read { continuation.resume(returning: (try? $0.get())?.identities ?? []) }
        }
        return known.filter { types.isEmpty || types.contains(IdentityTypes(rawValue: UInt($0.kind.rawValue))) }
            .compactMap { $0.object }.filter { service == nil || $0.serviceIdentifier == service }
    }

    /// Adds identities. Replaces those with the same service, user name and record.
    open func saveCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.save, identities, completion)
    }

    /// Adds identities; see ``saveCredentialIdentities(_:completion:)``. Throws ``ASCredentialIdentityStoreError``.
    open func saveCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.save, identities)
    }

    /// Removes identities. Ignores those that are not registered.
    open func removeCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.remove, identities, completion)
    }

    /// Removes identities; see ``removeCredentialIdentities(_:completion:)``. Throws ``ASCredentialIdentityStoreError``.
    open func removeCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.remove, identities)
    }

    /// Replaces all identities.
    open func replaceCredentialIdentities(
        _ identities: [any ASCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        change(.replace, identities, completion)
    }

    /// Replaces all identities. Throws ``ASCredentialIdentityStoreError``.
    open func replaceCredentialIdentities(_ identities: [any ASCredentialIdentity]) async throws {
        try await change(.replace, identities)
    }

    /// Replaces all identities with passwords: the form of iOS 12.
    open func replaceCredentialIdentities(
        with identities: [ASPasswordCredentialIdentity], completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        replaceCredentialIdentities(identities, completion: completion)
    }

    /// Replaces all identities with passwords: the form of iOS 12. Throws ``ASCredentialIdentityStoreError``.
    open func replaceCredentialIdentities(with identities: [ASPasswordCredentialIdentity]) async throws {
        try await replaceCredentialIdentities(identities)
    }

    /// Removes all identities.
    open func removeAllCredentialIdentities(_ completion: (@Sendable (Bool, (any Error)?) -> Void)? = nil) {
        change(.replace, [], completion)
    }

    /// Removes all identities. Throws ``ASCredentialIdentityStoreError``.
    open func removeAllCredentialIdentities() async throws {
        try await change(.replace, [])
    }

    private func read(_ answer: @escaping @Sendable (Result<IdentityStoreContents, DeviceError>) -> Void) {
        let call = DeviceCall(device: device)
        DeviceCall.start {
            let contents: Result<IdentityStoreContents, DeviceError>
            do throws(DeviceError) {
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
    fileprivate var object: (any ASCredentialIdentity)? {
        switch kind {
        case .password: ASPasswordCredentialIdentity(self)
        case .passkey: passkey.map { ASPasskeyCredentialIdentity(self, $0) }
        case .oneTimeCode: ASOneTimeCodeCredentialIdentity(self)
        }
    }
}

extension DeviceCall {
    /// Blocks until the change is complete. A nil identity is one that the store rejects.
    fileprivate func change(
        _ change: ChangeIdentities.Change, _ identities: [CredentialIdentity?]
    ) -> ASCredentialIdentityStoreError? {
        let known = identities.compactMap { $0 }
        guard known.count == identities.count, known.count <= ChangeIdentities.maximumIdentities else {
            return ASCredentialIdentityStoreError(.internalError, because: "There are too many identities, or one is too long.")
        }
        do throws(DeviceError) {
            switch try perform({ ChangeIdentities(context: $0, change: change, identities: known) }) {
            case .done: return nil
            case .storeDisabled:
                return ASCredentialIdentityStoreError(
                    .storeDisabled, because: "The user has not enabled the app as a credential provider.")
            case .internalError:
                return ASCredentialIdentityStoreError(.internalError, because: "There would be too many identities.")
            }
        } catch {
            return ASCredentialIdentityStoreError(.internalError, because: "The device denied the request: \(error)")
        }
    }
}

/// The state of the store.
open class ASCredentialIdentityStoreState: NSObject, @unchecked Sendable {
    /// Whether the user has enabled the app as a credential provider.
    public let isEnabled: Bool
    /// Whether single identities can be added and removed. Always true.
    public let supportsIncrementalUpdates = true

    init(isEnabled: Bool) {
        self.isEnabled = isEnabled
        super.init()
    }
}
