extension StylePart {
    /// The account page: sections of rows, with the content on the left and the actions on the right.
    static let account: StaticString = """
        .notice { margin-top: 1.25rem; padding: 0.875rem 1.25rem; background: var(--accent-tint); border: 1px solid var(--accent); border-radius: 0.875rem; }
        .notice a { display: inline-flex; align-items: center; min-height: 2.75rem; }
        .wide section { margin-top: 2.25rem; }
        .rows {
          margin-top: 0.75rem; padding: 0; list-style: none;
          background: var(--sheet); border: 1px solid var(--line); border-radius: 1.125rem; box-shadow: var(--shadow);
        }
        .rows > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.625rem 1rem; padding: 0.9375rem 1.25rem; overflow: clip; }
        .rows > li + li { border-top: 1px solid var(--line); }
        .what { flex: 1 1 14rem; min-width: 0; }
        .rows > li > :not(.what) { flex: none; max-width: 100%; }
        .name { font-weight: 600; }
        .detail { color: var(--ink-soft); font-size: 0.9375rem; line-height: 1.45; }
        ol.rows > li { gap: 0 1rem; }
        .when { flex: none; }
        .badge {
          display: inline-block; padding: 0.0625rem 0.625rem; border-radius: 1rem; background: var(--accent-tint); color: var(--accent);
          font-size: 0.8125rem; font-weight: 600; white-space: nowrap; vertical-align: 0.0625rem;
        }
        .badge.failed { background: none; box-shadow: inset 0 0 0 1px currentColor; color: var(--danger); }
        .attention .name { color: var(--danger); }
        .attention .name::before {
          content: "!" / ""; display: inline-block; width: 1.125rem; height: 1.125rem; margin-inline-end: 0.5rem; border-radius: 50%;
          background: var(--danger); color: var(--on-danger); font-size: 0.8125rem; font-weight: 700; line-height: 1.125rem; text-align: center;
          vertical-align: 0.0625rem;
        }
        section > .single { margin-top: 0.875rem; }
        @media (forced-colors: active) {
          .mark, .badge, .notice, .summary { border: 1px solid; }
        }

        """

    /// The button for Sign in with Apple. Its colors are set by Apple, not by the site.
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

    /// Passkeys: what the script shows and hides, and the button with its status.
    static let passkeys: StaticString = """
        [hidden] { display: none; }
        .passkey { display: grid; gap: 0.625rem; }
        .passkey[hidden], .choice[hidden] { display: none; }
        .passkey .or { margin: 0.625rem 0 0; }
        .passkey > [role="status"]:empty { display: none; }
        .passkey + .button { margin-top: 0.875rem; }
        .fields > .passkey:not([hidden]) ~ .button { color: var(--accent); background: transparent; border-color: var(--edge); }
        .fields > .passkey:not([hidden]) ~ .button:hover { color: var(--accent-deep); background: var(--accent-tint); }
        .narrow h1 + .detail, .narrow h1 + .what { margin-top: 0.75rem; }
        .narrow section { margin-top: 2.25rem; }
        .notice .actions { display: flex; flex-wrap: wrap; gap: 0.625rem; margin-top: 0.75rem; }
        .notice a.button:not(.quiet) { justify-content: center; }

        """

    /// QR codes, secrets and recovery codes.
    static let secondFactors: StaticString = """
        .code-picture { margin-top: 1.25rem; }
        .qr { display: block; width: min(16rem, 100%); height: auto; border-radius: 0.875rem; }
        .secret { margin-top: 0.875rem; overflow-wrap: anywhere; font-size: 1.0625rem; }
        .codes { margin-top: 1.25rem; padding-inline-start: 2.25rem; font-size: 1.0625rem; line-height: 2; }
        #secret + .actions, .codes + .actions { display: flex; flex-wrap: wrap; gap: 0.625rem; margin-top: 0.75rem; }
        .actions .button[hidden] { display: none; }
        .on-phone { display: none; margin-top: 1.25rem; }
        @media (pointer: coarse) { .on-phone { display: block; } }
        @media print { .top, .aside, .languages, .actions { display: none; } }

        """

    /// The additions to a password field: the strength meter, and the box that shows the password.
    static let passwordFields: StaticString = """
        .reveal label { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; font-weight: 400; cursor: pointer; }
        .field .reveal input { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0; padding: 0; accent-color: var(--accent); }
        .reveal[hidden], .meter[hidden] { display: none; }
        .meter { display: grid; gap: 0.25rem; margin-top: 0.375rem; }
        .meter .bar { height: 0.375rem; overflow: hidden; border-radius: 0.1875rem; background: var(--line); }
        .meter .bar::before { content: ""; display: block; width: 0; height: 100%; background: var(--danger); }
        .meter[data-level="weak"] .bar::before { width: 25%; }
        .meter[data-level="fair"] .bar::before { width: 60%; background: var(--caution); }
        .meter[data-level="strong"] .bar::before { width: 100%; background: var(--accent); }
        .meter .hint { min-height: 1.45em; }
        @media (forced-colors: active) {
          .meter .bar { border: 1px solid; }
          .meter .bar::before { forced-color-adjust: none; background: CanvasText; }
        }

        """
}
