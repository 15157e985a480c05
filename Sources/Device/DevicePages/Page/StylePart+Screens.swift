extension StylePart {
    /// The lock screen, the home screen and the icons of apps.
    static let lockAndHome: StaticString = """
        .locked { display: flex; flex-direction: column; align-items: center; height: 100%; padding: 0.5rem 1.5rem 2rem; text-align: center; text-shadow: 0 1px 8px rgb(0 0 0 / 30%); }
        .locked .padlock { font-size: 1.25rem; }
        .locked .day { margin-top: 0.75rem; font-size: 1.1875rem; font-weight: 600; }
        .locked .clock { font-size: 5.5rem; line-height: 1.05; font-weight: 600; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
        .locked .ask { margin-top: auto; padding-top: 1rem; font-weight: 550; }
        .padlock { display: inline-flex; font-size: 2.25rem; }

        .apps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1.5rem 0.25rem; padding: 1.5rem 1.25rem; }
        .apps li { position: relative; display: flex; justify-content: center; }
        .app { display: flex; flex-direction: column; align-items: center; gap: 0.375rem; width: 5rem; border-radius: 1rem; color: #fff; }
        .app .label { max-width: 5.25rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: 0.8125rem; font-weight: 550; text-shadow: 0 1px 4px rgb(0 0 0 / 45%); }
        .app:focus-visible { outline-color: #fff !important; }
        .tile {
          position: relative; flex: none; display: grid; place-items: center; width: 3.875rem; height: 3.875rem; border-radius: 0.9375rem;
          color: #fff; font-size: 1.875rem; font-weight: 650; background: #555; box-shadow: inset 0 0 0 1px rgb(255 255 255 / 14%), 0 2px 8px -2px rgb(0 0 0 / 35%);
        }
        .tile.small { width: 1.875rem; height: 1.875rem; border-radius: 0.5rem; font-size: 1.0625rem; box-shadow: none; }
        .tile.gray { background: linear-gradient(180deg, #a4a8b1, #63676f); }
        .tile.dark { background: linear-gradient(180deg, #4a4d57, #1d1f25); }
        .tile.green { background: linear-gradient(180deg, #5ee07a, #17a63a); }
        .tile.blue { background: linear-gradient(180deg, #58b0ff, #0a63d9); }
        .tile.site { background: linear-gradient(180deg, #8f95a5, #5b6070); }
        .hue-0 { background: linear-gradient(180deg, #ff9a3d, #e8590c); }
        .hue-1 { background: linear-gradient(180deg, #4cc9f0, #1677c9); }
        .hue-2 { background: linear-gradient(180deg, #8f7bff, #5236c8); }
        .hue-3 { background: linear-gradient(180deg, #3fd0a4, #0b8163); }
        .hue-4 { background: linear-gradient(180deg, #ff7b93, #cf2350); }
        .hue-5 { background: linear-gradient(180deg, #ffcc3f, #d18700); }
        .hue-6 { background: linear-gradient(180deg, #6fc3ff, #2f56d8); }
        .hue-7 { background: linear-gradient(180deg, #d67bff, #8c1fb8); }
        .app:hover .tile { filter: brightness(1.08); }
        .quit { position: absolute; top: -0.5rem; inset-inline-start: calc(50% - 2.5rem); display: grid; place-items: center; width: 1.625rem; height: 1.625rem; border-radius: 50%; color: #1d1d21; background: rgb(240 240 246 / 92%); font-size: 0.6875rem; box-shadow: 0 1px 4px rgb(0 0 0 / 35%); }
        .quit::before { content: ""; position: absolute; inset: -0.375rem; }
        .quit .glyph { stroke-width: 2.6; }
        .quit:hover { background: #fff; }
        .dock { position: absolute; inset-inline: 0.75rem; bottom: 0.75rem; display: flex; justify-content: space-around; padding: 0.9375rem 0.5rem 0.75rem; border-radius: 2.25rem; background: rgb(255 255 255 / 24%); backdrop-filter: blur(18px); }

        .launching { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0.875rem; height: 100%; padding: 2rem; text-align: center; }
        .launching .name { font-size: 1.25rem; font-weight: 650; margin: 0; }
        .launching .failure { color: var(--ios-red); }

        .messages, .mail, .settings { padding: 0.25rem 1.125rem 3rem; }
        .large-title { padding: 0.25rem 0.25rem 0.75rem; font-size: 2.125rem; line-height: 1.15; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere; }
        .messages li { margin-bottom: 1.25rem; }
        .sender { display: flex; align-items: baseline; justify-content: space-between; padding: 0 0.375rem 0.25rem; font-size: 0.8125rem; color: var(--ios-soft); }
        .sender strong { font-weight: 600; }
        .bubble { width: fit-content; max-width: 86%; padding: 0.5625rem 0.9375rem; border-radius: 1.25rem; border-end-start-radius: 0.375rem; background: var(--ios-bubble); font-size: 1.0625rem; white-space: pre-line; }
        .found-code { text-decoration: underline; text-underline-offset: 0.1875em; user-select: all; }
        .copy-code { display: none; min-height: 2.75rem; margin-inline-start: 0.375rem; padding: 0 0.5rem; color: var(--ios-tint); font-size: 0.9375rem; font-weight: 550; }
        .live .copy-code { display: block; }
        .mail .empty + .cells { background: var(--ios-sunk); }
        .mail li { border-bottom: 1px solid var(--ios-line); }
        .mail-row { display: grid; gap: 0.125rem; width: 100%; padding: 0.6875rem 0.25rem; color: var(--ios-label); text-align: start; }
        .mail-row > span { overflow: hidden; }
        .mail-row .sender { padding: 0; }
        .mail-row .sender strong { color: var(--ios-label); font-size: 1.0625rem; overflow-wrap: anywhere; }
        .mail-row .subject { font-size: 0.9375rem; overflow-wrap: anywhere; }
        .mail-row .preview { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; font-size: 0.9375rem; color: var(--ios-soft); overflow-wrap: anywhere; }
        .mail-subject { padding: 0.5rem 0.375rem; font-size: 1.375rem; line-height: 1.25; font-weight: 650; overflow-wrap: anywhere; }
        .mail-address { padding: 0 0.375rem 0.125rem; font-size: 0.8125rem; color: var(--ios-soft); overflow-wrap: anywhere; }
        .mail-text { padding: 0.875rem 0.375rem; font-size: 1.0625rem; white-space: pre-wrap; overflow-wrap: anywhere; }
        .empty { padding: 1rem 0.25rem; color: var(--ios-soft); }

        """

    /// The largest corner radius of a button, in points: half of its height.
    static let largestRadius = 22

    /// The screens of apps: text, fields, buttons and alerts.
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
        .field label { padding-inline-start: 0.125rem; font-size: 0.875rem; font-weight: 550; color: var(--ios-soft); }
        .field input {
          width: 100%; min-height: 3.125rem; padding: 0.625rem 0.9375rem; font-size: 1.0625rem; color: var(--ios-label);
          background: var(--ios-sunk); border: 2px solid transparent; border-radius: 0.8125rem;
        }
        .field input::placeholder, .entry input::placeholder { color: var(--ios-soft); opacity: 1; }
        .field.focused input, .field input:focus { outline: none; border-color: var(--ios-tint); background: var(--ios-ground); }
        .field input:focus-visible { box-shadow: 0 0 0 1px var(--ios-tint); }
        .field.strong input { color: #1d1d1f; background: #fdf3a9; font-variant-numeric: slashed-zero; }
        .strong-mark { float: inline-end; font-weight: 650; }
        .tap { position: absolute; inset-inline-end: 0.25rem; bottom: 0.25rem; display: grid; place-items: center; width: 2.625rem; height: 2.625rem; border-radius: 0.625rem; color: var(--ios-tint); }
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

    /// The grouped rows, in Settings and on sheets.
    static let cells: StaticString = """
        .cells { overflow: hidden; margin-bottom: 1.125rem; border-radius: 1rem; background: var(--ios-cell); }
        .cells-title { padding: 0 1rem 0.4375rem; font-size: 0.875rem; color: var(--ios-soft); text-align: start; }
        .app-button + .cells-title { padding-top: 1.125rem; }
        fieldset.cells { overflow: visible; background: none; width: 100%; }
        fieldset.cells .cell { background: var(--ios-cell); }
        fieldset.cells legend + .cell { border-radius: 1rem 1rem 0 0; }
        fieldset.cells .cell:last-child { border-radius: 0 0 1rem 1rem; }
        .cell { display: flex; align-items: center; gap: 0.8125rem; width: 100%; min-height: 3.125rem; padding: 0.625rem 1rem; color: var(--ios-label); text-align: start; }
        .cells > * + *, .cells .cell + .cell { box-shadow: inset 0 1px 0 var(--ios-line); }
        fieldset.cells > legend + .cell { box-shadow: none; }
        button.cell:hover, summary.cell:hover, .choice:hover { background: var(--ios-sunk) !important; }
        .cell:focus-visible { outline-offset: -3px; border-radius: 1rem; }
        .cell > .glyph:last-child { font-size: 0.875rem; color: var(--ios-soft); stroke-width: 2.4; }
        .what { flex: 1; min-width: 0; display: grid; }
        .what strong { font-weight: 600; }
        .what small { font-size: 0.8125rem; color: var(--ios-soft); }
        .what small.warning { display: flex; gap: 0.25rem; color: var(--ios-warn); }
        .what small.warning .glyph { margin-top: 0.0625rem; font-size: 0.8125rem; }
        .cell.account { padding-block: 0.875rem; }
        .cell.account strong { font-size: 1.1875rem; }
        .face { flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; color: #fff; font-size: 1.375rem; background: linear-gradient(180deg, #aab0c0, #6d7487); }
        .cell.centred { justify-content: center; text-align: center; }
        .cell.centred:not(.destructive) { color: var(--ios-tint); }
        .destructive { color: var(--ios-red); }
        .small { flex: none; min-height: 2.25rem; padding: 0.25rem 0.75rem; border-radius: 1.125rem; font-size: 0.875rem; font-weight: 600; background: var(--ios-sunk); }
        .tile.small { padding: 0; min-height: 0; }
        .small.destructive:hover { color: #fff; background: #b71c28; }
        .cell .tile:not(.small) { width: 2.375rem; height: 2.375rem; border-radius: 0.625rem; font-size: 1.1875rem; }
        .switch { flex: none; width: 3.1875rem; height: 1.9375rem; padding: 0.125rem; border-radius: 1rem; background: var(--ios-off); }
        .switch.on { background: var(--ios-green); }
        .switch span { display: block; width: 1.6875rem; height: 1.6875rem; border-radius: 50%; background: #fff; box-shadow: 0 2px 5px rgb(0 0 0 / 25%); }
        .switch.on span { margin-inline-start: 1.25rem; }
        .footnote { padding: 0 1rem 1.125rem; font-size: 0.8125rem; line-height: 1.4; color: var(--ios-soft); }
        .settings > .text.error { padding: 0 1rem 0.875rem; }
        .back { display: inline-flex; align-items: center; gap: 0.125rem; min-height: 2.5rem; margin-inline-start: -0.375rem; padding-inline-end: 0.75rem; border-radius: 0.75rem; color: var(--ios-tint); font-size: 1.0625rem; }
        .back .glyph { stroke-width: 2.4; }
        .profile { display: grid; justify-items: center; gap: 0.625rem; padding: 0.25rem 0 1.5rem; font-size: 1.1875rem; font-weight: 600; }
        .profile .face { width: 5.25rem; height: 5.25rem; font-size: 2.625rem; }
        .entry label { flex: none; width: 5.25rem; font-weight: 500; }
        .entry input { flex: 1; min-width: 0; min-height: 1.875rem; padding: 0; border: 0; background: none; }
        .entry input:focus { outline: none; }
        .entry:focus-within { box-shadow: inset 0 0 0 2px var(--ios-tint) !important; border-radius: 1rem !important; }
        .choice { cursor: pointer; }
        .choice input { appearance: none; flex: none; width: 1.5rem; height: 1.5rem; margin: 0; border: 1.5px solid var(--ios-soft); border-radius: 50%; }
        .choice input:checked { border: 0.4375rem solid var(--ios-tint); }
        .file { margin-bottom: 1.125rem; }
        .file label { display: block; }
        .file input, .file textarea { width: 100%; min-width: 0; min-height: 2.75rem; padding: 0.625rem 1rem; border: 1px solid var(--ios-line); border-radius: 1rem; color: var(--ios-label); background: var(--ios-cell); font-size: 0.875rem; }
        .closed { display: grid; justify-items: center; gap: 0.75rem; padding: 4.5rem 0 0; text-align: center; color: var(--ios-soft); }
        .password summary { list-style: none; cursor: pointer; }
        .password summary::-webkit-details-marker { display: none; }
        .password dl { display: grid; grid-template-columns: auto 1fr; gap: 0.375rem 1rem; padding-block: 0.25rem 0.75rem; padding-inline: 3.6875rem 1rem; font-size: 0.9375rem; }
        .password dt { color: var(--ios-soft); }
        .password dd { grid-column: 2; overflow-wrap: anywhere; }
        .password > .footnote { padding-block: 0 0.75rem; padding-inline: 3.6875rem 1rem; }
        .password .small { margin-block: 0 0.875rem; margin-inline: 3.6875rem 1rem; }
        .password summary .small { margin: 0; }
        .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; letter-spacing: 0; }

        """

    /// The security recommendations, and the views of extensions.
    static let recommendations: StaticString = """
        .tile.red { background: linear-gradient(180deg, #f2606a, #b81c28); }
        .tile.orange { background: linear-gradient(180deg, #f09a37, #b35900); }
        .what .finding { font-weight: 600; }
        .what .finding.high { color: var(--ios-red); }
        .what .finding.medium { color: var(--ios-warn); }
        .cell > .tile { align-self: flex-start; }
        .cell > .tile + .what:only-of-type { align-self: center; }
        .what > span { font-size: 0.9375rem; }
        .count { flex: none; min-width: 1.625rem; padding: 0.0625rem 0.5rem; border-radius: 0.875rem; background: var(--ios-red); color: var(--ios-cell); font-size: 0.875rem; font-weight: 650; text-align: center; }
        .remedy { margin-bottom: 1.25rem; width: 100%; text-align: start; }
        .happens { padding: 0.375rem 1rem 0; font-size: 0.875rem; line-height: 1.4; color: var(--ios-soft); }
        .happens strong { color: var(--ios-label); }
        .happens.obstacle { display: flex; gap: 0.3125rem; color: var(--ios-warn); }
        .happens.obstacle .glyph { margin-top: 0.125rem; }
        .app-button.tinted { background: var(--ios-cell); }
        .sheet .app-button.tinted { background: var(--ios-sunk); }
        .padlock.good { color: var(--ios-tint); }
        .sheet > .cells { background: var(--ios-cell); }
        .extension-bar { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: 5.5rem 1fr 5.5rem; align-items: center; min-height: 3.25rem; padding: 0.25rem 0.375rem; background: var(--ios-sheet); box-shadow: 0 1px 0 var(--ios-line); }
        .extension-bar p { display: grid; text-align: center; }
        .extension-bar strong { font-size: 1.0625rem; font-weight: 650; }
        .extension-bar small { font-size: 0.75rem; color: var(--ios-soft); }
        .extension > .footnote { padding: 2rem 1.375rem; text-align: center; }
        .extension .app-screen { padding-top: 1.25rem; }

        """
}
