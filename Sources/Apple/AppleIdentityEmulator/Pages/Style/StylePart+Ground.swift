extension StylePart {
    /// Colours and type. Pairs of text and ground keep 4.5:1 (WCAG 2.2, 1.4.3), edges of fields 3:1 (1.4.11), in light and dark.
    static let ground: StaticString = """
        :root {
          color-scheme: light dark;
          --paper: #eef0f5;
          --sheet: #ffffff;
          --sunk: #f5f6fa;
          --ink: #1a1d26;
          --ink-soft: #565d6d;
          --line: #dde0e8;
          --edge: #838a9b;
          --accent: #3a48b8;
          --accent-deep: #2a3591;
          --accent-tint: #e9ecfb;
          --on-accent: #ffffff;
          --stripe: #262b45;
          --on-stripe: #e8eaf6;
          --danger: #ab2430;
          --danger-deep: #861722;
          --danger-tint: #fbebec;
          --on-danger: #ffffff;
          --good: #1d6b45;
          --good-tint: #e4f3ea;
          --shadow: 0 1px 2px rgb(28 32 52 / 6%), 0 16px 40px -16px rgb(28 32 52 / 18%);
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #11131a;
            --sheet: #1a1d27;
            --sunk: #14171f;
            --ink: #eceef5;
            --ink-soft: #a8aebd;
            --line: #2f3442;
            --edge: #767d90;
            --accent: #a6b1ff;
            --accent-deep: #c3cbff;
            --accent-tint: #262c49;
            --on-accent: #12183f;
            --stripe: #262b45;
            --on-stripe: #dfe3fa;
            --danger: #ff9aa2;
            --danger-deep: #ffb8be;
            --danger-tint: #3d1f24;
            --on-danger: #3a0a10;
            --good: #7fd6a6;
            --good-tint: #1b3529;
            --shadow: none;
          }
        }

        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0;
          background: var(--paper);
          color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Cantarell, Ubuntu, "Noto Sans", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; }
        p { text-wrap: pretty; }
        h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.012em; text-wrap: balance; }
        h2 { font-size: 1.125rem; line-height: 1.4; font-weight: 650; }
        h3 { font-size: 1rem; line-height: 1.4; font-weight: 650; }
        a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
        a:hover { color: var(--accent-deep); text-decoration-thickness: 2px; }
        code { font: 0.9375em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
        .visually-hidden {
          position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0;
          overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }

        """
}
