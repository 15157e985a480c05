import DeviceProtocol
public import Foundation

/// The secret of a saved right. Whoever reads it holds it in clear from then on.
public final class LASecret: NSObject, Sendable {
    private let identifier: RightIdentifier
    private let authorization: RightAuthorization

    init(_ identifier: RightIdentifier, _ authorization: RightAuthorization) {
        self.identifier = identifier
        self.authorization = authorization
        super.init()
    }

    /// The bytes. Throws ``LAError/notInteractive`` unless the right is authorised, and `errSecItemNotFound` (`NSOSStatusErrorDomain`) where
    /// the right has no secret.
    public var rawData: Data {
        get async throws {
            try await BlockingCall.value { [self] in try read() }
        }
    }

    /// Reads the bytes; see ``rawData``.
    ///
    /// - Parameter handler: Called on a private queue, never before this returns.
    public func loadData(completion handler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        BlockingCall.reply(to: handler) { [self] in try read() }
    }

    private func read() throws -> Data {
        do throws(DeviceRefusal) {
            let request = ReadRightSecret(identifier: identifier, context: try authorization.authorizedContext())
            return Data(try authorization.device.perform(request).bytes)
        } catch {
            throw error.error(isBiometryAlone: authorization.isBiometryAlone)
        }
    }
}
