import FoundationEssentials
import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// Adds the requests of a device's settings: sign in, sign out, show codes and mail, check the password.
    func addDevices(_ admin: AdminRoutes) {
        admin.on(.post, "/native/device-sign-ins") { server, request in
            try await server.natively(request) {
                let input = try await request.input(DeviceSignInInput.self)
                return DeviceSignInView(try await server.service.signInDevice(input.request).get())
            }
        }
        admin.on(.post, "/native/device-sign-ins/:id/code") { server, request in
            try await server.natively(request) {
                let code = try await request.input(CodeInput.self).code
                return DeviceSignInView(try server.service.enterDeviceCode(code, for: try request.path("id")).get())
            }
        }
        admin.on(.post, "/native/password") { server, request in
            try await server.natively(request) {
                let input = try await request.input(PasswordCheckInput.self)
                try await server.service.checkPassword(input.password, of: input.account).get()
                return NoContent()
            }
        }
        admin.on(.post, "/native/device-codes") { server, request in
            let input = try await request.input(DeviceInput.self)
            return ["codes": server.service.codes(for: input.account, shownBy: input.device)]
        }
        admin.on(.post, "/native/device-mail") { server, request in
            let input = try await request.input(DeviceMailInput.self)
            let now = server.service.clock.now
            let mail = server.service.mail(for: input.account, shownBy: input.device, after: input.after ?? 0)
            return ["mail": mail.map { DeviceMailView($0, at: now) }]
        }
        admin.on(.post, "/native/device-sign-outs") { server, request in
            let input = try await request.input(DeviceInput.self)
            server.service.signOutDevice(input.device, of: input.account)
            return NoContent()
        }
    }
}

/// The JSON form of ``DeviceSignInRequest``.
private struct DeviceSignInInput: AdminInput {
    var account: String
    var password: String
    var device: String
    var deviceName: String
    var unlocks: Bool?

    static let members = ["account", "password", "device", "deviceName", "unlocks"]

    var request: DeviceSignInRequest {
        DeviceSignInRequest(
            account: account, password: password, device: device, deviceName: deviceName, unlocks: unlocks ?? false)
    }
}

private struct CodeInput: AdminInput {
    var code: String

    static let members = ["code"]
}

private struct PasswordCheckInput: AdminInput {
    var account: PersonIdentifier
    var password: String

    static let members = ["account", "password"]
}

/// A signed-in device.
private struct DeviceInput: AdminInput {
    var account: PersonIdentifier
    var device: String

    static let members = ["account", "device"]
}

/// A signed-in device, and the number of the newest message that it has.
private struct DeviceMailInput: AdminInput {
    var account: PersonIdentifier
    var device: String
    var after: Int?

    static let members = ["account", "device", "after"]
}

/// A forwarded message as a device receives it.
private struct DeviceMailView: Encodable {
    let id: Int
    /// The whole seconds since the relay received the message. A device has a different clock.
    let age: Int
    let from: String
    let fromName: String
    let to: String
    let subject: String
    let text: String

    init(_ mail: RelayedMail, at now: Date) {
        id = mail.id
        age = max(0, Int(now.timeIntervalSince(mail.receivedAt)))
        (from, fromName, to) = (mail.from, mail.fromName, mail.to)
        (subject, text) = (mail.subject, mail.text)
    }
}

/// A new password of an account.
struct PasswordInput: AdminInput {
    var password: String

    static let members = ["password"]
}

/// The state of a device's sign-in: one of the two members.
private struct DeviceSignInView: Encodable {
    var account: PersonIdentifier?
    var needsCode: AuthorizationIdentifier?

    init(_ signIn: DeviceSignIn) {
        switch signIn {
        case .signedIn(let person): account = person
        case .needsCode(let id): needsCode = id
        }
    }
}

/// A trusted device as the admin interface returns it, without its secret identifier.
struct AccountDeviceView: Encodable {
    let name: String
    let since: Date

    init(_ device: AccountDevice) {
        name = device.name
        since = device.since
    }
}
