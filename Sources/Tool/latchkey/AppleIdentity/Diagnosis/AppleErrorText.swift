import AppleIdentity
import JSONText

/// What Apple answered, as a person has it: the whole JSON, or the name of the error alone.
struct AppleErrorText {
    let refusal: AppleRefusal
    let description: String?

    /// - Throws: a ``CommandFailure`` for what is neither.
    init(_ text: String, description: String?) throws {
        let text = text.trimmed
        guard text.hasPrefix("{") else {
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw CommandFailure(.usage, "the error is neither Apple's JSON nor the name of an error such as invalid_client")
            }
            refusal = AppleRefusal(text)
            self.description = description
            return
        }
        let root: JSONNode
        do {
            root = try JSONText.parse(text.utf8).root
        } catch {
            throw CommandFailure(.usage, "the error is not JSON at character \(error.position.column): \(error.reason)")
        }
        guard let name = root["error"]?.string else {
            throw CommandFailure(.usage, "the error has no member error that is a string")
        }
        refusal = AppleRefusal(name)
        self.description = root["error_description"]?.string ?? description
    }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
            return ""
        }
        return String(self[first...last])
    }
}
