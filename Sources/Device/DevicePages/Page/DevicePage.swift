import DeviceScreens
import DeviceSimulator
package import Markup

/// The page with the phones.
package struct DevicePage: Sendable {
    /// Another service that runs with the phones, and its address.
    package struct RelatedService: Sendable {
        package let name: String
        package let address: WebURL

        package init(name: String, address: WebURL) {
            self.name = name
            self.address = address
        }
    }

    package let pagePhones: [PagePhone]
    package let relatedServices: [RelatedService]
    /// Why the last request failed, for a browser without script.
    package let problem: String?

    package init(pagePhones: [PagePhone], relatedServices: [RelatedService] = [], problem: String? = nil) {
        self.pagePhones = pagePhones
        self.relatedServices = relatedServices
        self.problem = problem
    }

    package var document: HTMLDocument {
        HTMLDocument(lang: "en") {
            title((problem == nil ? "" : "Error: ") + (pagePhones.count == 1 ? "A simulated device" : "Simulated devices"))
            meta("viewport", "width=device-width, initial-scale=1, viewport-fit=cover")
            meta("color-scheme", "light dark")
            meta("robots", "noindex")
            link(.stylesheet, .local(PagePath.stylesheet))
            script(src: PagePath.script)
        } body: {
            header(.class("top")) {
                div(.class("heading")) {
                    h1 { pagePhones.count == 1 ? "A simulated device" : "Simulated devices" }
                    p { introduction }
                }
                if !relatedServices.isEmpty {
                    nav(.aria(.label, "Other services")) {
                        for relatedService in relatedServices { a(.href(.web(relatedService.address))) { relatedService.name } }
                    }
                }
            }
            // The script fills this when the connection is lost or a request is rejected.
            p(.id("notice"), .class("notice"), .role(.alert), problem == nil ? .hidden : nil) { problem ?? "" }
            main(.class("stands")) {
                for pagePhone in pagePhones { PhonePanel(pagePhone).html }
            }
        }
    }

    private var introduction: String {
        pagePhones.count == 1
            ? "Use the phone with a pointer or a keyboard. The controls below it simulate its surroundings."
            : "Two phones of one user. Use them with a pointer or a keyboard. The controls below each phone simulate its surroundings."
    }
}

/// The announcement of a screen reader when the screen changes or an overlay appears.
struct ScreenDescription {
    let text: String

    init(_ view: PhoneView) {
        text =
            switch view.overlays.last {
            case .sheet(let sheet): sheet.title
            case .prompt(let prompt) where prompt.way == .faceConsent: "Allow \(prompt.app) to use Face ID? \(prompt.reason)"
            case .prompt(let prompt): prompt.isRepeated ? "Not recognized. \(prompt.reason)" : prompt.reason
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
        case .launching(let icon, let failure): failure.map { "\(icon.name) stopped: \($0)" } ?? "\(icon.name) is starting"
        case .settings(let settings):
            settings.page == .recommendation
                ? settings.recommendation?.progress?.text ?? "Security Recommendation" : settings.page.title
        case .extensionSheet(let sheet):
            sheet.screen.map { "\(sheet.app): \($0.title)" } ?? "Waiting for \(sheet.app)"
        case .messages: "Messages"
        }
    }
}

/// The addresses of the pages, their assets and their forms.
package enum PagePath {
    /// The page with all phones.
    package static let devices: LocalPath = "/device"
    /// The address changes with the content, so that caches may keep it indefinitely.
    package static let stylesheet = LocalPath("/device/assets/\(Stylesheet.device.fingerprint).css") ?? "/device/device.css"
    package static let script = LocalPath("/device/assets/\(Script.device.fingerprint).js") ?? "/device/device.js"

    /// The target of a phone's forms.
    package static func phone(_ number: Int) -> LocalPath {
        devices.appending(segment: "phones").appending(segment: String(number))
    }

    /// The stream of server-sent events with a new drawing of the phone after each change.
    package static func live(_ number: Int) -> LocalPath { phone(number).appending(segment: "live") }
    package static func messages(_ number: Int) -> LocalPath { phone(number).appending(segment: "messages") }
    package static func time(_ number: Int) -> LocalPath { phone(number).appending(segment: "time") }
    package static func network(_ number: Int) -> LocalPath { phone(number).appending(segment: "network") }
}
