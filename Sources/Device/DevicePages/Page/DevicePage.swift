import DeviceScreens
import DeviceSimulator
package import Markup
import Texts

/// The page with the phones.
package struct DevicePage: Sendable {
    package let pagePhones: [PagePhone]
    /// The links to the parts of `latchkey dev`; empty for phones that run alone.
    package let parts: [PartLink]
    /// The reason why the last request failed, for a browser without script.
    package let problem: String?
    /// The owners of phones, and the one whose phones the page shows; empty without a choice.
    package let people: [PhoneStory.Person]
    private let shownPerson: Int
    /// The app or page that the address opens on the first phone; nil for an address that opens none.
    var deepLink: DeepLink?

    /// The language of the page around the phones: that of the first phone.
    private let reader: ReaderFormat

    package init(
        pagePhones: [PagePhone], parts: [PartLink] = [], problem: String? = nil, people: [PhoneStory.Person] = [],
        shownPerson: Int = 0
    ) {
        self.pagePhones = pagePhones
        self.people = people
        self.shownPerson = shownPerson
        reader = pagePhones.first?.reader ?? .english
        self.parts = parts
        self.problem = problem
    }

    package var document: HTMLDocument {
        HTMLDocument(lang: reader.language.tag, isRightToLeft: reader.language.direction == .rightToLeft) {
            title(problem == nil ? heading : reader.text(.titleWithError(title: heading)))
            meta("viewport", "width=device-width, initial-scale=1, viewport-fit=cover")
            meta("color-scheme", "light dark")
            meta("robots", "noindex")
            link(.stylesheet, .local(PagePath.stylesheet))
            link(.icon, .local(PagePath.icon))
            script(src: PagePath.script)
        } body: {
            header(.class("top")) {
                div(.class("heading")) {
                    h1 { heading }
                    p { introduction }
                }
                if people.count > 1 {
                    nav(.class("people"), .aria(.label, reader.text(.people))) {
                        for (index, person) in people.enumerated() {
                            a(.href(.local(PagePath.phones(of: index))), index == shownPerson ? .aria(.current, "page") : nil) {
                                bdi { person.name }
                            }
                        }
                    }
                }
                button(.type(.button), .class("fit", "for-script"), .id("fit"), .aria(.pressed, "true")) {
                    reader.text(.fitScreen)
                }
                ShortcutList(reader: reader).html
                if !parts.isEmpty { navigation }
            }
            // The script takes the texts from here; the notice of a phone is on its screen. The reason of a rejection is for
            // developers.
            p(
                .id("notice"), .class("notice"), .role(.alert), problem == nil ? nil : .lang("en"),
                .data("lost", reader.text(.connectionLost)), .data("closed", reader.text(.pageNotLive)),
                .data("failed", reader.text(.actionFailed)), .data("silent", reader.text(.deviceSilent)),
                problem == nil ? .hidden : nil
            ) { bdi { problem ?? "" } }
            main(.class("stands")) {
                if let deepLink, let first = pagePhones.first { html(of: deepLink, on: first) }
                for pagePhone in pagePhones { PhonePanel(pagePhone).html }
                if let done = pagePhones.first?.tour { TourPanel(done: done, reader: reader).html }
            }
        }
    }

    /// The button that opens what the address names. The script presses it at once.
    @HTMLBuilder private func html(of deepLink: DeepLink, on pagePhone: PagePhone) -> HTML {
        switch deepLink {
        case .opens(let action, let app):
            form(.class("deep-link"), .id("deep-link"), .method(.post), .action(PagePath.phone(pagePhone.number))) {
                actionButton(action, class: "chip") { reader.html(.openApp(app: reader.text(app))) }
            }
        case .unknown(let app):
            p(.class("notice", "deep-link"), .role(.status)) { reader.html(.appNotInstalled(app: app)) }
        }
    }

    /// The links to the other parts, folded so that the phones keep their height.
    private var navigation: HTML {
        details(.class("parts")) {
            summary { reader.text(.desk) }
            nav(.lang("en"), .aria(.label, "Desk")) {
                for part in parts {
                    a(.href(.web(part.address)), part.isCurrent ? .aria(.current, "true") : nil) { part.name }
                }
            }
        }
    }

    private var heading: String { reader.text(pagePhones.count == 1 ? .titleOne : .titleSeveral) }

    private var introduction: String { reader.text(pagePhones.count == 1 ? .introductionOne : .introductionSeveral) }
}

/// The announcement of a screen reader when the screen changes or an overlay appears.
struct ScreenDescription {
    let text: String

    init(_ pagePhone: PagePhone) {
        let (view, reader) = (pagePhone.view, pagePhone.reader)
        text =
            switch view.overlays.last {
            case .sheet(let sheet): reader.text(sheet.heading)
            case .prompt(let prompt) where prompt.way == .faceConsent:
                "\(reader.text(.faceConsent(app: prompt.app))) \(Isolation.isolated(prompt.reason))"
            case .prompt(let prompt):
                (prompt.isRepeated ? reader.text(.notRecognized) + " " : "") + reader.text(prompt.why)
            case .saveQuestion(let question): reader.text(question.isUpdate ? .updatePasswordTitle : .savePasswordTitle)
            case .passwordList: reader.text(.passwords)
            case .upgradeQuestion(let question):
                Self.text(
                    question.progress?.sentences
                        ?? [.message(.weakPasswordTitle(app: question.app))] + question.findings.map(\.sentence), in: reader)
            case .browser: reader.text(.webPage)
            case .accountCode(let code): reader.text(.verificationSpoken(place: code.place, code: code.code))
            case .alert(let alert):
                view.providerFailure.map { Self.text([$0.heading] + $0.lead, in: reader) } ?? Self.text(of: alert)
            case nil: Self.text(of: view.content, in: reader)
            }
    }

