import CGumbo
import ConformanceData
import Foundation
import PasswordManager

/// Labelled sign-in and sign-up pages of real sites, in a folder next to the repository.
enum FieldsData {
    private static let folder = SitePages("data/autofill/forms")

    static var isHere: Bool { folder != nil }

    /// The names of the pages, in order.
    static let pages = ((try? folder?.names) ?? []).filter { $0.hasSuffix(".html") }

    static func page(_ name: String) throws -> [UInt8] { try folder?.bytes(name) ?? [] }

    /// A page without its labels.
    static func stripped(_ page: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: page, as: UTF8.self).replacing(#/\sdata-manual-[a-z\-]+(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/#, with: "")
                .utf8)
    }

    /// The labels of a page's fields in document order, read by a separate parser.
    static func labels(of page: [UInt8]) -> [String?] {
        var labels: [String?] = []
        var options = kGumboDefaultOptions
        page.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let output = gumbo_parse_with_options(&options, start, bytes.count) else { return }
            collect(output.pointee.root, into: &labels)
            gumbo_destroy_output(&options, output)
        }
        return labels
    }

    private static func collect(_ node: UnsafeMutablePointer<GumboNode>?, into labels: inout [String?]) {
        guard let node, node.pointee.type == GUMBO_NODE_ELEMENT else { return }
        let element = node.pointee.v.element
        if [GUMBO_TAG_INPUT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_SELECT].contains(element.tag) {
            var attributes = element.attributes
            labels.append(gumbo_get_attribute(&attributes, "data-manual-scoring").map { String(cString: $0.pointee.value) })
        }
        for index in 0..<Int(element.children.length) {
            collect(element.children.data?[index]?.assumingMemoryBound(to: GumboNode.self), into: &labels)
        }
    }
}

/// A manual label of a field, with the types that are correct for it.
enum FieldLabel {
    /// Nil if the label does not concern sign-in.
    static func types(_ label: String?) -> Set<FieldType>? {
        switch label {
        case "username": [.username]
        case "emailAddress": [.email]
        case "username OR emailAddress": [.username, .email]
        case "password": [.currentPassword, .newPassword]
        case "password.current": [.currentPassword]
        case "password.new": [.newPassword]
        case "totp": [.oneTimeCode]
        default: nil
        }
    }
}
