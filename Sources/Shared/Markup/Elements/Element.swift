func element(
    _ name: StaticString, _ attributes: [HTMLAttribute?], layout: HTMLLayout = .block, @HTMLBuilder content: () -> HTML
) -> HTML {
    HTML(nodes: [
        .element(
            HTMLElement(name: name, layout: layout, attributes: attributes.compactMap { $0 }, children: content().nodes))
    ])
}

func voidElement(_ name: StaticString, _ attributes: [HTMLAttribute?], layout: HTMLLayout = .void) -> HTML {
    HTML(nodes: [.element(HTMLElement(name: name, layout: layout, attributes: attributes.compactMap { $0 }, children: []))])
}
