extension StylePart {
    /// The keyboard, the QuickType bar above it, and the pad of digits.
    static let typing: StaticString = """
        .keyboard { position: relative; flex: none; padding-bottom: 1.875rem; background: var(--ios-keys); border-radius: 1.5rem 1.5rem 0 0; box-shadow: 0 -1px 0 rgb(0 0 0 / 8%); }
        .bar { display: flex; align-items: stretch; gap: 0.25rem; min-height: 3.375rem; padding: 0.375rem 0.625rem 0.25rem; }
        .bar-space { flex: 1; }
        .suggestion { flex: 0 1 auto; min-width: 0; display: flex; align-items: center; gap: 0.5625rem; min-height: 2.75rem; padding: 0.1875rem 0.8125rem; border-radius: 0.75rem; background: var(--ios-key); color: var(--ios-label); box-shadow: 0 1px 2px rgb(0 0 0 / 22%); font-size: 0.9375rem; line-height: 1.2; }
        .suggestion:hover { filter: brightness(1.05); }
        .suggestion .what strong, .suggestion .what small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; overflow-wrap: normal; }
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
        .enter { position: absolute; right: 0.3125rem; top: 0.3125rem; display: grid; place-items: center; width: 2.375rem; height: 2.375rem; border-radius: 50%; background: #fff; color: #17181d; }
        .passcode .pad { grid-template-columns: repeat(3, 4.5rem); gap: 0.75rem 1.25rem; user-select: none; }
        .pad-key { display: grid; place-items: center; height: 4.5rem; border-radius: 50%; background: rgb(255 255 255 / 20%); color: #fff; font-size: 2rem; }
        .pad-key:hover { background: rgb(255 255 255 / 34%); }
        .pad-key.erase { background: none; font-size: 1.375rem; }
        .whisper { font-size: 0.875rem; opacity: 0.9; }

        """
}
