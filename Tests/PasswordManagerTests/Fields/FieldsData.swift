import CGumbo
import Foundation
import PasswordManager

/// The pages and answers of `shared/data/autofill`, read in place.
enum FieldsData {
    /// The folder; nil where the data is not here.
    static let folder: URL? = {
        var place = URL(filePath: #filePath).deletingLastPathComponent()
        while place.path.count > 1 {
            if FileManager.default.fileExists(atPath: place.appending(path: "Package.swift").path) {
                let data = place.appending(path: "../shared/data/autofill").standardizedFileURL
                if FileManager.default.fileExists(atPath: data.path) { return data }
            }
            place.deleteLastPathComponent()
        }
        return nil
    }()

    static var isHere: Bool { folder != nil }

    /// The names of the pages, in order.
    static let pages: [String] = {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "forms").path)) ?? []
        return names.filter { $0.hasSuffix(".html") }.sorted()
    }()

    static func page(_ name: String) throws -> [UInt8] {
        guard let folder else { return [] }
        return Array(try Data(contentsOf: folder.appending(path: "forms/" + name)))
    }

    /// A page without the answers.
    static func stripped(_ page: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: page, as: UTF8.self).replacing(#/\sdata-manual-[a-z\-]+(\s*=\s*("[^"]*"|'[^']*'|[^\s>]+))?/#, with: "")
                .utf8)
    }

    /// The answers of a page's fields in the order of the document, read by a parser of their own.
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

/// A label that people gave a field, as the answers that are right for it.
enum FieldLabel {
    /// Nil where the label is not about signing in.
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
