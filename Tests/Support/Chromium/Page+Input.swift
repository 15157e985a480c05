extension Page {
    /// Replaces the value of the field by `text`, like typing over the selected text: the page gets real input events.
    package func fill(_ selector: String, _ text: String) async throws {
        try await operation("fill \(selector)") { page in
            try await page.withElement(selector) { try await page.send("DOM.focus", ["objectId": $0]) }
            try await page.key(.selectAll)
            if text.isEmpty {
                try await page.key(.delete)
            } else {
                try await page.send("Input.insertText", ["text": .string(text)])
            }
        }
    }

    /// Types text at the caret, in the focused element.
    package func type(_ text: String) async throws {
        try await operation("type") { page in
            _ = try await page.send("Input.insertText", ["text": .string(text)])
        }
    }

    /// Scrolls the first element that matches the selector into view, and clicks on its middle with the left button.
    package func click(_ selector: String) async throws {
        try await operation("click \(selector)") { page in
            let (x, y) = try await page.withElement(selector) { element in
                try await page.send("DOM.scrollIntoViewIfNeeded", ["objectId": element])
                return try await page.middle(of: element, selector)
            }
            for (type, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
                try await page.send(
                    "Input.dispatchMouseEvent",
                    [
                        "type": .string(type), "x": .number(x), "y": .number(y),
                        "button": type == "mouseMoved" ? "none" : "left", "buttons": .number(Double(buttons)),
                        "clickCount": type == "mouseMoved" ? 0 : 1,
                    ])
            }
        }
    }

    /// Presses and releases a key in the focused element.
    package func press(_ key: Key) async throws {
        try await operation("press \(key.name)") { try await $0.key(key) }
    }

    package func pressTab() async throws { try await press(.tab) }

    /// Performs an action on the first element that matches the selector. A page that redraws may remove the element between
    /// finding and using it. The browser then rejects the action, or the element has no box, and the action is repeated a few times
    /// with the new element.
    @discardableResult
    private func withElement<Result>(_ selector: String, _ use: (ProtocolValue) async throws -> Result) async throws -> Result {
        for _ in 1..<5 {
            let element = try await element(selector)
            do { return try await use(element) } catch BrowserError.rejected {} catch BrowserError.noElement {}
        }
        return try await use(try await element(selector))
    }

    private func middle(of element: ProtocolValue, _ selector: String) async throws -> (x: Double, y: Double) {
        let quads = try await send("DOM.getContentQuads", ["objectId": element])["quads"]?.array ?? []
        let corners = quads.first?.array?.compactMap(\.number) ?? []
        guard corners.count == 8 else { throw BrowserError.noElement(selector: selector, reason: "it is not visible") }
        return (
            x: (corners[0] + corners[2] + corners[4] + corners[6]) / 4,
            y: (corners[1] + corners[3] + corners[5] + corners[7]) / 4
        )
    }

    private func key(_ key: Key) async throws {
        var parameters: [String: ProtocolValue] = [
            "key": .string(key.name), "code": .string(key.code), "windowsVirtualKeyCode": .number(Double(key.number)),
            "modifiers": .number(Double(key.modifiers)), "commands": .array(key.commands.map { .string($0) }),
        ]
        if let text = key.text { parameters["text"] = .string(text) }
        parameters["type"] = key.text == nil ? "rawKeyDown" : "keyDown"
        try await send("Input.dispatchKeyEvent", .object(parameters))
        parameters["type"] = "keyUp"
        parameters["commands"] = []
        parameters["text"] = nil
        try await send("Input.dispatchKeyEvent", .object(parameters))
    }
}

/// A key with a function instead of a letter.
package struct Key: Sendable {
    /// The name and code of the key as in UI Events, and its legacy key code.
    let name: String
    let code: String
    let number: Int
    /// Its text; nil if it has none.
    var text: String?
    var modifiers = 0
    /// The editing commands of the key.
    var commands: [String] = []

    package static let enter = Key(name: "Enter", code: "Enter", number: 13, text: "\r")
    package static let space = Key(name: " ", code: "Space", number: 32, text: " ")
    package static let tab = Key(name: "Tab", code: "Tab", number: 9)
    package static let shiftTab = Key(name: "Tab", code: "Tab", number: 9, modifiers: 8)
    package static let escape = Key(name: "Escape", code: "Escape", number: 27)
    package static let backspace = Key(name: "Backspace", code: "Backspace", number: 8)
    package static let delete = Key(name: "Delete", code: "Delete", number: 46)
    package static let up = Key(name: "ArrowUp", code: "ArrowUp", number: 38)
    package static let down = Key(name: "ArrowDown", code: "ArrowDown", number: 40)
    package static let paste = Key(name: "v", code: "KeyV", number: 86, modifiers: 2, commands: ["paste"])
    static let selectAll = Key(name: "a", code: "KeyA", number: 65, modifiers: 2, commands: ["selectAll"])
}