    private static func text(_ sentences: [Sentence], in reader: ReaderFormat) -> String {
        sentences.map { reader.text($0) }.joined(separator: " ")
    }

    /// Returns the words of an app's alert.
    private static func text(of alert: AppAlert) -> String { Isolation.isolated("\(alert.title). \(alert.message)") }

    private static func text(of content: PhoneView.Content, in reader: ReaderFormat) -> String {
        switch content {
        case .locked: reader.text(.lockedSpoken)
        case .home: reader.text(.homeScreen)
        case .app(let icon, let screen):
            screen.alert.map { text(of: $0) }
                ?? reader.text(
                    .appScreen(app: icon.id == PhoneView.browser ? reader.text(.browser) : icon.name, title: screen.title))
        case .launching(let icon, let failure):
            reader.text(failure == nil ? .appStarting(app: icon.name) : .appStopped(app: icon.name))
        case .settings(let settings):
            settings.page == .recommendation
                ? settings.recommendation?.progress.map { text($0.sentences, in: reader) }
                    ?? reader.text(.securityRecommendation) : reader.text(settings.page.title)
        case .extensionSheet(let sheet):
            sheet.screen.map { reader.text(.appScreen(app: sheet.app, title: $0.title)) }
                ?? reader.text(.waitingForApp(app: sheet.app))
        case .messages: reader.text(.messages)
        case .mail: reader.text(.mail)
        }
    }
}

/// The addresses of the pages, their assets and their forms.
package enum PagePath {
    /// The page with all phones.
    package static let devices: LocalPath = "/device"
    private static let assets: LocalPath = "/device/assets"
    package static let stylesheet = Stylesheet.device.path(in: assets, name: "device")
    package static let script = Script.device.path(in: assets, name: "device")
    /// The address of the icon, which all parts of `latchkey dev` share.
    package static let icon = VectorImage.latchkey.path(in: assets, name: "latchkey")

    /// Deletes all data and starts again.
    package static let startOver: LocalPath = "/device/start-over"

    /// Returns the path of the page with the phones of a person, by the person's index.
    package static func phones(of person: Int) -> LocalPath {
        person == 0 ? devices : devices.appending(query: "person", String(person + 1))
    }

    /// Returns the path that is the target of a phone's forms.
    package static func phone(_ number: Int) -> LocalPath {
        devices.appending(segment: "phones").appending(segment: String(number))
    }

    /// Returns the path of the server-sent events with a new drawing of the phone after each change.
    package static func live(_ number: Int) -> LocalPath { phone(number).appending(segment: "live") }
    package static func messages(_ number: Int) -> LocalPath { phone(number).appending(segment: "messages") }
    package static func time(_ number: Int) -> LocalPath { phone(number).appending(segment: "time") }
    package static func erasing(_ number: Int) -> LocalPath { phone(number).appending(segment: "erasing") }
    /// Returns the path of the exported credentials, after the user confirmed the export on the phone.
    package static func export(_ number: Int) -> LocalPath { phone(number).appending(segment: "export") }
    /// Returns the path that accepts the text of a file with credentials.
    package static func importing(_ number: Int) -> LocalPath { phone(number).appending(segment: "import") }
    package static func network(_ number: Int) -> LocalPath { phone(number).appending(segment: "network") }
}

extension ScriptPart {
    /// The guided tour, the size of the phones, and the app that the address names.
    static let story: StaticString = #"""

          // A drawing of any phone names all steps that have happened.
          const checkOff = stand => {
            const happened = (stand.dataset.tour ?? "").split(" ");
            for (const step of document.querySelectorAll("#tour .step")) {
              if (!happened.includes(step.dataset.step)) continue;
              step.classList.add("done");
              step.querySelector(".state").hidden = false;
            }
          };
          // Restarted phones begin the story again.
          const beginTourAgain = () => {
            for (const step of document.querySelectorAll("#tour .step")) {
              step.classList.remove("done");
              step.querySelector(".state").hidden = true;
            }
          };

          // A browser can deny the storage.
          const size = {
            get isActual() { try { return localStorage.getItem("phones") === "actual"; } catch { return false; } },
            set isActual(is) { try { localStorage.setItem("phones", is ? "actual" : "fit"); } catch {} }
          };
          const showFit = (isActual = size.isActual) => {
            document.documentElement.classList.toggle("actual", isActual);
            document.getElementById("fit")?.setAttribute("aria-pressed", String(!isActual));
          };
          document.addEventListener("click", event => {
            if (!event.target.closest("#fit")) return;
            const isActual = !document.documentElement.classList.contains("actual");
            size.isActual = isActual;
            showFit(isActual);
          });

          const followDeepLink = () => {
            const link = document.getElementById("deep-link");
            if (!link) return;
            link.requestSubmit(link.querySelector("button"));
            link.remove();
            const address = new URL(location);
            address.searchParams.delete("app");
            history.replaceState(null, "", address);
          };
        """#
}
