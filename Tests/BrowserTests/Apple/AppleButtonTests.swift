import Chromium
import Testing

extension InBrowser {
    @Suite("The Sign in with Apple button in a browser")
    struct AppleButtonTests {
        @Test(
            "the button is at least 44 pixels high, as wide as the form's button, and contrasts in light and dark mode",
            arguments: [ColorScheme.light, .dark])
        func drawn(scheme: ColorScheme) async throws {
            try await AppleScene.run { apple in
                for size in [PageSize.phone, .desktop] {
                    let visitor = try await apple.newVisitor(size: size, colorScheme: scheme)
                    for path in ["/sign-in", "/sign-up"] {
                        try await visitor.open(path)
                        let measures = try await visitor.page.evaluate(
                            """
                            (() => {
                                const [apple, own] = [".button.apple", "form .button"].map(s => document.querySelector(s))
                                const box = apple.getBoundingClientRect(), style = getComputedStyle(apple)
                                return [
                                    box.height >= 44, box.width === own.getBoundingClientRect().width, style.color, style.backgroundColor,
                                    document.scrollingElement.scrollWidth - document.documentElement.clientWidth,
                                ]
                            })()
                            """)
                        let (white, black) = (ProtocolValue.string("rgb(255, 255, 255)"), ProtocolValue.string("rgb(0, 0, 0)"))
                        let colors = scheme == .light ? [white, black] : [black, white]
                        #expect(measures.array == [true, true] + colors + [0])
                    }
                }
            }
        }
    }
}
