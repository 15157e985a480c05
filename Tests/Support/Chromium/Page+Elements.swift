import Foundation

extension Page {
    /// Returns the visible text of the first element that matches the selector.
    package func text(_ selector: String) async throws -> String {
        try await read("text", selector, "function () { return this.innerText }")
    }

    /// Returns the value of the first field that matches the selector.
    package func value(_ selector: String) async throws -> String {
        try await read("value", selector, "function () { return this.value }")
    }

    /// Returns an attribute of the first element that matches the selector; nil if it is missing.
    package func attribute(_ name: String, of selector: String) async throws -> String? {
        try await operation("attribute \(selector)") { page in
            let element = try await page.element(selector)
            return try await page.call(
                "function (name) { return this.getAttribute(name) }", on: element, [.string(name)]
            ).string
        }
    }

    /// Returns the number of elements that match the selector.
    package func count(_ selector: String) async throws -> Int {
        try await operation("count \(selector)") { page in
            let selector = try page.quoted(selector)
            return try await page.result(of: "document.querySelectorAll(\(selector)).length").number.map { Int($0) } ?? 0
        }
    }

    /// Returns the value of a JavaScript expression, by value, after waiting for a promise. Works on pages without script too,
    /// where promises do not settle.
    @discardableResult
    package func evaluate(_ expression: String) async throws -> ProtocolValue {
        try await operation("evaluate") { try await $0.result(of: expression) }
    }

    /// The URL in the address bar.
    package var url: String {
        get async throws { try await operation("url") { try await $0.result(of: "location.href").string ?? "" } }
    }

    /// The HTTP status of the current document; nil if it was not loaded over HTTP.
    package var status: Int? { events.now.status }

    private func read(_ name: String, _ selector: String, _ function: String) async throws -> String {
        try await operation("\(name) \(selector)") { page in
            let element = try await page.element(selector)
            return try await page.call(function, on: element).string ?? ""
        }
    }

    /// Returns the browser's id of the first element that matches the selector.
    func element(_ selector: String) async throws -> ProtocolValue {
        let expression = "document.querySelector(\(try quoted(selector)))"
        let answer = try await send("Runtime.evaluate", ["expression": .string(expression)])
        guard let identifier = answer["result"]?["objectId"] else {
            let place = try await result(of: "location.href").string ?? ""
            throw BrowserError.noElement(selector: selector, reason: "nothing matches on \(place.prefix(200))")
        }
        return identifier
    }

    func call(_ function: String, on element: ProtocolValue, _ arguments: [ProtocolValue] = []) async throws -> ProtocolValue {
        let answer = try await send(
            "Runtime.callFunctionOn",
            [
                "objectId": element, "functionDeclaration": .string(function), "returnByValue": true,
                "arguments": .array(arguments.map { ["value": $0] }),
            ])
        return answer["result"]?["value"] ?? .null
    }

    func result(of expression: String) async throws -> ProtocolValue {
        let answer = try await send(
            "Runtime.evaluate", ["expression": .string(expression), "returnByValue": true, "awaitPromise": true])
        if let details = answer["exceptionDetails"] {
            let thrown = details["exception"]?["description"]?.string ?? details["text"]?.string ?? ""
            throw BrowserError.script(expression: expression, thrown: thrown)
        }
        return answer["result"]?["value"] ?? .null
    }

    /// A JSON string is a JavaScript string.
    private func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
}
