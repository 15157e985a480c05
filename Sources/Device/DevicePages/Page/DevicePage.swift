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
