import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends messages to the person's phone: to a gateway that takes them as JSON (`{"sender", "text"}`), or, without one, onto the terminal.
struct Messenger {
    static let sender = "Motivation"

    /// Such as `http://127.0.0.1:8080/device/api/phones/1/messages`, the simulated phone of `latchkey dev`.
    let gateway: URL?
    /// A file whose first line is the bearer that the gateway requires, read for each message. Nil: it requires none.
    var bearerFile: String?
    /// Whose site the code is bound to.
    let site: String

    func send(code: String) async throws {
        let text = "\(code) is your Motivation code.\n\n@\(site) #\(code)"
        guard let gateway else {
            return FileHandle.standardOutput.write(Data("A message for the person:\n\(text)\n".utf8))
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
