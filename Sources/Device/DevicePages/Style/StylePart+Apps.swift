extension StylePart {
    /// The roundest corners that a button can have, in points: half of its height.
    static let largestRadius = 22

    /// What apps show: text, fields, buttons, alerts.
    static let apps: StaticString = """
        .app-screen { display: flex; flex-direction: column; gap: 0.875rem; min-height: 100%; padding: 0.5rem 1.375rem 3rem; }
        .browser { flex-flow: row wrap; align-content: flex-start; }
        .browser > * { flex: 1 1 100%; min-width: 0; overflow-wrap: anywhere; }
        .browser [data-button="go"], .browser [data-button="back"], .browser [data-button="reload"] { flex: 1 1 0; min-height: 2.25rem; padding: 0.25rem; background: var(--ios-sunk); }
        .browser [data-button^="link-"] { justify-content: flex-start; min-height: 2.25rem; padding: 0.25rem 0.125rem; font-weight: 500; text-align: start; }
        .app-title { padding-bottom: 0.25rem; font-size: 2.125rem; line-height: 1.15; font-weight: 700; letter-spacing: -0.02em; }
        .text.title { font-size: 1.375rem; line-height: 1.25; font-weight: 650; }
        .text.body { font-size: 1.0625rem; }
        .text.caption { font-size: 0.875rem; color: var(--ios-soft); }
        .text.error { color: var(--ios-red); font-weight: 550; }
        .field { position: relative; display: grid; gap: 0.3125rem; }
        .field label { padding-left: 0.125rem; font-size: 0.875rem; font-weight: 550; color: var(--ios-soft); }
        .field input {
          width: 100%; min-height: 3.125rem; padding: 0.625rem 0.9375rem; font-size: 1.0625rem; color: var(--ios-label);
          background: var(--ios-sunk); border: 2px solid transparent; border-radius: 0.8125rem;
        }
        .field input::placeholder, .entry input::placeholder { color: var(--ios-soft); opacity: 1; }
        .field.focused input, .field input:focus { outline: none; border-color: var(--ios-tint); background: var(--ios-ground); }
        .field.strong input { color: #1d1d1f; background: #fdf3a9; font-variant-numeric: slashed-zero; }
        .strong-mark { float: right; font-weight: 650; }
        .tap { position: absolute; right: 0.25rem; bottom: 0.25rem; display: grid; place-items: center; width: 2.625rem; height: 2.625rem; border-radius: 0.625rem; color: var(--ios-tint); }
        .live .tap { display: none; }
        .app-button {
          display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; width: 100%; min-height: 3.125rem; padding: 0.625rem 1rem; border-radius: 0.8125rem;
          font-size: 1.0625rem; font-weight: 600; text-align: center; text-decoration: none; color: var(--ios-tint);
        }
        .app-button:hover { background: var(--ios-sunk); }
        .app-button.prominent, .app-button.prominent:hover { color: var(--ios-on-tint); background: var(--ios-tint); }
        .app-button.prominent:hover { filter: brightness(1.1); }
        .app-button.destructive { color: var(--ios-red); }
        .app-button.apple { min-height: 2.75rem; font-weight: 550; font-size: 1.1875rem; }
        .app-button.appleBlack, .app-button.appleBlack:hover { color: #fff; background: #000; }
        .app-button.appleWhite, .app-button.appleWhite:hover, .app-button.appleWhiteOutline, .app-button.appleWhiteOutline:hover { color: #000; background: #fff; }
        .app-button.appleWhiteOutline { border: 1px solid #000; }
        @media (prefers-color-scheme: dark) { .app-button.appleBlack { box-shadow: 0 0 0 1px #5a5a60; } }
        .radius-0 { border-radius: 0px; } .radius-1 { border-radius: 1px; } .radius-2 { border-radius: 2px; } .radius-3 { border-radius: 3px; }
        .radius-4 { border-radius: 4px; } .radius-5 { border-radius: 5px; } .radius-6 { border-radius: 6px; } .radius-7 { border-radius: 7px; }
        .radius-8 { border-radius: 8px; } .radius-9 { border-radius: 9px; } .radius-10 { border-radius: 10px; } .radius-11 { border-radius: 11px; }
        .radius-12 { border-radius: 12px; } .radius-13 { border-radius: 13px; } .radius-14 { border-radius: 14px; } .radius-15 { border-radius: 15px; }
        .radius-16 { border-radius: 16px; } .radius-17 { border-radius: 17px; } .radius-18 { border-radius: 18px; } .radius-19 { border-radius: 19px; }
        .radius-20 { border-radius: 20px; } .radius-21 { border-radius: 21px; } .radius-22 { border-radius: 22px; }
        .app-button .logo { display: none; }
        @supports (font: -apple-system-body) { .app-button .logo { display: inline; } .app-button .logo::before { content: "\\F8FF"; } }
        .app-button:disabled { color: var(--ios-soft); background: var(--ios-sunk); filter: none; }

        .alert { width: 17.5rem; max-width: 100%; overflow: hidden; border-radius: 1.5rem; background: var(--ios-glass); text-align: center; box-shadow: 0 20px 50px -12px rgb(0 0 0 / 45%); }
        .alert h3 { padding: 1.25rem 1.25rem 0; font-size: 1.0625rem; font-weight: 650; }
        .alert p { padding: 0.375rem 1.25rem 1.125rem; font-size: 0.9375rem; white-space: pre-line; }
        .alert-button { display: block; width: 100%; min-height: 2.875rem; border-top: 1px solid var(--ios-line); color: var(--ios-tint); font-size: 1.0625rem; font-weight: 550; text-align: center; }
        .alert-button:first-child { font-weight: 650; }
        .alert-button:hover { background: var(--ios-sunk); }
        .alert-button:focus-visible { outline-offset: -3px; }

        """
}
