import AccountServer
import AppleIdentityEmulator
import Chromium
import Mail
import TestKit
import Testing

extension Walk {
    /// The desk of `latchkey dev`, with a trace that failed, and the pages for developers.
    static let desk = Walk("the desk", principal: ["/", "a trace"]) { appearance, look in
        let stage = DeskStage()
        let mail = MailConfiguration(from: try MailAddress("a@example.com"), destination: .custom(stage.mailbox))
        try await Scene.run(host: "localhost", desk: stage.desk, mail: stage.mail, adjust: { $0.mail = mail }) { scene in
            let anna = try await scene.newVisitor(appearance)
            let pages = try await stage.pages(for: anna)
            let trace = stage.recordFailedSignIn()
            stage.recordSignIn()
            try await anna.look(at: pages + ["/dev/timeline?app=none", "/dev/timeline/opened"], look)
            try await anna.open(trace)
            try await anna.page.openSections()
            try await look(anna, "a trace")

            try await anna.open("/account/addresses/new")
            try await anna.page.fill("#email", "anna@example.com")
            try await anna.submit()
            await scene.site.system.sendMail()
            try await anna.open(stage.mail.newAddress(at: ""))
            try await anna.page.openSections()
            try await look(anna, "the mailbox")
            try await anna.look(at: ["/dev/mail/templates", "/tools/passkeys", "/docs/api"], look)

            // This signs the visitor out.
            let account = try #require(pages.first { $0.hasPrefix("/dev/accounts/") })
            try await anna.open(account)
            try await anna.follow("form[action$='/end-sessions'] button")
            try await look(anna, "ended sessions")
        }
    }

    /// The console of Apple's emulated service, and the pages of its people.
    static let emulator = Walk("the emulator", principal: ["/", "/console"]) { appearance, look in
        try await EmulatorStage.run(appearance) { emulator, visitor in
            try await visitor.look(at: try await EmulatorStage.paths(of: emulator) + ["/console/log?endpoint=none"], look)
            emulator.service.clock.advance(by: 300)
            try await visitor.look(at: ["/console", "/console/log"], look)
            try await visitor.page.openSections()
            try await look(visitor, "an open request of the log")
            try await visitor.open("/console/service-state")
            try await visitor.page.fill("#time", "tomorrow")
            try await visitor.follow("form.fields[action$='/clock'] button")
            try await look(visitor, "a rejected time")
            guard Soak.isFull else { return }
            let team = try #require(emulator.service.teams.first).id
            for action in ["remove", "revoke-key"] {
                try await visitor.open("/console/team/\(team)")
                try await visitor.page.openSections()
                try await visitor.follow("form[action$='/\(action)'] button")
                try await look(visitor, "the question before \(action)")
            }
        }
    }
}

extension Page {
    /// Opens everything that can be unfolded.
    func openSections() async throws {
        try await evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
    }
}
