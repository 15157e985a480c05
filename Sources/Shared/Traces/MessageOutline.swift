import JSONText

/// A message of a step. The raw values are parts of files, so they never change.
package enum MessageSide: String, Sendable, CaseIterable {
    case request, response
}

/// The shape of a request or a response: its header fields, and the members of its body, each with the type and the size of its value.
///
/// A value itself is recorded only under a name of a closed list, which has no name of a secret or of a text that a user typed. A text
/// under the name of a secret has no size, because the length of a password helps to guess it. Names are foreign input too: one that is not
/// a plain identifier of at most ``longestName`` bytes is recorded as ``unnamed``.
package struct MessageOutline: Hashable, Sendable {
    package enum BodyKind: String, Sendable, CaseIterable {
        case json, form, other
    }

    /// A complete body that is not empty. It has no members if it is of another kind, malformed, or larger than ``bodyLimit``.
    package struct Body: Hashable, Sendable {
        package let kind: BodyKind
        /// The size in bytes, rounded up to a multiple of ``MessageOutline/sizeUnit``: the exact size reveals that of a secret.
        package let size: Int
        /// The members of objects and of the objects within them, or the fields of a form. Of the elements of a list within an object only
        /// the first is described, under the name ``MessageOutline/firstElement``.
        package let members: [Part]

        package init(_ kind: BodyKind, size: Int, members: [Part]) {
            self.kind = kind
            self.size = size
            self.members = members
        }
    }

    package let fields: [Part]
    /// Nil for an empty body, and for one that the recorder did not read.
    package let body: Body?
    /// The number of fields and members beyond ``partLimit``.
    package let omitted: Int

    package init(fields: [Part], body: Body?, omitted: Int) {
        self.fields = fields
        self.body = body
        self.omitted = omitted
    }

    /// Creates the outline of a message.
    ///
    /// - Parameters:
    ///   - fields: the header fields, with names in lower case.
    ///   - body: the complete body; nil if it was not read.
    package init(fields: [(name: String, value: String)], body: [UInt8]?) {
        var header = PartList()
        for (name, value) in fields {
            header.append(Part(Part.plain(name), .text, size: value.utf8.count, value: value))
        }
        var members = PartList()
        let type = fields.first { $0.name == "content-type" }?.value
        self.body = body.flatMap { bytes in
            guard !bytes.isEmpty else { return nil }
            let kind = Self.kind(of: type)
            if bytes.count <= Self.bodyLimit {
                switch kind {
                case .json: members.add(json: bytes)
                case .form: members.add(form: bytes)
                case .other: break
                }
            }
            let units = (bytes.count + Self.sizeUnit - 1) / Self.sizeUnit
            return Body(kind, size: units * Self.sizeUnit, members: members.parts)
        }
        self.fields = header.parts
        omitted = header.omitted + members.omitted
    }

    /// The number of recorded fields and members.
    package var partCount: Int { fields.count + (body?.members.count ?? 0) }

    /// Returns whether the outline of a body of this content type and size has its members.
    package static func describes(_ contentType: String?, size: Int) -> Bool {
        size <= bodyLimit && kind(of: contentType) != .other
    }

    private static func kind(of contentType: String?) -> BodyKind {
        let type = (contentType ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
        if type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json") { return .json }
        return type == "application/x-www-form-urlencoded" ? .form : .other
    }

    /// The maximum number of fields, and of members.
    package static let partLimit = 32
    /// The maximum number of names of a member: its own, and those of the objects and lists around it.
    package static let depthLimit = 4
    /// The maximum length of one name in bytes. A session token has 43 characters, so it is never a name.
    package static let longestName = 40
    /// The maximum length of a value in bytes.
    package static let longestValue = 80
    /// The maximum size of a body whose members are described, in bytes.
    package static let bodyLimit = 65_536
    /// The unit of the size of a body, in bytes. ``bodyLimit`` is a multiple of it.
    package static let sizeUnit = 64
    package static let unnamed = "unnamed"
    package static let firstElement = "first"

    /// The names whose values are recorded. Each is the whole name of a part: an inner member of a foreign object may be a secret under any
    /// name. `code` is not among them: an authorization code and a one-time code have this name. `location` has identifiers of accounts in
    /// its path, and `content-length` reveals the length of a secret.
    package static let shownNames: Set = [
        "accept", "accept-language", "cache-control", "client_id", "content-encoding", "content-language", "content-type", "error",
        "grant_type", "pragma", "purpose", "response_mode", "response_type", "retry-after", "scope", "sec-fetch-mode",
        "sec-fetch-site", "status", "token_type_hint", "type", "upgrade.status", "vary",
    ]

    /// The words in names of secrets, in lower case. What has no name may be a secret too.
    fileprivate static let secretWords = [
        "assertion", "authorization", "challenge", "code", "cookie", "credential", "key", "nonce", "otp", "pass", "recovery",
        "secret", "signature", "state", "token", unnamed,
    ]
}

extension MessageOutline {
    /// A header field, or a member of a body.
    package struct Part: Hashable, Sendable {
        /// The type of a value. The raw values are parts of files, so they never change.
        package enum Form: String, Sendable, CaseIterable {
            case text, number, boolean, null, list, object
        }

        /// The names of the objects and lists around a member and its own name, separated by dots.
        package let name: String
        package let form: Form
        /// The length of a text in bytes of UTF-8, or the number of elements or members; nil for other forms, and for a text whose name
        /// is that of a secret.
        package let size: Int?
        /// The value of a text, number or boolean, if its name is one of ``MessageOutline/shownNames``.
        package let value: String?

        /// Creates a part without what a recorder must not keep: names that are not plain, values of names that are not shown, and lengths
        /// of secrets.
        package init(_ name: String, _ form: Form, size: Int? = nil, value: String? = nil) {
            let path = name.split(separator: ".", omittingEmptySubsequences: false).prefix(MessageOutline.depthLimit).map {
                Self.plain(String($0))
            }
            let whole = path.joined(separator: ".")
            let isShown = MessageOutline.shownNames.contains(whole)
            self.name = whole
            self.form = form
            let hasSize = form.hasSize && (form != .text || isShown || !Self.isSecret(whole))
            self.size = hasSize ? max(size ?? 0, 0) : nil
            self.value = isShown && form.hasValue ? value.flatMap { Self.isPrintable($0) ? $0 : nil } : nil
        }

        private static func isSecret(_ name: String) -> Bool {
            let name = name.lowercased()
            return MessageOutline.secretWords.contains { name.contains($0) }
        }

        /// Whether the value, if there is one, has the part's form and size.
        package var isConsistent: Bool {
            guard let value else { return true }
            switch form {
            case .text: return size == value.utf8.count
            case .boolean: return value == "true" || value == "false"
            case .number: return (try? JSONText.parse(value.utf8))?.root.kind == .number
            case .null, .list, .object: return false
            }
        }

        /// Returns a name of ASCII letters, digits, `_` and `-` that begins with a letter or `_`; otherwise ``MessageOutline/unnamed``.
        fileprivate static func plain(_ name: String) -> String {
            guard name.utf8.count <= MessageOutline.longestName, let first = name.utf8.first, isLetter(first),
                name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
            else { return MessageOutline.unnamed }
            return name
        }

        private static func isLetter(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
            default: false
            }
        }

        private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

        private static func isPrintable(_ value: String) -> Bool {
            value.utf8.count <= MessageOutline.longestValue && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }
}

extension MessageOutline.Part.Form {
    fileprivate var hasSize: Bool {
        switch self {
        case .text, .list, .object: true
        case .number, .boolean, .null: false
        }
    }

    fileprivate var hasValue: Bool {
        switch self {
        case .text, .number, .boolean: true
        case .null, .list, .object: false
        }
    }

    fileprivate init(_ kind: JSONKind) {
        self =
            switch kind {
            case .null: .null
            case .boolean: .boolean
            case .number: .number
            case .string: .text
            case .array: .list
            case .object: .object
            }
    }
}

/// The parts of a message within the limit.
private struct PartList {
    private(set) var parts: [MessageOutline.Part] = []
    private(set) var omitted = 0

    mutating func append(_ part: @autoclosure () -> MessageOutline.Part) {
        if parts.count < MessageOutline.partLimit { parts.append(part()) } else { omitted += 1 }
    }

    /// Adds the members of an object. Malformed JSON has none.
    mutating func add(json bytes: [UInt8]) {
        guard let document = try? JSONText.parse(bytes) else { return }
        add(document.root, at: [])
    }

    private mutating func add(_ node: JSONNode, at path: [String]) {
        let isWithinDepth = path.count < MessageOutline.depthLimit
        if isWithinDepth, let members = node.members.map({ Array($0) }), !members.isEmpty {
            for member in members { add(member.value, at: path + [MessageOutline.Part.plain(member.name)]) }
            return
        }
        guard !path.isEmpty else { return }
        append(Self.part(node, named: path.joined(separator: ".")))
        if isWithinDepth, let element = node[0] { add(element, at: path + [MessageOutline.firstElement]) }
    }

    private static func part(_ node: JSONNode, named name: String) -> MessageOutline.Part {
        let form = MessageOutline.Part.Form(node.kind)
        switch node.kind {
        case .string:
            let text = node.string ?? ""
            return MessageOutline.Part(name, form, size: text.utf8.count, value: text)
        case .array: return MessageOutline.Part(name, form, size: node.elements?.count)
        case .object: return MessageOutline.Part(name, form, size: node.members.map { Array($0).count })
        case .number, .boolean, .null: return MessageOutline.Part(name, form, value: node.value.text())
        }
    }

    /// Adds the fields of a form. Without a pair of a name and a value the body may be a secret itself, such as Base64 with its padding, so
    /// no pair has a name then.
    mutating func add(form bytes: [UInt8]) {
        let equals = UInt8(ascii: "=")
        let pairs = bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let end = pair.firstIndex(of: equals) ?? pair.endIndex
            return (name: pair[..<end], value: pair[end...].dropFirst())
        }
        let isForm = pairs.contains { pair in !pair.name.isEmpty && pair.value.contains { $0 != equals } }
        for (name, value) in pairs {
            let escapes = value.count { $0 == UInt8(ascii: "%") }
            // No shown value needs an escape.
            let text = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            append(
                MessageOutline.Part(
                    isForm ? MessageOutline.Part.plain(String(decoding: name, as: UTF8.self)) : MessageOutline.unnamed, .text,
                    size: value.count - 2 * escapes, value: escapes == 0 ? String(decoding: text, as: UTF8.self) : nil))
        }
    }
}
