extension StylePart {
    /// Colours and type. Pairs of text and ground keep 4.5:1 (WCAG 2.2, 1.4.3), in light and dark.
    static let ground: StaticString = """
        :root {
          color-scheme: light dark;
          --paper: #e9ebf1; --paper-end: #f6f7fa; --sheet: #ffffff; --ink: #15171d; --ink-soft: #565c6b; --line: #d5d9e3; --edge: #7d8495;
          --accent: #0a5ccf; --accent-tint: #e4eefc;
          --frame: linear-gradient(135deg, #b9bdc8, #70757f 30%, #9da1ab 55%, #5c6069 80%, #a6abb6);
          --phone-shadow: 0 2px 4px rgb(20 24 40 / 12%), 0 28px 60px -20px rgb(20 24 40 / 45%);
          --ios-ground: #ffffff; --ios-grouped: #f2f2f7; --ios-cell: #ffffff; --ios-sunk: #e9e9ef; --ios-label: #000000; --ios-soft: #63636b;
          --ios-line: #d3d3da; --ios-tint: #0a60d6; --ios-on-tint: #ffffff; --ios-red: #c4202c; --ios-green: #34c759; --ios-off: #d6d6dc;
          --ios-sheet: #f7f7fa; --ios-glass: #fafafd; --ios-keys: #d2d5dc; --ios-key: #ffffff; --ios-key-dark: #abb1bd;
          --ios-bubble: #e7e7ec; --ios-warn: #8a4b00;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0c0e14; --paper-end: #171a23; --sheet: #1a1d27; --ink: #eef0f6; --ink-soft: #a5acbc; --line: #303544; --edge: #757d90;
            --accent: #7fb2ff; --accent-tint: #1d2c47;
            --frame: linear-gradient(135deg, #5c606b, #2b2e35 30%, #4a4e57 55%, #24262c 80%, #555963);
            --phone-shadow: 0 0 0 1px rgb(255 255 255 / 6%), 0 28px 60px -20px rgb(0 0 0 / 80%);
            --ios-ground: #000000; --ios-grouped: #000000; --ios-cell: #1c1c1e; --ios-sunk: #2a2a2d; --ios-label: #ffffff; --ios-soft: #a0a0a8;
            --ios-line: #3a3a3d; --ios-tint: #4aa3ff; --ios-on-tint: #001a38; --ios-red: #ff6b66; --ios-green: #30d158; --ios-off: #48484c;
            --ios-sheet: #1c1c1e; --ios-glass: #26262a; --ios-keys: #2b2b2e; --ios-key: #6a6a6e; --ios-key-dark: #464649;
            --ios-bubble: #2b2b2e; --ios-warn: #ffb454;
          }
          .sheet, .alert { --ios-cell: #2c2c2f; --ios-sunk: #3a3a3e; --ios-line: #48484c; }
        }

        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; min-height: 100vh; color: var(--ink);
          background: linear-gradient(180deg, var(--paper-end), var(--paper) 36rem) no-repeat var(--paper);
          font: 1rem/1.4 -apple-system, BlinkMacSystemFont, "SF Pro Text", "Segoe UI", Roboto, Inter, Cantarell, "Helvetica Neue", Arial, sans-serif;
          overflow-wrap: anywhere;
        }
        h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
        ul { list-style: none; }
        fieldset { min-width: 0; margin: 0; border: 0; padding: 0; }
        legend { padding: 0; }
        button, input { font: inherit; color: inherit; letter-spacing: inherit; }
        button { border: 0; padding: 0; background: none; cursor: pointer; text-align: inherit; }
        button:disabled { cursor: default; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .screen :focus-visible { outline-color: var(--ios-tint); }
        [hidden] { display: none !important; }
        .visually-hidden {
          position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        .glyph { flex: none; width: 1.25em; height: 1.25em; fill: none; stroke: currentcolor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
        .glyph .solid { fill: currentcolor; stroke: none; }
        .secure { -webkit-text-security: disc; }
        .for-script { display: none; }
        .live .for-script { display: grid; }

        """
}
