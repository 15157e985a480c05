import Browsers
import Testing

extension BrowserPage {
    /// Presses Tab until the focus was on everything that a user can operate, and checks that each place shows the focus.
    func expectKeyboardReach(_ state: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let count = try await evaluate(KeyboardReach.mark).number.map { Int($0) } ?? 0
        var left = count
        var hidden: Set<String> = []
        // More than once, because the focus may begin in the middle of the page, and frames in it have places too.
        for _ in 0..<(3 * count + 24) where left > 0 {
            try await pressTab()
            let step = try await evaluate(KeyboardReach.step).array ?? []
            left = step.first?.number.map { Int($0) } ?? 0
            if let element = step.last?.string, !element.isEmpty { hidden.insert(element) }
        }
        let missed = try await evaluate("[...document.querySelectorAll('[data-to-reach]')].map(e => e.outerHTML.slice(0, 100))")
        #expect(missed == [], "\(state): not reached", sourceLocation: sourceLocation)
        #expect(hidden == [], "\(state): no visible focus", sourceLocation: sourceLocation)
    }
}

/// The scripts of the walk.
private enum KeyboardReach {
    /// Marks what Tab must reach, and returns its number. Of radio buttons with the same name Tab reaches one.
    ///
    /// A script can move the focus again before ``step`` sees it, as that of the phones does with a field that the device does not focus.
    static let mark = """
        (() => {
            document.addEventListener("focusin", event => event.target.removeAttribute("data-to-reach"))
            document.activeElement.blur()
            // A list that refreshes would lose its marks.
            for (const list of document.querySelectorAll("[data-live]")) list.removeAttribute("data-live")
            const names = new Set()
            const found = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(e => {
                if (e.tabIndex < 0 || e.disabled || e.type === "hidden" || e.closest("[inert]")) return false
                if (!e.checkVisibility({ visibilityProperty: true })) return false
                if (e.type !== "radio") return true
                return !names.has(e.name) && !!names.add(e.name)
            })
            for (const e of found) e.setAttribute("data-to-reach", "")
            return found.length
        })()
        """

    /// Removes the mark of the focused element. Returns the number of the remaining marks, and the element if it does not show the focus.
    static let step = """
        (() => {
            const e = document.activeElement
            const marked = e.type === "radio" ? document.querySelector(`[type=radio][name="${e.name}"][data-to-reach]`) : e
            marked?.removeAttribute("data-to-reach")
            const isShown = [e, e.closest("label"), e.parentElement].some(place => {
                const style = place && getComputedStyle(place)
                return style && (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== "none")
            })
            const isFine = isShown || ["body", "html", "iframe"].includes(e.localName)
            return [document.querySelectorAll("[data-to-reach]").length, isFine ? "" : e.outerHTML.slice(0, 100)]
        })()
        """
}
