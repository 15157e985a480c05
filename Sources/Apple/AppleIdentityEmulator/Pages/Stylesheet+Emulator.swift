import Markup

extension Stylesheet {
    /// The stylesheet of all pages of the emulator, served at ``PagePath/stylesheet``.
    static let emulator = Stylesheet(base, frame, forms, lists, sheet)

    /// The colours and fonts. The contrast of text is at least 4.5:1 (WCAG 2.2, 1.4.3), that of field borders 3:1 (1.4.11), in
    /// light and dark mode.
    private static let base: StaticString = """
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
        [dir="rtl"] h1, [dir="rtl"] .device h2 { letter-spacing: normal; }
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

    /// The banner, the navigation and the card. On a phone, the card fills the page.
    private static let frame: StaticString = """
        .stripe { padding: 0.5rem 1.25rem; background: var(--stripe); color: var(--on-stripe); font-size: 0.875rem; line-height: 1.4; text-align: center; }
        .stripe strong { font-weight: 650; }
        .clock { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0.5rem 1rem; padding: 0.5rem 1.25rem; background: var(--danger-tint); color: var(--ink); border-bottom: 1px solid var(--danger); }
        .frame { max-width: 27rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
        .frame.wide { max-width: 62rem; }
        .ways { display: flex; gap: 0 1.25rem; margin: 0 -1.25rem; padding: 0.75rem 1.25rem 0; overflow-x: auto; overflow-wrap: normal; white-space: nowrap; }
        .ways a { flex: none; display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--ink-soft); font-weight: 550; text-decoration: none; }
        .ways a:hover { color: var(--accent); text-decoration: underline; }
        .ways a:focus-visible { outline-offset: -3px; }
        .ways a[aria-current] { color: var(--ink); box-shadow: inset 0 -2px 0 var(--accent); }
        main { padding: 1.5rem 0 0; }
        .lead { margin-top: 0.5rem; color: var(--ink-soft); }
        .lead strong { color: var(--ink); font-weight: 600; }
        .aside { margin-top: 1.25rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .error-text { margin-top: 1rem; padding: 0.75rem 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.625rem; }
        .reference { margin-top: 1.5rem; padding-top: 0.875rem; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 0.875rem; }
        @media (min-width: 36rem) {
          .frame.narrow { padding-top: clamp(1rem, 8vh, 5.5rem); }
          .frame.narrow main {
            padding: 2rem 2.25rem 2.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.25rem; box-shadow: var(--shadow);
          }
        }

        """

    /// The fields and buttons. Every control is at least 44 pixels high (WCAG 2.2, 2.5.5).
    private static let forms: StaticString = """
        .fields { display: grid; gap: 1.125rem; margin-top: 1.375rem; }
        .field { display: grid; gap: 0.375rem; }
        .field label { font-weight: 550; }
        legend { padding: 0 0 0.25rem; font-weight: 650; }
        .problem + .lead { margin-top: 1rem; }
        .pair { display: grid; gap: 1.125rem; }
        @media (min-width: 26rem) { .pair { grid-template-columns: 1fr 1fr; gap: 0.875rem; } }
        .hint { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        input[type="text"], input[type="email"], input[type="search"], input[type="url"], input:not([type]), select {
          width: 100%; min-height: 2.875rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.625rem;
        }
        input:focus-visible { outline-offset: 0; border-radius: 0.625rem; }
        input[aria-invalid="true"], select[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
        input.code { font: 600 1.5rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.35em; text-align: center; }
        .at-field { color: var(--danger); font-weight: 550; }
        main > .problem:first-child { margin: 0 0 1rem; }
        .problem { margin-top: 1rem; padding: 0.75rem 1rem; color: var(--danger); background: var(--danger-tint); border: 1px solid var(--danger); border-radius: 0.625rem; font-weight: 550; }
        fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: grid; gap: 0.5rem; }
        .choice { display: flex; align-items: flex-start; gap: 0.75rem; min-height: 2.75rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--sheet); cursor: pointer; }
        .choice:hover { border-color: var(--edge); }
        .choice:has(input:checked) { border-color: var(--accent); background: var(--accent-tint); }
        .choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
        .choice .text { display: grid; min-width: 0; }
        .choice .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.4; font-weight: 400; }
        .button {
          display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 2.875rem; padding: 0.5rem 1.25rem;
          font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 0.625rem;
        }
        .button:hover { color: var(--on-accent); background: var(--accent-deep); }
        .button:focus-visible { border-radius: 0.625rem; }
        .button.quiet { color: var(--accent); background: transparent; border-color: var(--edge); }
        .button.quiet:hover { color: var(--accent-deep); background: var(--accent-tint); border-color: currentcolor; }
        .button.quiet.danger { color: var(--danger); }
        .button.quiet.danger:hover { color: var(--danger-deep); background: var(--danger-tint); }
        .button.small { width: auto; min-height: 2.75rem; padding: 0.375rem 0.875rem; font-size: 0.9375rem; white-space: nowrap; }
        .button[hidden] { display: none; }
        .buttons { display: grid; gap: 0.625rem; margin-top: 1.375rem; }
        .fields + .buttons { margin-top: 0.625rem; }
        .split { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
        .split .button { padding-inline: 0.5rem; }
        .card .fields > .button, .rows .fields > .button { justify-self: start; width: auto; min-width: 9rem; }
        @media (prefers-reduced-motion: no-preference) {
          .button, .choice, .row { transition: background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out; }
        }

        """

    /// The rows of objects with their buttons, the tables and the badges.
    private static let lists: StaticString = """
        .wide section { margin-top: 2rem; }
        .rows { margin: 0.75rem 0 0; padding: 0; list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: var(--shadow); }
        .rows > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.625rem 1rem; padding: 0.875rem 1.125rem; }
        .rows > li + li { border-top: 1px solid var(--line); }
        .rows .empty { color: var(--ink-soft); }
        .what { flex: 1 1 15rem; min-width: 0; }
        .name { font-weight: 600; }
        .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        .acts { display: flex; flex-wrap: wrap; gap: 0.5rem; }
        .badge {
          display: inline-block; padding: 0 0.5rem; border-radius: 1rem; background: var(--accent-tint); color: var(--accent);
          font-size: 0.8125rem; font-weight: 600; line-height: 1.5rem;
        }
        .badge.good { background: var(--good-tint); color: var(--good); }
        .badge.bad { background: var(--danger-tint); color: var(--danger); }
        .card { margin-top: 0.75rem; padding: 1.125rem 1.25rem 1.25rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: var(--shadow); }
        .card .fields { margin-top: 0.75rem; }
        .grid { display: grid; gap: 0.75rem; margin-top: 0.75rem; }
        .grid > .card { margin: 0; }
        @media (min-width: 48rem) { .grid { grid-template-columns: 1fr 1fr; } }
        .facts { display: grid; grid-template-columns: minmax(0, auto) minmax(0, 1fr); gap: 0.25rem 1rem; margin-top: 0.5rem; }
        .facts dt { color: var(--ink-soft); }
        .name .detail { font-weight: 400; }
        .copyable { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; max-width: 100%; }
        .copyable code { min-width: 0; overflow-wrap: anywhere; }
        @media (max-width: 29.99rem) { .facts { grid-template-columns: minmax(0, 1fr); } .button.small { white-space: normal; } }
        .filter { display: grid; gap: 0.875rem; align-items: end; margin-top: 0.75rem; }
        @media (min-width: 48rem) { .filter { grid-template-columns: 1fr 1fr 2fr auto; } }
        .log { width: 100%; margin-top: 0.75rem; border-collapse: collapse; background: var(--sheet); border: 1px solid var(--line); text-align: start; }
        .log th, .log td { padding: 0.5rem 0.875rem; text-align: start; vertical-align: top; }
        .log th { color: var(--ink-soft); font-size: 0.875rem; font-weight: 600; }
        .log tbody tr { border-top: 1px solid var(--line); }
        .log summary { min-height: 2.75rem; padding: 0.5rem 0; cursor: pointer; }
        .log time { white-space: nowrap; }
        .log h2 { margin-top: 0.75rem; font-size: 0.9375rem; }
        .empty-log { margin-top: 0.75rem; color: var(--ink-soft); }
        pre.curl, pre.settings { white-space: pre-wrap; overflow-wrap: anywhere; }
        @media (max-width: 47.99rem) {
          .log, .log tbody, .log tr, .log td { display: block; }
          .log thead { display: none; }
          .log td { padding: 0.25rem 0.875rem; }
        }
        .card p + p { margin-top: 0.5rem; }
        pre { margin-top: 0.75rem; padding: 0.875rem 1rem; overflow-x: auto; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.625rem; font: 0.875rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: normal; }
        .letter pre { white-space: pre-wrap; overflow-wrap: anywhere; }
        .note { margin-top: 1rem; padding: 0.75rem 1rem; background: var(--good-tint); border: 1px solid var(--good); border-radius: 0.625rem; }
        @media (forced-colors: active) { .badge, .clock, .note, .problem { border: 1px solid; } }

