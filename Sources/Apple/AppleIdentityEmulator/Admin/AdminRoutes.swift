import HTTPTypes
import Hummingbird
import NIOCore

/// Where the admin interface's routes are gathered: the methods, the access rule and the form of answers are the same for all.
struct AdminRoutes {
    let server: EmulatorServer
    let router: Router<EmulatorContext>

    typealias Work = @Sendable (EmulatorServer, AdminRequest) async throws -> any Encodable & Sendable

    /// An operation. What it returns is the body; ``NoContent`` is none.
    func on(_ method: HTTPRequest.Method, _ path: String, _ work: @escaping Work) {
        router.on(RouterPath("/emulator" + path), method: method) { [server] request, context in
            do {
                try server.requireOperator(request, context)
                let result = try await work(server, AdminRequest(request: request, context: context))
                if method != .get { server.notifications.wake() }
                if result is NoContent { return Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
                return .adminJSON(try AdminJSON.bytes(result), status: method == .post && result is Made ? .created : .ok)
            } catch let refusal as EmulatorRefusal {
                return .refused(refusal.code.status, code: refusal.code.rawValue, refusal.message)
            } catch let refusal as ForeignRequest {
                return .refused(.forbidden, code: "forbidden", refusal.reason)
            } catch let refusal as NativeRefusal {
                return .refused(.conflict, code: refusal.rawValue, refusal.words)
            } catch let refusal as DeviceSignInRefusal {
                return .refused(.conflict, code: refusal.rawValue, refusal.words)
            }
        }
    }
}

/// A request to the admin interface.
struct AdminRequest: Sendable {
    let request: Request
    let context: EmulatorContext

    /// The body as this input.
    func input<Input: AdminInput>(_ type: Input.Type = Input.self) async throws -> Input {
        try await AdminJSON.read(type, from: request)
    }

    /// The part of the path with this name, as the type that its rule makes of it.
    func path<Value: CheckedText>(_ name: String) throws -> Value {
        guard let value = context.parameters.get(name).flatMap(Value.init(rawValue:)) else {
            throw EmulatorRefusal(.malformed, Value.rule)
        }
        return value
    }

    /// The number in the path.
    func number(_ name: String) throws -> Int {
        guard let number = context.parameters.get(name).flatMap(Int.init) else {
            throw EmulatorRefusal(.malformed, "\(name) is a number")
        }
        return number
    }
}

/// An answer without a body.
struct NoContent: Encodable, Sendable {}

/// Something that was made: its answer is 201.
struct Made: Encodable, Sendable {
    private let value: any Encodable & Sendable

    init(_ value: any Encodable & Sendable) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

extension Response {
    static func adminJSON(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes + [0x0A])))
    }

    static func refused(_ status: HTTPResponse.Status, code: String, _ message: String) -> Response {
        let body = (try? AdminJSON.bytes(RefusalView(code: code, message: message))) ?? Array("{}".utf8)
        return adminJSON(body, status: status)
    }
}

extension NativeRefusal {
    /// What a device's log would say.
    var words: String {
        switch self {
        case .unknownClient: "no App ID has this bundle identifier"
        case .capabilityMissing:
            "the App ID lacks Sign in with Apple: latchkey apple apps sign-in APP-ID on gives it the capability"
        case .unknownAccount: "there is no such Apple account"
        case .accountLocked: "the Apple account is locked"
        case .twoFactorNotEnabled: "Sign in with Apple needs two-factor authentication"
        case .notConsented: "the person does not use the app, or no longer: what a first sign-in gives out was not asked for"
        case .unsuitableName: "a name has at most 100 bytes and no control characters"
        case .unknownAddress: "the account has no such address"
        case .oversize: "state and nonce have at most 4,096 bytes"
        case .notSigned: "the service has no key that signs"
        }
    }
}
