import DeviceProtocol
public import Foundation

/// The store for persisted rights of the app. Rights are stored on the device, outlive the process, and are never transferred to
/// another device. Each app has a separate namespace.
///
/// An identifier has 1 to 255 bytes of UTF-8; others are rejected with `errSecParam`. Errors have the domain
/// `NSOSStatusErrorDomain`, or are ``LAError/systemCancel`` if the device cannot be reached. Completion handlers are called on a
/// private queue after the method returns.
public final class LARightStore: NSObject, Sendable {
    private let device: any DeviceLink

    /// The store of the device of the process or of the current task.
    public class var shared: LARightStore { LARightStore(CurrentDevice.link) }

    private init(_ device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// Fetches a right. Shows no prompt. Throws `errSecItemNotFound` if there is no right with the identifier, or if the
    /// enrolment to which it is bound has changed.
    public func right(
        forIdentifier identifier: String, completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try find(identifier) }
    }

    /// Fetches a right; see ``right(forIdentifier:completion:)``.
    public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try find(identifier) }
    }

    /// Saves a right with a new key for a new identifier. Shows no prompt. The saved right is not authorized.
    ///
    /// Throws `errSecDuplicateItem` if the identifier is in use, because saved rights never change. To replace a right, remove it
    /// first. Apple does not document this case.
    public func saveRight(
        _ right: LARight, identifier: String, completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try save(right, identifier, secret: nil) }
    }

    /// Saves a right for a new identifier; see ``saveRight(_:identifier:completion:)``.
    @discardableResult
    public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try save(right, identifier, secret: nil) }
    }

    /// Saves a right and a secret of at most 1 MiB in one step; see ``saveRight(_:identifier:completion:)``. Neither can be
    /// changed afterwards.
    public func saveRight(
        _ right: LARight, identifier: String, secret: Data,
        completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try save(right, identifier, secret: secret) }
    }

    /// Saves a right and a secret; see ``saveRight(_:identifier:secret:completion:)``.
    @discardableResult
    public func saveRight(_ right: LARight, identifier: String, secret: Data) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try save(right, identifier, secret: secret) }
    }

    /// Removes a right with its key and secret. Shows no prompt. Throws `errSecItemNotFound` if it no longer exists.
    public func removeRight(_ right: LAPersistedRight, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        let identifier = right.identifier
        BlockingCall.reply(to: handler) { [self] in try remove(identifier) }
    }

    /// Removes a right; see ``removeRight(_:completion:)``.
    public func removeRight(_ right: LAPersistedRight) async throws {
        let identifier = right.identifier
        try await BlockingCall.value { [self] in try remove(identifier) }
    }

    /// Removes the right with an identifier, its key and its secret. Shows no prompt. Throws `errSecItemNotFound` if there is
    /// none.
    public func removeRight(forIdentifier identifier: String, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try remove(RightIdentifier(checking: identifier)) }
    }

    /// Removes the right with an identifier; see ``removeRight(forIdentifier:completion:)``.
    public func removeRight(forIdentifier identifier: String) async throws {
        try await BlockingCall.value { [self] in try remove(RightIdentifier(checking: identifier)) }
    }

    /// Removes all rights of the app. Succeeds if the app has no rights.
    public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try removeAll() }
    }

    /// Removes all rights of the app; see ``removeAllRights(completion:)``.
    public func removeAllRights() async throws {
        try await BlockingCall.value { [self] in try removeAll() }
    }

    private func find(_ identifier: String) throws -> LAPersistedRight {
        try asAppError { () throws(DeviceError) in
            let identifier = try RightIdentifier(checking: identifier)
            return try LAPersistedRight(identifier, try device.perform(ReadRight(identifier: identifier)), on: device)
        }
    }

    private func save(_ right: LARight, _ identifier: String, secret: Data?) throws -> LAPersistedRight {
        try asAppError { () throws(DeviceError) in
            let identifier = try RightIdentifier(checking: identifier)
            let secret = secret.map { [UInt8]($0) }
            guard (secret?.count ?? 0) <= SaveRight.maximumSecretLength else { throw .item(.tooLarge) }
            let requirement = try requirement(of: right)
            let saved = try device.perform(SaveRight(identifier: identifier, requirement: requirement, secret: secret))
            return try LAPersistedRight(identifier, saved, on: device)
        }
    }

    /// Returns the requirement. That of a saved right is stored on its device.
    private func requirement(of right: LARight) throws(DeviceError) -> RightRequirement {
        if let requirement = right.requirement { return requirement.requirement }
        guard let saved = right as? LAPersistedRight else { throw .badRequest("the right has no requirement") }
        return try saved.authorization.device.perform(ReadRight(identifier: saved.identifier)).requirement
    }

    private func remove(_ identifier: @autoclosure () throws(DeviceError) -> RightIdentifier) throws {
        try asAppError { () throws(DeviceError) in
            _ = try device.perform(RemoveRight(identifier: try identifier()))
        }
    }

    private func removeAll() throws {
        try asAppError { () throws(DeviceError) in _ = try device.perform(RemoveAllRights()) }
    }

    private func asAppError<Value>(_ body: () throws(DeviceError) -> Value) throws -> Value {
        do throws(DeviceError) {
            return try body()
        } catch {
            throw error.error()
        }
    }
}

extension RightIdentifier {
    fileprivate init(checking identifier: String) throws(DeviceError) {
        guard let checked = RightIdentifier(rawValue: identifier) else {
            throw .badRequest("the identifier of a right must have 1 to \(Self.maximumLength) bytes")
        }
        self = checked
    }
}

/// A right that is stored on the device. It is immutable, and has a key in the enclave and at most one secret, both protected by
/// its requirement.
///
/// ``LARightStore`` creates and fetches it. A new object is not authorized, even if another object for the same right is.
public final class LAPersistedRight: LARight, @unchecked Sendable {
    /// The key of the right. Its private half works while this object is authorized, its public half always.
    public let key: LAPrivateKey
    /// The secret of the right, readable while this object is authorized.
    public let secret: LASecret

    let identifier: RightIdentifier

    /// Throws `unavailable` if the device returns an invalid public key.
    init(_ identifier: RightIdentifier, _ saved: SavedRight, on device: any DeviceLink) throws(DeviceError) {
        let authorization = RightAuthorization(
            device: device, subject: .right(identifier),
            isBiometryAlone: LAAuthenticationRequirement(saved.requirement).isBiometryAlone)
        self.identifier = identifier
        key = try LAPrivateKey(RightKeyHolder(identifier: identifier, key: saved.publicKey, authorization: authorization))
        secret = LASecret(identifier, authorization)
        super.init(saved: authorization)
    }
}
