import Foundation
import PasswordManager
import WebClient

/// A form as it is sent: the controls of a page with what the person made of them (HTML standard, 4.10.21).
struct BrowserSubmission {
    let request: BrowserRequest
    /// What was entered on a protected page would be sent without protection.
    let losesProtection: Bool

    /// - Parameters:
    ///   - button: The control that was pressed; nil: the return key, which presses the first button of the form.
    ///   - texts: What stands in the controls of text, by their names on the screen.
    ///   - choices: Whether a check box or radio button is on, by its place, where the person has changed it.
    /// - Throws: where the form leads to what is neither http nor https.
    init(
        _ form: Int, of page: BrowsedPage, pressing button: Int?, _ texts: [String: String], _ choices: [Int: Bool]
    ) throws(BrowserFailure) {
        let content = page.content
        let sent = content.forms.indices.contains(form) ? content.forms[form] : PageContent.Form()
        guard var url = page.url.resolving(sent.action ?? "") else {
            throw BrowserFailure(description: "The form leads to an address that cannot be opened here.")
        }
        let pressed =
            button ?? content.controls.indices.first { content.controls[$0].kind == .submit && content.controls[$0].form == form }
        var pairs: [(String, String)] = []
        for (index, control) in content.controls.enumerated() where control.form == form && !control.isDisabled {
            guard let name = control.name, !name.isEmpty else { continue }
            switch control.kind {
            case .text: pairs.append((name, texts[page.ids[index]] ?? control.value))
            case .hidden: pairs.append((name, control.value))
            case .check, .radio: if choices[index] ?? control.isOn { pairs.append((name, control.value)) }
            case .submit: if index == pressed { pairs.append((name, control.value)) }
            case .other: break
            }
        }
        let body = pairs.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(separator: "&")
        if !sent.isPost {
            let path = url.target.prefix { $0 != "?" }
            guard let whole = try? WebURL("\(url.origin)\(path)?\(body)") else {
                throw BrowserFailure(description: "What was entered is too long for this form.")
            }
            url = whole
        }
        request = BrowserRequest(url: url, form: sent.isPost ? Array(body.utf8) : nil, source: page.url)
        losesProtection = page.url.scheme == .https && url.scheme == .http
    }

    /// `application/x-www-form-urlencoded`, in UTF-8; line ends are CR LF.
    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n").utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            case 0x20: bytes.append(UInt8(ascii: "+"))
            default:
                bytes.append(UInt8(ascii: "%"))
                bytes += [byte >> 4, byte & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: "A") + $0 - 10 }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