        """

    /// The sign-in sheet: the app, the list of accounts, and the trusted device.
    private static let sheet: StaticString = """
        .asker { display: flex; align-items: center; gap: 0.875rem; margin-bottom: 1.25rem; }
        .tile { flex: none; display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 0.875rem; background: var(--accent); color: var(--on-accent); font-size: 1.375rem; font-weight: 650; }
        .asker p { min-width: 0; line-height: 1.35; }
        .accounts { display: grid; gap: 0.5rem; margin-top: 1.375rem; padding: 0; list-style: none; }
        .row {
          display: flex; align-items: center; gap: 0.875rem; width: 100%; min-height: 3.5rem; padding: 0.5rem 0.875rem; font: inherit; text-align: start; cursor: pointer;
          color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 0.75rem;
        }
        .row:hover { border-color: var(--accent); background: var(--accent-tint); }
        .row:focus-visible { border-radius: 0.75rem; }
        .row .text { flex: 1; display: grid; min-width: 0; line-height: 1.35; }
        .row .detail { font-weight: 400; }
        .face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: var(--accent-tint); color: var(--accent); font-weight: 650; }
        .row:hover .face { background: var(--sheet); }
        .or { margin-top: 1.5rem; }
        .device { margin-top: 1.5rem; padding: 1rem 1.125rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 0.875rem; }
        .device h2 { font-size: 0.8125rem; color: var(--ink-soft); font-weight: 600; letter-spacing: 0.02em; text-transform: uppercase; }
        .device .digits { margin-top: 0.375rem; font: 600 1.75rem/1.3 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.2em; }
        .device .detail { margin-top: 0.125rem; }

        """
}
