import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import OpenLocalAuthentication
import Secrets

extension DeviceSimulator {
    /// The sheets of the system, and the user's responses.
    public var sheets: SimulatedSheets { services.sheets }

    /// The browser in which apps open pages.
    public var browser: SimulatedBrowser { services.browser }

    /// Whether the device can reach Apple's service. True by default.
    public var isOnline: Bool {
        get { services.network.isOnline }
        set {
            services.network.isOnline = newValue
            if newValue { services.passwords.synchronize() }
        }
    }

    /// The phone number of the device, which the sheet for a new account fills in. Nil by default. It is not stored.
    public var phoneNumber: String? {
        get { services.settings.phoneNumber }
        set { services.settings.phoneNumber = newValue }
    }

    // MARK: - The Apple Account

    /// Sets the Apple Account of the device, and replaces any other. It checks neither a password nor the existence of the
    /// account.
    ///
    /// - Parameters:
    ///   - account: The account's name at the service: `anna`.
    ///   - service: The base address of Apple's service, such as the emulator's `http://127.0.0.1:51234`.
    ///   - bearer: The bearer token that the service requires of devices; nil if it requires none. It is not stored.
    /// - Throws: If the name is malformed. It must have 1 to 255 letters, digits, dots, hyphens and underscores.
    public func signIn(toAppleAccount account: String, service: String, bearer: String? = nil) throws {
        guard let account = AppleAccount(rawValue: account) else { throw SimulatorFailure.appleAccount }
        services.network.lead(to: service, bearer: bearer)
        try changing { () throws(DeviceError) in try services.services.settings.signIn(to: account) }
        services.passwords.synchronize()
    }

    /// Signs the device in to an Apple Account like a user in Settings, and replaces any other: with name and password, and with
    /// a code if the service requires one.
    ///
    /// - Parameters:
    ///   - account: The account's name, or one of its addresses.
    ///   - deviceName: The name of this device on the account's other devices.
    ///   - code: Returns the code that the account's other devices show; nil if the user has none.
    /// - Returns: Whether the device is signed in. An unknown name has the same result as a wrong password.
    /// - Throws: If the service is unreachable.
    public func signIn(
        toAppleAccount account: String, password: String, service: String, bearer: String? = nil, as deviceName: String = "iPhone",
        code: @escaping @Sendable () async -> String? = { nil }
    ) async throws -> Bool {
        services.network.lead(to: service, bearer: bearer)
        let settings = services.services.settings
        var step = try await asking { () throws(DeviceError) in
            try settings.signIn(account, SecretBytes(utf8: password), as: deviceName)
        }
        if case .needsCode(let challenge) = step {
            guard let code = await code() else { return false }
            step = try await asking { () throws(DeviceError) in try settings.enter(code, for: challenge) }
        }
        guard case .signedIn = step else { return false }
        services.passwords.synchronize()
        return true
    }

    /// Changes only the address of Apple's service, as after the service restarted at another address.
    ///
    /// - Parameter bearer: The bearer token that the service requires of devices; nil if it requires none. It is not stored.
    public func connect(toAppleService service: String, bearer: String? = nil) {
        services.network.lead(to: service, bearer: bearer)
    }

    /// Signs the device out. Apps that use the account then find no credential.
    public func signOutOfAppleAccount() throws {
        try changing { () throws(DeviceError) in try services.services.settings.signOut() }
    }

    /// Stops using an app and its group with the Apple Account, by the primary App ID, as in Settings. Running apps are notified.
    /// Throws if the service is unreachable.
    public func stopUsing(_ primaryAppID: String) async throws {
        try await asking { [services] () throws(DeviceError) in try services.services.settings.stopUsing(primaryAppID) }
    }

    /// Checks whether the user has stopped using apps on another device, as a device does from time to time.
    public func refreshAppleAccount() async throws {
        try await asking { [services] () throws(DeviceError) in try services.services.settings.refresh() }
    }

    // MARK: - Passwords

    /// Disconnects the system's services, as on a device without them.
    package func detachServices() {
        device.broker.attach(nil as (any SystemServices)?)
    }

    /// Waits for the service on a dedicated thread: the cooperative pool has one thread per processor, and the service needs
    /// those.
    private func asking<Value: Sendable>(_ body: @escaping @Sendable () throws(DeviceError) -> Value) async throws -> Value {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, DeviceError>, Never>) in
            DispatchQueue(label: "device-simulator.settings").async {
                do throws(DeviceError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        switch result {
        case .success(let value): return value
        case .failure(let rejection): throw rejection.appError
        }
    }

    private func changing(_ body: () throws(DeviceError) -> Void) throws {
        do throws(DeviceError) {
            try body()
        } catch {
            throw error.appError
        }
    }
}
