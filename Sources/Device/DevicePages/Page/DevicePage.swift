import DeviceScreens
import DeviceSimulator
package import Markup

/// The page with the phones.
package struct DevicePage: Sendable {
    /// What else runs beside the phones, and where.
    package struct Neighbour: Sendable {
        package let name: String
        package let address: WebURL

        package init(name: String, address: WebURL) {
            self.name = name
            self.address = address
        }
    }

    package let stands: [Stand]
    package let neighbours: [Neighbour]
    /// Why the last thing that was asked for was not done, where no script runs.
    package let problem: String?

    package init(stands: [Stand], neighbours: [Neighbour] = [], problem: String? = nil) {
        self.stands = stands
        self.neighbours = neighbours
        self.problem = problem
    }

    package var document: HTMLDocument {
        HTMLDocument(lang: "en") {
            title((problem == nil ? "" : "Not done: ") + (stands.count == 1 ? "A simulated device" : "Simulated devices"))
            meta("viewport", "width=device-width, initial-scale=1, viewport-fit=cover")
            meta("color-scheme", "light dark")
            meta("robots", "noindex")
            link(.stylesheet, .local(PagePath.stylesheet))
            script(src: PagePath.script)
        } body: {
            header(.class("top")) {
                div(.class("heading")) {
                    h1 { stands.count == 1 ? "A simulated device" : "Simulated devices" }
                    p { introduction }
                }
                if !neighbours.isEmpty {
                    nav(.aria(.label, "What runs beside them")) {
                        for neighbour in neighbours { a(.href(.web(neighbour.address))) { neighbour.name } }
                    }
                }
            }
            // Filled by the script when the connection is lost or something is refused.
            p(.id("notice"), .class("notice"), .role(.alert), problem == nil ? .hidden : nil) { problem ?? "" }
            main(.class("stands")) {
                for stand in stands { PhoneStand(stand).html }
            }
        }
    }

    private var introduction: String {
        stands.count == 1
            ? "Press what you see, or use the keyboard. Beneath the phone is what happens around it."
            : "Two phones of one person. Press what you see, or use the keyboard; beneath each phone is what happens around it."
    }
}

/// What a screen reader says when another screen comes up, or something lies over it.
struct ScreenDescription {
    let text: String

    init(_ view: PhoneView) {
        text =
            switch view.overlays.last {
            case .sheet(let sheet): sheet.title
            case .prompt(let prompt) where prompt.way == .faceConsent: "Allow \(prompt.app) to use Face ID? \(prompt.reason)"
            case .prompt(let prompt): prompt.isRepeated ? "Not recognised. \(prompt.reason)" : prompt.reason
            case .saveQuestion(let question): question.isUpdate ? "Update the password?" : "Save the password?"
            case .passwordList: "Passwords"
            case .upgradeQuestion(let question):
                question.progress?.text ?? "Your password for \(question.app) is weak. \(question.reason)"
            case .browser: "A web page"
            case .accountCode(let code): "Verification code for \(code.place): \(code.code)"
            case .alert(let alert): "\(alert.title). \(alert.message)"
            case nil: Self.text(of: view.content)
            }
    }

    private static func text(of content: PhoneView.Content) -> String {
        switch content {
        case .locked: "Locked"
        case .home: "Home screen"
        case .app(let icon, let screen):
            screen.alert.map { "\($0.title). \($0.message)" } ?? "\(icon.name): \(screen.title)"
        case .launching(let icon, let failure): failure.map { "\(icon.name) has ended: \($0)" } ?? "\(icon.name) is starting"
        case .settings(let settings):
            settings.page == .recommendation
                ? settings.recommendation?.progress?.text ?? "Security Recommendation" : settings.page.title
        case .extensionSheet(let sheet):
            sheet.screen.map { "\(sheet.app): \($0.title)" } ?? "Waiting for \(sheet.app)"
        case .messages: "Messages"
        }
    }
}

/// The addresses of the pages, and of what they load and send.
package enum PagePath {
    /// All phones side by side.
    package static let devices: LocalPath = "/device"
    /// Change with their text, so that they may be cached for ever.
    package static let stylesheet = LocalPath("/device/assets/\(Stylesheet.device.fingerprint).css") ?? "/device/device.css"
    package static let script = LocalPath("/device/assets/\(Script.device.fingerprint).js") ?? "/device/device.js"

    /// What forms of a phone send to.
    package static func phone(_ number: Int) -> LocalPath {
        devices.appending(segment: "phones").appending(segment: String(number))
    }

    /// What the page reads on, as server-sent events: the phone drawn anew after each change.
    package static func live(_ number: Int) -> LocalPath { phone(number).appending(segment: "live") }
    package static func messages(_ number: Int) -> LocalPath { phone(number).appending(segment: "messages") }
    package static func time(_ number: Int) -> LocalPath { phone(number).appending(segment: "time") }
    package static func network(_ number: Int) -> LocalPath { phone(number).appending(segment: "network") }
}
