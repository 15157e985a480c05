import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A form that one of our pages sent.
struct FormBody {
    /// Bytes that a body may have.
    static let limit = 65_536

    private let values: [String: String]

    /// Reads it from a request.
    ///
    /// - Throws: ``PageProblem`` for one that is too large, not a form, or names a field twice.
    init(_ request: Request) async throws(PageProblem) {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/x-www-form-urlencoded", let text = await request.text(upTo: Self.limit),
            let items = URLComponents(string: "?" + text.replacing("+", with: "%20"))?.queryItems,
            let values = try? Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { _, _ in throw Repetition() })
        else { throw PageProblem(.badRequest, "bad-form", "this is no form") }
        self.values = values
    }

    init(_ values: [String: String]) {
        self.values = values
    }

    subscript(field: PageField) -> String? { values[field.rawValue] }

    /// What was typed into the app's fields, by their names.
    var typed: [(field: String, text: String)] {
        values.filter { $0.key.hasPrefix(PageField.ofApp) }.sorted { $0.key < $1.key }
            .map { (String($0.key.dropFirst(PageField.ofApp.count)), $0.value) }
    }

    private struct Repetition: Error {}
}

extension Request {
    /// The body as text; nil where it is longer, or no UTF-8.
    func text(upTo limit: Int) async -> String? {
        guard let buffer = try? await body.collect(upTo: limit) else { return nil }
        return String(validating: buffer.readableBytesView, as: UTF8.self)
    }
}
