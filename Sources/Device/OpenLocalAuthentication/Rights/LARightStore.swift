import DeviceProtocol
public import Foundation

/// The saved rights of the app. They stand with the device: they outlive the process, leave for no other device, and each app has names of its
/// own.
///
/// Names have 1 to 255 bytes of UTF-8; any other is refused with `errSecParam`. Errors are of `NSOSStatusErrorDomain`, and
/// ``LAError/systemCancel`` where the device cannot be reached. Completion handlers are called on a private queue, never before the call
/// returns.
public final class LARightStore: NSObject, Sendable {
    private let device: any DeviceLink

    /// The store of the device of the process, or of the task.
    public class var shared: LARightStore { LARightStore(CurrentDevice.link) }

    private init(_ device: any DeviceLink) {
        self.device = device
        super.init()
    }

    /// Finds a right. Nobody is asked. Throws `errSecItemNotFound` where none has that name, also for a right of enrolled fingers or faces that
    /// are no longer the same.
    public func right(
        forIdentifier identifier: String, completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try find(identifier) }
    }

    /// Finds a right; see ``right(forIdentifier:completion:)``.
    public func right(forIdentifier identifier: String) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try find(identifier) }
    }

    /// Saves a right under a new name: its requirement, and a new key. Nobody is asked, and the saved right is not authorised.
    ///
    /// Throws `errSecDuplicateItem` where the name is taken: what stands there never changes, and whoever means to replace it removes it
    /// first. (Apple says nothing about names that are taken.)
    public func saveRight(
        _ right: LARight, identifier: String, completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try save(right, identifier, secret: nil) }
    }

    /// Saves a right under a new name; see ``saveRight(_:identifier:completion:)``.
    @discardableResult
    public func saveRight(_ right: LARight, identifier: String) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try save(right, identifier, secret: nil) }
    }

    /// Saves a right under a new name, with a secret of at most 1 MiB, or nothing of either; see ``saveRight(_:identifier:completion:)``.
    /// Neither the right nor the secret can be changed.
    public func saveRight(
        _ right: LARight, identifier: String, secret: Data,
        completion handler: @escaping @Sendable (LAPersistedRight?, (any Error)?) -> Void
    ) {
        BlockingCall.reply(to: handler) { [self] in try save(right, identifier, secret: secret) }
    }

    /// Saves a right under a new name, with a secret; see ``saveRight(_:identifier:secret:completion:)``.
    @discardableResult
    public func saveRight(_ right: LARight, identifier: String, secret: Data) async throws -> LAPersistedRight {
        try await BlockingCall.value { [self] in try save(right, identifier, secret: secret) }
    }

    /// Removes a right with its key and its secret. Nobody is asked. Throws `errSecItemNotFound` where it stands there no more.
    public func removeRight(_ right: LAPersistedRight, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        let identifier = right.identifier
        BlockingCall.reply(to: handler) { [self] in try remove(identifier) }
    }

    /// Removes a right; see ``removeRight(_:completion:)``.
    public func removeRight(_ right: LAPersistedRight) async throws {
        let identifier = right.identifier
        try await BlockingCall.value { [self] in try remove(identifier) }
    }

    /// Removes the right of that name, with its key and its secret. Nobody is asked. Throws `errSecItemNotFound` where there is none.
    public func removeRight(forIdentifier identifier: String, completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try remove(RightIdentifier(checking: identifier)) }
    }

    /// Removes the right of that name; see ``removeRight(forIdentifier:completion:)``.
    public func removeRight(forIdentifier identifier: String) async throws {
        try await BlockingCall.value { [self] in try remove(RightIdentifier(checking: identifier)) }
    }

    /// Removes every right of the app. That there is none is no error.
    public func removeAllRights(completion handler: @escaping @Sendable ((any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try removeAll() }
    }

    /// Removes every right of the app; see ``removeAllRights(completion:)``.
    public func removeAllRights() async throws {
        try await BlockingCall.value { [self] in try removeAll() }
    }

    private func find(_ identifier: String) throws -> LAPersistedRight {
        try asAppError { () throws(DeviceRefusal) in
            let identifier = try RightIdentifier(checking: identifier)
            return try LAPersistedRight(identifier, try device.perform(ReadRight(identifier: identifier)), on: device)
        }
    }

    private func save(_ right: LARight, _ identifier: String, secret: Data?) throws -> LAPersistedRight {
        try asAppError { () throws(DeviceRefusal) in
            let identifier = try RightIdentifier(checking: identifier)
            let secret = secret.map { [UInt8]($0) }
            guard (secret?.count ?? 0) <= SaveRight.maximumSecretLength else { throw .item(.tooLarge) }
            let requirement = try requirement(of: right)
            let saved = try device.perform(SaveRight(identifier: identifier, requirement: requirement, secret: secret))
            return try LAPersistedRight(identifier, saved, on: device)
        }
    }

    /// That of a saved right stands with its device.
    private func requirement(of right: LARight) throws(DeviceRefusal) -> RightRequirement {
        if let requirement = right.requirement { return requirement.requirement }
        guard let saved = right as? LAPersistedRight else { throw .badRequest("the right has no requirement") }
        return try saved.authorization.device.perform(ReadRight(identifier: saved.identifier)).requirement
    }

    private func remove(_ identifier: @autoclosure () throws(DeviceRefusal) -> RightIdentifier) throws {
        try asAppError { () throws(DeviceRefusal) in
            _ = try device.perform(RemoveRight(identifier: try identifier()))
        }
    }

    private func removeAll() throws {
        try asAppError { () throws(DeviceRefusal) in _ = try device.perform(RemoveAllRights()) }
    }

    private func asAppError<Value>(_ body: () throws(DeviceRefusal) -> Value) throws -> Value {
        do throws(DeviceRefusal) {
            return try body()
        } catch {
            throw error.error()
        }
    }
}

extension RightIdentifier {
    fileprivate init(checking identifier: String) throws(DeviceRefusal) {
        guard let checked = RightIdentifier(rawValue: identifier) else {
            throw .badRequest("a right's name has 1 to \(Self.maximumLength) bytes")
        }
        self = checked
    }
}

/// A right that stands with the device under a name: it never changes, and has a key of its own in the enclave and at most one secret, both
/// behind its requirement.
///
/// ``LARightStore`` makes and finds it. A new object is not authorised, whatever another one of the same right is.
public final class LAPersistedRight: LARight, @unchecked Sendable {
    /// The right's key: its private half works while this object is authorised, its public half always.
    public let key: LAPrivateKey
    /// The right's secret, for reading while this object is authorised.
    public let secret: LASecret

    let identifier: RightIdentifier

    /// Throws `unavailable` where the device gives a public key that is none.
    init(_ identifier: RightIdentifier, _ saved: SavedRight, on device: any DeviceLink) throws(DeviceRefusal) {
        let authorization = RightAuthorization(
            device: device, subject: .right(identifier),
            isBiometryAlone: LAAuthenticationRequirement(saved.requirement).isBiometryAlone)
        self.identifier = identifier
        key = try LAPrivateKey(RightKeyHolder(identifier: identifier, key: saved.publicKey, authorization: authorization))
        secret = LASecret(identifier, authorization)
        super.init(saved: authorization)
    }
}
