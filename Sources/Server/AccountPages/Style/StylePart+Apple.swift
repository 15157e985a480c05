extension StylePart {
    /// The button that leads to Apple: its colours are Apple's to decide, not the site's.
    static let apple: StaticString = """
        .choice { margin-top: 1.25rem; }
        .or { display: flex; align-items: center; gap: 0.75rem; margin-bottom: 1.25rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .or::before, .or::after { content: ""; flex: 1; height: 1px; background: var(--edge); }
        .button.apple { gap: 0.5rem; font-weight: 500; font-size: 1.1875rem; }
        .button.apple, .button.apple:hover { color: #fff; background: #000; border-color: #000; }
        .button.apple.white, .button.apple.white:hover { color: #000; background: #fff; border-color: #fff; }
        .button.apple.outline, .button.apple.outline:hover { color: #000; background: #fff; border-color: #000; }
        .button.apple:hover { text-decoration: underline; text-underline-offset: 0.2em; }
        .button.apple .logo { display: none; }
        @supports (font: -apple-system-body) { .button.apple .logo { display: inline; } .button.apple .logo::before { content: "\\F8FF"; } }
        @media (prefers-color-scheme: dark) {
          .button.apple.automatic, .button.apple.automatic:hover { color: #000; background: #fff; border-color: #fff; }
        }

        """
}
