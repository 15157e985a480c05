import Chromium
import DeviceSimulator
import Foundation
import ReservedPorts
import Testing

/// A user of a phone in the browser: finds texts, taps and types. Every action waits until it is possible.
struct PhoneVisitor: Sendable {
    let page: Page

    /// A user who looks at the phones that ``PhoneServing`` serves on this port.
    static func visit(
        _ port: ReservedPort, size: PageSize = standardSize, forcedColors: Bool = false
    ) async throws -> PhoneVisitor {
        try await visit(
            PhoneServing.newAddress(at: "http://127.0.0.1:\(port.number)"), size: size, forcedColors: forcedColors)
    }

    static let standardSize = PageSize(width: 1280, height: 1300)

    /// A user who opens an address of phones.
    static func visit(
        _ address: String, size: PageSize = standardSize, forcedColors: Bool = false
    ) async throws -> PhoneVisitor {
        let browser = try #require(SharedBrowser.current)
        let page = try await browser.newPage(size: size, forcedColors: forcedColors)
        try await page.open(address)
        let visitor = PhoneVisitor(page: page)
        try await visitor.wait(for: "the script", "document.documentElement.classList.contains('live')")
        return visitor
    }

    /// Serves phones while `body` runs. The user of earlier phones stays on the page.
    static func visited(
        _ port: ReservedPort, while phones: [Phone], _ body: @escaping @Sendable (PhoneVisitor) async throws -> Void
    ) async throws -> PhoneVisitor {
        let (visitors, arrival) = AsyncStream<PhoneVisitor>.makeStream()
        try await PhoneServing.serve(phones, on: port) {
            let visitor = try await visit(port)
            arrival.yield(visitor)
            try await body(visitor)
        }
        arrival.finish()
        for await visitor in visitors { return visitor }
        throw Missing(what: "a user", seen: "")
    }

    /// Taps the element with this text or name on or below a phone, with the mouse.
    func tap(_ name: String, on phone: Int = 1) async throws {
        for attempt in 1... {
            try await wait(for: "a button “\(name)”", Self.mark(name, phone))
            do {
                try await page.click("[data-to-tap]")
                // A new drawing may have moved another element under the mouse.
                if try await page.evaluate("window.missesTap !== true").boolean == true || attempt >= 20 { return }
            } catch BrowserError.noElement where attempt < 20 {
                // A new drawing replaced the element.
            }
        }
    }

    /// Waits until this text is visible on a phone.
    func sees(_ text: String, on phone: Int = 1) async throws {
        try await wait(
            for: "“\(text)”", "document.querySelector('#phone-\(phone) .screen').innerText.includes(\(Self.quoted(text)))")
    }

    /// Waits until this text is no longer visible.
    func seesNoMore(_ text: String, on phone: Int = 1) async throws {
        try await wait(
            for: "no “\(text)”", "!document.querySelector('#phone-\(phone) .screen').innerText.includes(\(Self.quoted(text)))")
    }

    /// Clicks into the app's field with this name, and types.
    func type(_ text: String, into field: String, on phone: Int = 1) async throws {
        try await focus(field, on: phone)
        try await page.type(text)
        try await wait(for: "the text in “\(field)”", "\(Self.field(field, phone))?.getAttribute('value') === \(Self.quoted(text))")
    }

    /// Clicks into the app's field with this name, and waits until the phone focuses it.
    func focus(_ field: String, on phone: Int = 1) async throws {
        try await wait(
            for: "a field “\(field)”", "!!\(Self.field(field, phone)) && !\(Self.field(field, phone)).closest('[inert]')")
        try await page.click("#phone-\(phone) input[data-field='\(field)']")
        try await wait(for: "the focus in “\(field)”", "\(Self.field(field, phone))?.dataset.focused === 'true'")
    }

    /// Waits until the app's field with this name contains a text.
    func field(_ field: String, holds text: String, on phone: Int = 1) async throws {
        try await wait(for: "“\(text)” in “\(field)”", "\(Self.field(field, phone))?.value === \(Self.quoted(text))")
    }

    /// Replaces the address in the phone's visible browser, and presses Return.
    func browse(_ address: String, on phone: Int = 1) async throws {
        try await focus("address", on: phone)
        try await page.fill("#phone-\(phone) input[data-field=address]", address)
        try await wait(
            for: "the address on the phone", "\(Self.field("address", phone))?.getAttribute('value') === \(Self.quoted(address))")
        try await page.press(.enter)
    }

    /// Waits until the expression is true, and evaluates it after each change of the page.
    func wait(for what: String, _ expression: String) async throws {
        let promise = """
            new Promise(done => {
              const look = () => {
                let is = false;
                try { is = \(expression); } catch {}
                if (is) { watch.disconnect(); done(true); }
              };
              const watch = new MutationObserver(look);
              watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
              document.addEventListener("input", look);
              look();
            })
            """
        do {
            _ = try await page.evaluate(promise)
        } catch BrowserError.deadline {
            let seen =
                try await page.evaluate("[...document.querySelectorAll('.screen')].map(s => s.innerText).join('\\n---\\n')").string
                ?? ""
            let notice =
                try await page.evaluate(
                    "[...document.querySelectorAll('#notice, .stand-notice')].map(n => n.textContent).join(' ')"
                )
                .string ?? ""
            throw Missing(what: what, seen: notice + "\n" + seen)
        }
    }

    /// Waits until the notice on a phone contains a text.
    func notices(_ text: String, on phone: Int = 1) async throws {
        try await wait(
            for: "the notice “\(text)”",
            "document.querySelector('#phone-\(phone) .stand-notice > p:not([hidden])').textContent.includes(\(Self.quoted(text)))")
    }

    /// Waits until a phone has no notice.
    func noticesNothing(on phone: Int = 1) async throws {
        try await wait(for: "no notice", "document.querySelector('#phone-\(phone) .stand-notice > p').hidden")
    }

    /// Records an issue for every problem that the browser reported.
    func expectNoRemarks(_ location: SourceLocation = #_sourceLocation) async throws {
        let remarks = try await page.consoleMessages.map(\.description) + page.issues.map(\.description)
        #expect(remarks == [], sourceLocation: location)
    }

    struct Missing: Error, CustomStringConvertible {
        let what: String
        let seen: String
        var description: String { "timed out waiting for \(what); visible:\n\(seen)" }
    }

    private static func field(_ name: String, _ phone: Int) -> String {
        "document.querySelector(\"#phone-\(phone) input[data-field='\(name)']\")"
    }

    /// An expression that marks the button, and evaluates to whether it exists.
    private static func mark(_ name: String, _ phone: Int) -> String {
        """
        (() => {
          for (const old of document.querySelectorAll("[data-to-tap]")) old.removeAttribute("data-to-tap");
          const named = [...document.querySelectorAll("#phone-\(phone) button, #phone-\(phone) label, #phone-\(phone) summary")].filter(e =>
            !e.disabled && !e.closest("[inert]") && !e.classList.contains("visually-hidden")
            && ((e.getAttribute("aria-label") ?? "").replace(/[\\u2066-\\u2069]/g, "") === \(quoted(name)) || e.innerText.split("\\n").map(l => l.trim()).includes(\(quoted(name)))));
          const found = named.at(0);
          if (found) {
            found.setAttribute("data-to-tap", "");
            window.missesTap = true;
            found.addEventListener("click", () => { window.missesTap = false; }, { once: true, capture: true });
          }
          return !!found;
        })()
        """
    }

    private static func quoted(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }
}
