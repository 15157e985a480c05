import DeviceProtocol
import Foundation

/// Opens the device's settings for passwords and codes, and asks the user to turn on the app's credential provider (`ASSettingsHelper`,
/// iOS 17 and 18).
///
/// Both kinds of settings are on one page of a simulated phone, *AutoFill & Passwords*. Opening them fails with
/// ``ASAuthorizationError/notInteractive`` if the device is locked or has no settings, or the app is not visible.
open class ASSettingsHelper: NSObject {
    /// Opens the settings in which the user turns on the app's credential provider.
    open class func openCredentialProviderAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        send(completionHandler)
    }

    /// Opens the settings in which the user turns on the app's credential provider. Throws ``ASAuthorizationError``.
    open class func openCredentialProviderAppSettings() async throws {
        try await send()
    }

    /// Opens the settings in which the user chooses the app for verification codes.
    open class func openVerificationCodeAppSettings(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        send(completionHandler)
    }

    /// Opens the settings in which the user chooses the app for verification codes. Throws ``ASAuthorizationError``.
    open class func openVerificationCodeAppSettings() async throws {
        try await send()
    }

    /// Asks the user to turn on the app's credential provider, unless it is on. The handler receives whether it is on.
    ///
    /// The handler receives false without a sheet if the app has no provider, if the device is locked or has no screen, during another
    /// question of the app, and in the 10 seconds after one.
    open class func requestToTurnOnCredentialProviderExtension(completionHandler: @escaping @Sendable (Bool) -> Void) {
        let call = DeviceCall()
        DeviceCall.start {
            let isOn = call.turnOnProvider()
            call.answer { completionHandler(isOn) }
        }
    }

    /// Asks the user to turn on the app's credential provider; see
    /// ``requestToTurnOnCredentialProviderExtension(completionHandler:)``. Returns whether it is on.
    @discardableResult
    open class func requestToTurnOnCredentialProviderExtension() async -> Bool {
        let call = DeviceCall()
        return await withCheckedContinuation { continuation in
            DeviceCall.start { continuation.resume(returning: call.turnOnProvider()) }
        }
    }

    private class func send(_ completion: (@Sendable ((any Error)?) -> Void)?) {
        let call = DeviceCall()
        DeviceCall.start {
            let error = call.openSettings()
            call.answer { completion?(error) }
        }
    }

    private class func send() async throws {
        let call = DeviceCall()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DeviceCall.start {
                if let error = call.openSettings() { continuation.resume(throwing: error) } else { continuation.resume() }
            }
        }
    }
}

extension DeviceCall {
    /// Blocks until the settings are open. Returns the reason if they are not.
    fileprivate func openSettings() -> ASAuthorizationError? {
        do throws(DeviceError) {
            let isOpen = try perform { OpenAutoFillSettings(context: $0) }
            guard !isOpen else { return nil }
            return ASAuthorizationError(
                .notInteractive, because: "The device is locked or has no settings, or the app is not visible.")
        } catch {
            return error.authorizationError
        }
    }

    /// Blocks until the user answers. Returns whether the app's provider is on.
    fileprivate func turnOnProvider() -> Bool {
        do throws(DeviceError) {
            return try perform { TurnOnProvider(context: $0) }
        } catch {
            return false
        }
    }
}
