extension StylePart {
    /// The overlays of the screen: veils, sheets, prompts and banners.
    static let overlays: StaticString = """
        .veil { position: absolute; z-index: 10; inset: 0; display: flex; align-items: center; justify-content: center; padding: 3.5rem 1rem 1rem; background: rgb(0 0 0 / 38%); color: var(--ios-label); }
        .veil.bottom { align-items: flex-end; padding: 3.75rem 0 0; }
        .veil.full { padding: 0; }
        .sheet { position: relative; display: grid; justify-items: center; width: 100%; max-height: 100%; overflow-y: auto; scrollbar-width: none; padding: 1.625rem 1.375rem 2.625rem; border-radius: 2.25rem 2.25rem 3.5rem 3.5rem; background: var(--ios-sheet); text-align: center; box-shadow: 0 -12px 40px -12px rgb(0 0 0 / 35%); }
        .sheet.tall { min-height: 70%; align-content: start; }
        .sheet h3 { padding: 0.75rem 1rem 0.375rem; font-size: 1.375rem; line-height: 1.25; font-weight: 700; letter-spacing: -0.015em; text-wrap: balance; }
        .sheet.web h3 { padding-top: 2rem !important; }
        .sheet.tall h3 { padding-top: 0; margin-bottom: 1rem; }
        .sheet .message { padding: 0 0.75rem 0.875rem; color: var(--ios-soft); font-size: 0.9375rem; text-wrap: pretty; }
        .sheet > .cells, .sheet > .cells-title { width: 100%; }
        .corner { position: absolute; inset-inline-end: 1rem; top: 1rem; min-height: 2.25rem; padding: 0.25rem 0.875rem; border-radius: 1.25rem; background: var(--ios-sunk); color: var(--ios-label); font-size: 0.9375rem; font-weight: 600; }
        .corner:hover { filter: brightness(0.95); }
        .sheet-buttons { display: grid; gap: 0.25rem; width: 100%; padding-top: 0.25rem; }
        .sheet .address { padding: 0.375rem 0.875rem; margin-bottom: 3rem; border-radius: 0.75rem; background: var(--ios-sunk); font-size: 0.875rem; }
        .sheet.web .padlock { margin-bottom: 3rem; color: var(--ios-soft); font-size: 4rem; }
        .plain { min-height: 2.75rem; padding: 0.375rem 1rem; border-radius: 1rem; color: var(--ios-tint); font-weight: 600; text-align: center; }
        .plain:hover { background: var(--ios-sunk); }
        .settings > .plain { width: 100%; }

        .alert .verification-code { padding: 0 1.25rem 1.125rem; font-size: 2rem; font-weight: 600; letter-spacing: 0.15em; font-variant-numeric: tabular-nums; }
        .veil.middle { background: rgb(0 0 0 / 46%); }
        .presence { display: grid; justify-items: center; gap: 0.1875rem; width: 18rem; max-width: 100%; padding: 1.75rem 1.25rem 1rem; border-radius: 2.25rem; background: var(--ios-glass); text-align: center; box-shadow: 0 20px 50px -12px rgb(0 0 0 / 50%); }
        .scan { position: relative; display: grid; place-items: center; width: 6rem; height: 6rem; margin-bottom: 0.75rem; color: var(--ios-tint); font-size: 3.875rem; }
        .scan .glyph { stroke-width: 1.25; }
        .ring { position: absolute; inset: 0; border-radius: 1.75rem; border: 2px solid currentcolor; opacity: 0.2; }
        .presence h3 { font-size: 1.1875rem; font-weight: 650; }
        .presence p { color: var(--ios-soft); font-size: 0.9375rem; }
        .credential { display: grid; grid-template-columns: auto 1fr; gap: 0.125rem 0.75rem; margin-top: 0.375rem; font-size: 0.9375rem; text-align: start; }
        .credential dd { font-weight: 600; }
        .repeated .scan { color: var(--ios-red); }
        .presence-people { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; width: 100%; margin-top: 1.125rem; }
        .person { display: grid; justify-items: center; gap: 0.25rem; padding: 0.75rem 0.25rem 0.625rem; border-radius: 1.125rem; background: var(--ios-sunk); color: var(--ios-label); font-size: 0.875rem; font-weight: 600; text-align: center; }
        .person .glyph { font-size: 1.5rem; color: var(--ios-tint); }
        .person:hover { filter: brightness(0.96); }
        .presence-ways { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 0.25rem; margin-top: 0.5rem; }
        .passcode-prompt { display: grid; align-content: center; justify-items: center; gap: 0.375rem; width: 100%; height: 100%; padding: 3.5rem 1.5rem 1.5rem; background: rgb(14 15 22 / 94%); color: #fff; text-align: center; }
        .passcode-prompt h3 { font-size: 1.25rem; font-weight: 600; }
        .passcode-prompt p { opacity: 0.85; }
        .passcode-prompt .plain { color: #fff; }
        .passcode-prompt .plain:hover { background: rgb(255 255 255 / 14%); }

        .banner { position: absolute; z-index: 20; inset-inline: 0.625rem; top: 3.375rem; display: flex; align-items: center; border-radius: 1.5rem; background: var(--ios-glass); color: var(--ios-label); box-shadow: 0 10px 30px -8px rgb(0 0 0 / 40%); }
        .banner-text { flex: 1; min-width: 0; display: flex; align-items: center; gap: 0.75rem; padding-block: 0.75rem; padding-inline: 0.875rem 0; font-size: 0.9375rem; }
        .banner-text .tile { width: 2.375rem; height: 2.375rem; border-radius: 0.625rem; font-size: 1.25rem; }
        .banner-text .what > span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
        .banner-close { flex: none; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-inline-end: 0.25rem; border-radius: 50%; color: var(--ios-soft); font-size: 0.875rem; }
        .banner-close:hover { background: var(--ios-sunk); }

        """

