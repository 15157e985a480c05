import FoundationEssentials
import HTTPTypes
import Hummingbird

extension EmulatorServer {
    /// Adds the state of the service: clock, keys, faults, settings, log, notifications.
    func addServiceState(_ admin: AdminRoutes) {
        admin.on(.get, "/clock") { server, _ in ClockView(server.service.clock) }
        admin.on(.put, "/clock") { server, request in
            let input = try await request.input(ClockInput.self)
            let clock = server.service.clock
            let moved: Bool
            switch (input.now, input.advance) {
            case (let now?, nil): moved = clock.set(to: now)
            case (nil, let seconds?): moved = clock.advance(by: seconds)
            default:
                throw EmulatorError(.malformed, "give either now, a time such as 2026-03-01T12:00:00Z, or advance, in seconds")
            }
            guard moved else { throw EmulatorError(.malformed, "the clock shows times from 2000 to 2200 only") }
            return ClockView(clock)
        }
        admin.on(.get, "/signing-keys") { server, _ in ["signingKeys": server.service.signingKeys] }
        admin.on(.post, "/signing-keys/rotate") { server, request in
            try await server.service.rotateKeys(try await request.input(RotationInput.self).rotation ?? .gradual)
            return ["signingKeys": server.service.signingKeys]
        }
        admin.on(.get, "/settings") { server, _ in server.service.settings }
        admin.on(.patch, "/settings") { server, request in
            let patch = try SettingsPatch(try await AdminJSON.data(of: request.request))
            try server.service.changeSettings { settings throws(EmulatorError) in settings = try patch.applied(to: settings) }
            return server.service.settings
        }
        addFaults(admin)
        addRecords(admin)
    }

    private func addFaults(_ admin: AdminRoutes) {
        admin.on(.get, "/faults") { server, _ in ["faults": server.service.faults.map(FaultView.init)] }
        admin.on(.post, "/faults") { server, request in
            let input = try await request.input(FaultInput.self)
            let kind = try FaultText.kind(name: input.kind, value: input.value)
            return Created(FaultView(try server.service.addFault(kind, at: input.endpoint, count: input.count)))
        }
        admin.on(.delete, "/faults") { server, _ in
            server.service.removeAllFaults()
            return NoContent()
        }
        admin.on(.delete, "/faults/:fault") { server, request in
            try server.service.removeFault(try request.number("fault"))
            return NoContent()
        }
    }

    private func addRecords(_ admin: AdminRoutes) {
        admin.on(.get, "/log") { server, request in
            let after = (try? FormValues(encoded: request.request.queryBytes))?["after"].flatMap(Int.init) ?? 0
            return ["requests": server.service.requests(after: after)]
        }
        admin.on(.delete, "/log") { server, _ in
            server.service.removeAllRequests()
            return NoContent()
        }
        admin.on(.get, "/notifications") { server, _ in ["notifications": server.service.notifications] }
        admin.on(.post, "/notifications/deliver") { server, _ in
            await server.notifications.deliverDue()
            return ["notifications": server.service.notifications]
        }
        admin.on(.post, "/notifications/:notification/replay") { server, request in
            try server.service.replayNotification(try request.number("notification"))
            return NoContent()
        }
    }
}

/// A fault in the form of the admin interface and the command: the name of a kind, and a value if the kind has one.
struct FaultText: Sendable, Hashable {
    let name: String
    let value: String?

    init(_ kind: Fault.Kind) {
        (name, value) =
            switch kind {
            case .delay(let milliseconds): ("delay", String(milliseconds))
            case .status(let code): ("status", String(code))
            case .malformedBody: ("malformed-body", nil)
            case .droppedConnection: ("dropped-connection", nil)
            case .wrongIssuer(let text): ("wrong-issuer", text)
            case .wrongAudience(let text): ("wrong-audience", text)
            case .foreignEmail(let text): ("foreign-email", text)
            case .stale: ("stale", nil)
            case .wrongSignature: ("wrong-signature", nil)
            }
    }

    /// Returns the fault with this name and value.
    ///
    /// - Throws: ``EmulatorError/Code/malformed`` for an unknown fault, for a value that is missing or not allowed, and for a value
    ///   that is not a number where the fault requires one.
    static func kind(name: String, value: String?) throws(EmulatorError) -> Fault.Kind {
        switch name {
        case "delay": return .delay(milliseconds: try number(name, value, "milliseconds"))
        case "status": return .status(try number(name, value, "an HTTP status from 500 to 599"))
        case "wrong-issuer": return .wrongIssuer(value ?? "https://account.apple.com")
        case "wrong-audience": return .wrongAudience(value ?? "com.example.other-client")
        case "foreign-email": return .foreignEmail(value ?? "other@example.com")
        default: break
        }
        let plain: [String: Fault.Kind] = [
            "malformed-body": .malformedBody, "dropped-connection": .droppedConnection, "stale": .stale,
            "wrong-signature": .wrongSignature,
        ]
        guard let kind = plain[name] else {
            throw EmulatorError(
                .malformed, "no fault is called \(name); use one of \(names.joined(separator: ", "))", at: .kind)
        }
        guard value == nil else { throw EmulatorError(.malformed, "the fault \(name) has no value", at: .value) }
        return kind
    }

    /// The names of all kinds.
    static let names = [
        "delay", "status", "malformed-body", "dropped-connection", "wrong-issuer", "wrong-audience", "foreign-email", "stale",
        "wrong-signature",
    ]

    /// The name and value.
    var words: String { value.map { "\(name) \($0)" } ?? name }

    private static func number(_ name: String, _ value: String?, _ unit: String) throws(EmulatorError) -> Int {
        guard let number = value.flatMap(Int.init) else {
            throw EmulatorError(.malformed, "the fault \(name) requires a value: \(unit)", at: .value)
        }
        return number
    }
}

/// A change of settings by name. Omitted settings do not change.
struct SettingsPatch {
    private let values: [String: SettingValue]

    /// Decodes a change.
    ///
    /// - Throws: ``EmulatorError`` if the body is not an object of strings, numbers and Booleans.
    init(_ data: Data) throws {
        do {
            values = try AdminJSON.decoder.decode([String: SettingValue].self, from: data)
        } catch let error as DecodingError {
            throw EmulatorError(.malformed, error.words)
        }
    }

    /// Returns the changed settings.
    ///
    /// - Throws: ``EmulatorError`` for an unknown setting, or a value that a setting rejects.
    func applied(to settings: AppleServiceSettings) throws(EmulatorError) -> AppleServiceSettings {
        do {
            var merged = try AdminJSON.decoder.decode([String: SettingValue].self, from: Data(try AdminJSON.bytes(settings)))
            for (name, value) in values {
                guard merged[name] != nil else {
                    throw EmulatorError(
                        .malformed, "no setting is called \(name); use one of \(merged.keys.sorted().joined(separator: ", "))")
                }
                merged[name] = value
            }
            return try AdminJSON.decoder.decode(AppleServiceSettings.self, from: Data(try AdminJSON.bytes(merged)))
        } catch let error as EmulatorError {
            throw error
        } catch {
            throw EmulatorError(.malformed, (error as? DecodingError)?.words ?? "\(error)")
        }
    }
}

/// The value of a setting.
private enum SettingValue: Codable {
    case boolean(Bool)
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let boolean = try? container.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        }
    }
}
