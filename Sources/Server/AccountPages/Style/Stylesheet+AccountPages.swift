package import Markup

extension Stylesheet {
    /// The stylesheet of all account pages, served at `PagePath.stylesheet`.
    package static let accountPages = Stylesheet(
        StylePart.ground, StylePart.frame, StylePart.forms, StylePart.account, StylePart.apple, StylePart.tools,
        StylePart.domains, StylePart.messages, StylePart.mailbox, StylePart.desk, StylePart.secondFactors, StylePart.passwordFields,
        StylePart.passkeys, StylePart.reference)
}

/// The parts of the stylesheet: common ones, and those for one kind of page.
enum StylePart {
    /// Colors and type. Text has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3) and field borders at least 3:1 (1.4.11), in light
    /// and dark.
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
        [dir="rtl"] h1, [dir="rtl"] .brand { letter-spacing: normal; }
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

    /// The header and the sheet. On a phone the sheet is the whole page; on a larger screen it lies on the background.
    static let frame: StaticString = """
        .frame { max-width: 28rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
        .frame.wide { max-width: 44rem; }
        .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding: 0.75rem 0; }
        .brand {
          display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.75rem;
          color: var(--ink); font-weight: 650; letter-spacing: -0.01em; text-decoration: none;
        }
        .brand:hover { color: var(--accent); }
        .mark { position: relative; flex: none; width: 1.875rem; height: 1.875rem; border-radius: 0.5625rem; background: var(--accent); }
        .mark::before, .mark::after { content: ""; position: absolute; left: 50%; background: var(--on-accent); transform: translateX(-50%); }
        .mark::before { top: 0.4375rem; width: 0.5625rem; height: 0.5625rem; border-radius: 50%; }
        .mark::after { top: 0.8125rem; width: 0.5625rem; height: 0.625rem; clip-path: polygon(35% 0, 65% 0, 100% 100%, 0 100%); }
        .user { margin-inline-start: auto; color: var(--ink-soft); font-size: 0.9375rem; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .narrow .top { flex-wrap: nowrap; }
        .narrow .brand { flex: none; max-width: 70%; }
        .narrow .user { min-width: 0; }
        .sheet { padding: 1.25rem 0 0; }
        .lead { margin-top: 0.625rem; color: var(--ink-soft); overflow: clip; overflow-clip-margin: 0.25rem; }
        .lead + p { margin-top: 0.5rem; }
        .lead strong { color: var(--ink); font-weight: 600; }
        .lead ul { margin-top: 0.5rem; padding-inline-start: 1.25rem; }
        .lead li { padding: 0.125rem 0; }
        .lead li::marker { color: var(--edge); }
        .aside { margin-top: 1.25rem; text-align: center; color: var(--ink-soft); }
        .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 550; }
        .languages { margin-top: 2rem; color: var(--ink-soft); font-size: 0.9375rem; }
        .languages form { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0.625rem; }
        .languages select {
          min-height: 2.75rem; max-width: 100%; padding: 0.375rem 0.75rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem;
        }
        .reference { margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--ink-soft); font-size: 0.875rem; }
        @media (min-width: 36rem) {
          .frame { padding-top: clamp(1rem, 7vh, 5rem); }
          .frame.wide { padding-top: 1.5rem; }
          .frame.narrow .sheet {
            padding: 2.25rem 2.5rem 1.75rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 1.25rem;
            box-shadow: var(--shadow);
          }
          .frame.narrow .sheet > :last-child:not(.aside) { margin-bottom: 0.75rem; }
          .frame.narrow .top { padding: 0.75rem 0.25rem; }
        }

        """

    /// Fields, buttons and errors. Every click or tap target is at least 44 pixels high (WCAG 2.2, 2.5.5).
    static let forms: StaticString = """
        .fields { display: grid; gap: 1.375rem; margin-top: 1.5rem; }
        .field { display: grid; gap: 0.375rem; }
        .field label { font-weight: 600; }
        .field .hint, .field .error { margin-bottom: 0.125rem; }
        .hint { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        .field input {
          width: 100%; min-height: 3rem; padding: 0.5rem 0.875rem; font: inherit; color: var(--ink);
          background: var(--sheet); border: 1px solid var(--edge); border-radius: 0.75rem;
        }
        .field input:hover { border-color: var(--ink-soft); }
        .field input:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-color: transparent; border-radius: 0.75rem; }
        .field input[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
        .error { color: var(--danger); font-size: 0.9375rem; line-height: 1.45; font-weight: 550; }
        .error p { position: relative; padding-inline-start: 1.5rem; }
        .error p + p { margin-top: 0.25rem; }
        .error p::before {
          content: "!"; position: absolute; inset-inline-start: 0; top: 0.15em; width: 1.125rem; height: 1.125rem; border-radius: 50%;
          background: var(--danger); color: var(--on-danger); font-size: 0.8125rem; font-weight: 700; line-height: 1.125rem; text-align: center;
        }
        .summary { margin-top: 1.25rem; padding: 1rem 1.25rem; background: var(--danger-tint); border: 1px solid var(--danger); border-radius: 0.875rem; }
        .summary:focus-visible { outline: 2px solid var(--danger); outline-offset: -1px; border-radius: 0.875rem; }
        .summary + .lead { margin-top: 1.25rem; }
        .summary ul { margin-top: 0.25rem; padding: 0; list-style: none; }
        .summary a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.375rem 0; color: var(--danger); line-height: 1.35; }
        .summary a:hover { color: var(--danger-deep); }
        .button {
          display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: 0.5rem 1.25rem;
          font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
          color: var(--on-accent); background: var(--accent); border: 1px solid transparent; border-radius: 0.75rem;
        }
        .button:hover { color: var(--on-accent); background: var(--accent-deep); }
        .button:focus-visible { border-radius: 0.75rem; }
        .button.danger { color: var(--on-danger); background: var(--danger); }
        .button.danger:hover { background: var(--danger-deep); }
        .button.quiet { color: var(--accent); background: transparent; border-color: var(--edge); }
        .button.quiet:hover { color: var(--accent-deep); background: var(--accent-tint); border-color: currentcolor; }
        .button.quiet.danger { color: var(--danger); }
        .button.quiet.danger:hover { color: var(--danger-deep); background: var(--danger-tint); }
        .button.small { width: auto; max-width: 100%; min-height: 2.75rem; padding: 0.375rem 1rem; font-size: 0.9375rem; }
        .sheet > .button { margin-top: 1.5rem; }
        @media (prefers-reduced-motion: no-preference) {
          .button, .field input, a { transition: background-color 120ms ease-out, border-color 120ms ease-out, color 120ms ease-out; }
        }

        """
}