    /// The keyboard, the QuickType bar, and the pad of digits.
    static let typing: StaticString = """
        .keyboard { position: relative; flex: none; padding-bottom: 1.875rem; background: var(--ios-keys); border-radius: 1.5rem 1.5rem 0 0; box-shadow: 0 -1px 0 rgb(0 0 0 / 8%); }
        .bar { display: flex; flex-wrap: wrap; align-items: stretch; gap: 0.25rem; min-height: 3.375rem; padding: 0.375rem 0.625rem 0.25rem; }
        .suggestions { flex: 1; min-width: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr)); gap: 0.25rem; }
        .suggestion { min-width: 0; display: flex; align-items: center; gap: 0.5625rem; min-height: 2.75rem; padding: 0.1875rem 0.8125rem; border-radius: 0.75rem; background: var(--ios-key); color: var(--ios-label); box-shadow: 0 1px 2px rgb(0 0 0 / 22%); font-size: 0.9375rem; line-height: 1.2; }
        .suggestion:not(:only-child) { padding-inline: 0.5rem; font-size: 0.875rem; }
        .suggestion:not(:only-child) .glyph { display: none; }
        .suggestion:hover { filter: brightness(1.05); }
        .suggestion .what strong, .suggestion .what small { overflow-wrap: anywhere; }
        .suggestion .what small { color: inherit; opacity: 0.72; }
        .suggestion .glyph { color: var(--ios-tint); }
        @media (prefers-color-scheme: dark) { .suggestion .glyph { color: #b9dcff; } .suggestion .what small { opacity: 0.85; } }
        .bar-button { flex: none; display: grid; place-items: center; width: 2.75rem; min-height: 2.75rem; border-radius: 0.75rem; color: var(--ios-label); font-size: 1.125rem; }
        .bar-button:hover { background: var(--ios-key-dark); }
        .keys { padding: 0.25rem 0.375rem 0.375rem; user-select: none; touch-action: manipulation; }
        .layer { display: grid; gap: 0.625rem; }
        .layer + .layer { display: none; }
        .keyboard.numeric .layer { display: none; }
        .keyboard.numeric .layer + .layer { display: grid; }
        .row { display: flex; justify-content: center; gap: 0.375rem; }
        .key { display: grid; place-items: center; flex: 0 0 calc((100% - 3.375rem) / 10); height: 2.6875rem; border-radius: 0.5rem; background: var(--ios-key); color: var(--ios-label); font-size: 1.375rem; box-shadow: 0 1px 0 rgb(0 0 0 / 30%); }
        .key.wide { flex: 0 0 calc((100% - 3.375rem) * 0.145); background: var(--ios-key-dark); font-size: 1rem; }
        .key.wide .glyph { font-size: 1.125rem; }
        .key.space { flex: 1; font-size: 1rem; }
        .key.return { flex: 0 0 5.5rem; background: var(--ios-key-dark); font-size: 1rem; }
        .row:last-child { padding: 0 0.1875rem; }
        .live .key, .live .pad-key { cursor: pointer; }
        .key:active, .pad-key:active { filter: brightness(0.85); }
        .keyboard.shifted .letters .layer:first-child .key.letter { text-transform: uppercase; }
        .keyboard.shifted .key[data-types="shift"] { color: var(--ios-on-tint); background: var(--ios-tint); }
        .keys .pad { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0.4375rem; padding: 0 0.1875rem; }
        .pad .key { height: 2.9375rem; }
        .keys .pad .key.wide { background: none; box-shadow: none; }
        .keys.custom { background: linear-gradient(180deg, #59439c, #38266f); color: #fff; padding-top: 0.625rem; }
        .custom .key { color: #fff; background: rgb(255 255 255 / 16%); box-shadow: none; border-radius: 1.5rem; }
        .custom-note { padding-bottom: 0.5rem; font-size: 0.8125rem; text-align: center; }

        .passcode { display: grid; justify-items: center; gap: 1rem; width: 100%; padding-top: 0.75rem; text-shadow: none; }
        .passcode-line { position: relative; width: 13rem; }
        .passcode-line input { width: 100%; min-height: 3rem; padding: 0.25rem 3rem; border: 1.5px solid rgb(255 255 255 / 65%); border-radius: 1.5rem; background: rgb(0 0 0 / 32%); color: #fff; font-size: 1.375rem; letter-spacing: 0.3em; text-align: center; }
        .passcode-line input:focus { outline: 3px solid #fff; outline-offset: 2px; }
        .enter { position: absolute; inset-inline-end: 0.3125rem; top: 0.3125rem; display: grid; place-items: center; width: 2.375rem; height: 2.375rem; border-radius: 50%; background: #fff; color: #17181d; }
        .passcode .pad { grid-template-columns: repeat(3, 4.5rem); gap: 0.75rem 1.25rem; user-select: none; }
        .pad-key { display: grid; place-items: center; height: 4.5rem; border-radius: 50%; background: rgb(255 255 255 / 20%); color: #fff; font-size: 2rem; }
        .pad-key:hover { background: rgb(255 255 255 / 34%); }
        .pad-key.erase { background: none; font-size: 1.375rem; }
        .whisper { font-size: 0.875rem; opacity: 0.9; }

        """
}
