extension StylePart {
    /// What apps show: text, fields, buttons, alerts.
    static let apps: StaticString = """
        .app-screen { display: flex; flex-direction: column; gap: 0.875rem; min-height: 100%; padding: 0.5rem 1.375rem 3rem; }
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
        .app-button.appleBlack, .app-button.appleBlack:hover { color: #fff; background: #000; font-weight: 550; font-size: 1.1875rem; }
        .app-button.appleWhite, .app-button.appleWhite:hover { color: #000; background: #fff; border: 1px solid #000; font-weight: 550; font-size: 1.1875rem; }
        @media (prefers-color-scheme: dark) { .app-button.appleBlack, .app-button.appleBlack:hover { box-shadow: 0 0 0 1px #5a5a60; } }
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
