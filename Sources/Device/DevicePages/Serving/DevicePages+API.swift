import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import ServiceLifecycle

extension DevicePages {
    /// Adds the API for programs: the phones' screens as JSON, and actions on the phones and their surroundings.
    func addAPI(to router: some RouterMethods<some RequestContext>) {
        router.get("/device/api/phones") { request, _ in
            try await answering {
                try OwnRequests.requireOwnHost(request)
                var views: [PhoneView] = []
                for phone in phones { views.append(await phone.view) }
                return .json(["phones": views])
            }
        }
        router.get("/device/api/phones/:number") { request, context in
            try await answering {
                try OwnRequests.requireOwnHost(request)
                let (_, phone) = try phone(context.parameters.get("number"))
                return .json(await phone.view)
            }
        }
        router.get("/device/api/phones/:number/events") { request, context in
            try await answering {
                try OwnRequests.requireOwnPage(request)
                let (_, phone) = try phone(context.parameters.get("number"))
                return try EventStream.response(of: phone, to: request, in: streams) { Response.jsonText($0) }
            }
        }
        take("actions", PhoneAction.self, from: router) { action, phone in try await phone.perform(action) }
        take("taps", TapBody.self, from: router) { body, phone in try await phone.tap(body.title) }
        take("messages", MessageBody.self, from: router) { body, phone in
            let message = try IncomingMessage(sender: body.sender, text: body.text)
            await phone.receive(message: message.text, from: message.sender)
        }
        take("time", TimeBody.self, from: router) { body, phone in
            await phone.advance(by: try ClockAdvance(seconds: body.seconds).duration)
        }
        take("network", NetworkBody.self, from: router) { body, phone in await phone.setOnline(body.isOnline) }
        answer("passwords/export", ExportBody.self, from: router) { body, phone in
            .json(ExportedPasswords(file: String(decoding: try await phone.exportPasswords(as: body.format), as: UTF8.self)))
        }
        answer("passwords/import", ImportBody.self, upTo: ImportBody.limit, from: router) { body, phone in
            .json(try await phone.importPasswords(Data(body.file.utf8), replacing: body.replaces ?? false))
        }
        answer("credentials/export", CredentialExportBody.self, from: router) { _, phone in
            .json(try await phone.exportCredentials())
        }
        answer("credentials/import", CredentialImportBody.self, upTo: ImportBody.limit, from: router) { body, phone in
            .json(
                try await phone.importCredentials(
                    body.file, replacing: body.replaces ?? false, isPreview: body.isPreview ?? false))
        }
    }

    /// Adds a POST route that performs an action and responds with the phone's view. The app's reaction may come later, in the
    /// event stream.
    private func take<Body: Decodable & Sendable>(
        _ path: String, _ type: Body.Type, from router: some RouterMethods<some RequestContext>,
        _ work: @escaping @Sendable (Body, any ShownPhone) async throws -> Void
    ) {
        answer(path, type, from: router) { body, phone in
            try await work(body, phone)
            return .json(await phone.view)
        }
    }

    /// Adds a POST route with its own response.
    ///
    /// The body must be declared as JSON: a page of another site cannot send that without a preflight request (Fetch, section
    /// 3.2).
    private func answer<Body: Decodable & Sendable>(
        _ path: String, _ type: Body.Type, upTo limit: Int = FormBody.limit, from router: some RouterMethods<some RequestContext>,
        _ work: @escaping @Sendable (Body, any ShownPhone) async throws -> Response
    ) {
        router.post(RouterPath("/device/api/phones/:number/" + path)) { request, context in
            try await answering {
                try OwnRequests.requireOwnOrigin(request)
                let (_, phone) = try phone(context.parameters.get("number"))
                guard request.headers[.contentType]?.prefix(while: { $0 != ";" }).lowercased() == "application/json" else {
                    throw PageProblem(.unsupportedMediaType, "not-json", "the body must be application/json")
                }
                guard let text = await request.text(upTo: limit),
                    let body = try? JSONDecoder().decode(Body.self, from: Data(text.utf8))
                else { throw PageProblem(.badRequest, "bad-body", "the request body is malformed; see docs/device.md") }
                // A prompt can wait for the user without limit. The end of the server ends it.
                return try await cancelWhenGracefulShutdown { try await work(body, phone) }
            }
        }
    }
}

private struct TapBody: Decodable {
    let title: String
}

private struct MessageBody: Decodable {
    let sender: String
    let text: String
}

private struct TimeBody: Decodable {
    let seconds: Int
}

private struct ExportBody: Decodable {
    let format: Phone.PasswordFile
}

private struct ExportedPasswords: Encodable {
    let file: String
}

private struct ImportBody: Decodable {
    /// The maximum size of the whole body, in bytes.
    static let limit = 16 << 20

    let file: String
    let replaces: Bool?
}

/// An object without members that the server reads.
private struct CredentialExportBody: Decodable {}

private struct CredentialImportBody: Decodable {
    /// The file, in Base64.
    let file: Data
    let replaces: Bool?
    let isPreview: Bool?
}

private struct NetworkBody: Decodable {
    let isOnline: Bool
}
