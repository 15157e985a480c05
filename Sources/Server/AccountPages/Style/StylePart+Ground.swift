extension StylePart {
    /// Colours and type. Pairs of text and ground keep 4.5:1 (WCAG 2.2, 1.4.3), edges of fields 3:1 (1.4.11), in light and dark.
    static let ground: StaticString = """
        :root {
          color-scheme: light dark;
          --paper: #f5f4ef;
          --sheet: #fffefc;
          --ink: #1d2523;
          --ink-soft: #565f5b;
          --line: #e2e0d8;
          --edge: #858c87;
          --accent: #0b6656;
          --accent-deep: #084e42;
          --accent-tint: #e3f0ec;
          --on-accent: #ffffff;
          --danger: #a92a1d;
          --danger-deep: #861d12;
          --danger-tint: #fbece8;
          --on-danger: #ffffff;
          --caution: #7a5200;
          --caution-tint: #faf0d9;
          --shadow: 0 1px 2px rgb(40 38 30 / 5%), 0 12px 32px -12px rgb(40 38 30 / 12%);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #131715;
            --sheet: #1b201e;
            --ink: #ecefec;
            --ink-soft: #a7b0ab;
            --line: #303734;
            --edge: #78827d;
            --accent: #74d3bc;
            --accent-deep: #97e2cf;
            --accent-tint: #1e3831;
            --on-accent: #05251d;
            --danger: #ff9d8e;
            --danger-deep: #ffb9ae;
            --danger-tint: #3b211d;
            --on-danger: #35100a;
            --caution: #e9bd66;
            --caution-tint: #35290f;
            --shadow: none;
          }
        }

        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0;
          background: var(--paper);
          color: var(--ink);
          font: 1rem/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Adwaita Sans", Cantarell, Ubuntu, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1, h2, p, ul, ol { margin: 0; }
        p { text-wrap: pretty; }
        h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
        h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 650; }
        a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
        a:hover { color: var(--accent-deep); text-decoration-thickness: 2px; }
        code { font: 0.9375em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 0.25rem; }
        .visually-hidden {
          position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0;
          overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }

        """
}
