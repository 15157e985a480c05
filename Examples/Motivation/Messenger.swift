import AppTexts
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends messages to the user's phone: to a gateway that accepts JSON (`{"sender", "text"}`), or to the terminal without a
/// gateway.
struct Messenger {
    static let sender = "Motivation"

    /// The gateway's address, such as `http://127.0.0.1:8080/device/api/phones/1/messages`, the simulated phone of `latchkey
    /// dev`.
    let gateway: URL?
    /// A file whose first line is the gateway's bearer token, read for each message. Nil if the gateway requires none.
    var bearerFile: String?
    /// The site that the code is bound to.
    let site: String

    /// - Parameter texts: The texts in the user's language.
    func send(code: String, in texts: AppTexts) async throws {
        var sentence = texts(.codeMessage, ["code": .code(code)])
        // Six digits keep their order in every script, and the phone looks for them as they are.
        sentence.unicodeScalars.removeAll { ("\u{2066}"..."\u{2069}").contains($0) }
        let text = "\(sentence)\n\n@\(site) #\(code)"
        guard let gateway else {
            return FileHandle.standardOutput.write(Data("A message for the user:\n\(text)\n".utf8))
        }
        var request = URLRequest(url: gateway)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let bearerFile, let bearer = try String(contentsOfFile: bearerFile, encoding: .utf8).split(separator: "\n").first {
            request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization")
        }
        request.httpBody = try JSONEncoder().encode(["sender": Self.sender, "text": text])
        let (_, response) = try await URLSession.shared.data(for: request)
        guard let status = (response as? HTTPURLResponse)?.statusCode, (200..<300).contains(status) else {
            throw URLError(.badServerResponse)
        }
    }
}
