import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import OpenLocalAuthentication
import Secrets

extension DeviceSimulator {
    /// The sheets that the system shows, and what the person does with them.
    public var sheets: SimulatedSheets { services.sheets }

    /// The browser that apps open pages in.
    public var browser: SimulatedBrowser { services.browser }

    /// Whether the device reaches Apple's service. True by default.
    public var isOnline: Bool {
        get { services.network.isOnline }
        set {
            services.network.isOnline = newValue
            if newValue { services.passwords.synchronize() }
        }
    }

    // MARK: - The Apple account

    /// Sets the Apple account that the device is signed in to, in place of any other. It checks neither a password nor that the account exists.
    ///
    /// - Parameters:
    ///   - account: The account, by the name that the service knows it under: `anna`.
    ///   - service: The base address of Apple's service, such as the emulator's `http://127.0.0.1:51234`.
    ///   - bearer: What the service requires of devices; nil where it requires nothing. It is not kept.
    /// - Throws: Where the name is none: 1 to 255 letters, digits, dots, hyphens and underscores.
    public func signIn(toAppleAccount account: String, service: String, bearer: String? = nil) throws {
        guard let account = AppleAccount(rawValue: account) else { throw SimulatorFailure.appleAccount }
        services.network.lead(to: service, bearer: bearer)
        try changing { () throws(DeviceRefusal) in try services.services.settings.signIn(to: account) }
        services.passwords.synchronize()
    }

    /// Signs the device in to an Apple account as a person does in Settings, in place of any other: by name and password, and by a code where the service
    /// wants one.
    ///
    /// - Parameters:
    ///   - account: The account's name, or one of its addresses.
    ///   - deviceName: What the account's other devices call this one.
    ///   - code: The code that the account's other devices show; nil: the person has none.
    /// - Returns: Whether it is signed in. A name without an account is the same as a wrong password.
    /// - Throws: Where the service is not reached.
    public func signIn(
        toAppleAccount account: String, password: String, service: String, bearer: String? = nil, as deviceName: String = "iPhone",
        code: @escaping @Sendable () async -> String? = { nil }
    ) async throws -> Bool {
        services.network.lead(to: service, bearer: bearer)
        let settings = services.services.settings
        var step = try await asking { () throws(DeviceRefusal) in
            try settings.signIn(account, SecretBytes(utf8: password), as: deviceName)
        }
        if case .needsCode(let challenge) = step {
            guard let code = await code() else { return false }
            step = try await asking { () throws(DeviceRefusal) in try settings.enter(code, for: challenge) }
        }
        guard case .signedIn = step else { return false }
        services.passwords.synchronize()
        return true
    }

    /// Leads the device to Apple's service at this base address, and changes nothing else: as after a start of the service elsewhere.
    ///
    /// - Parameter bearer: What the service requires of devices; nil where it requires nothing. It is not kept.
    public func connect(toAppleService service: String, bearer: String? = nil) {
        services.network.lead(to: service, bearer: bearer)
    }

    /// Signs the device out. Whoever signed in to an app with the account is then not found there.
    public func signOutOfAppleAccount() throws {
        try changing { () throws(DeviceRefusal) in try services.services.settings.signOut() }
    }

    /// In Settings, stops using an app and its group with the Apple account, by the primary App ID: apps that run are told.
    /// Throws where the service is not reached.
    public func stopUsing(_ primaryAppID: String) async throws {
        try await asking { [services] () throws(DeviceRefusal) in try services.services.settings.stopUsing(primaryAppID) }
    }

    /// Looks whether the person has stopped using apps elsewhere, as a device does from time to time.
    public func refreshAppleAccount() async throws {
        try await asking { [services] () throws(DeviceRefusal) in try services.services.settings.refresh() }
    }

    // MARK: - Passwords

    /// As a device that runs without the system's services.
    package func detachServices() {
        device.broker.attach(nil as (any SystemServices)?)
    }

    /// What waits for the service blocks a thread of its own: those of tasks are as many as processors, and the service needs them.
    private func asking<Value: Sendable>(_ body: @escaping @Sendable () throws(DeviceRefusal) -> Value) async throws -> Value {
        let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, DeviceRefusal>, Never>) in
            DispatchQueue(label: "device-simulator.settings").async {
                do throws(DeviceRefusal) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        switch result {
        case .success(let value): return value
        case .failure(let refusal): throw refusal.appError
        }
    }

    private func changing(_ body: () throws(DeviceRefusal) -> Void) throws {
        do throws(DeviceRefusal) {
            try body()
        } catch {
            throw error.appError
        }
    }
}
