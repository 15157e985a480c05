extension StylePart {
    /// The lock screen, the home screen and the pictures of apps.
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
        .quit { position: absolute; top: -0.5rem; left: calc(50% - 2.5rem); display: grid; place-items: center; width: 1.625rem; height: 1.625rem; border-radius: 50%; color: #1d1d21; background: rgb(240 240 246 / 92%); font-size: 0.6875rem; box-shadow: 0 1px 4px rgb(0 0 0 / 35%); }
        .quit::before { content: ""; position: absolute; inset: -0.375rem; }
        .quit .glyph { stroke-width: 2.6; }
        .quit:hover { background: #fff; }
        .dock { position: absolute; left: 0.75rem; right: 0.75rem; bottom: 0.75rem; display: flex; justify-content: space-around; padding: 0.9375rem 0.5rem 0.75rem; border-radius: 2.25rem; background: rgb(255 255 255 / 24%); backdrop-filter: blur(18px); }

        .launching { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0.875rem; height: 100%; padding: 2rem; text-align: center; }
        .launching .name { font-size: 1.25rem; font-weight: 650; margin: 0; }
        .launching .failure { color: var(--ios-red); }

        .messages, .settings { padding: 0.25rem 1.125rem 3rem; }
        .large-title { padding: 0.25rem 0.25rem 0.75rem; font-size: 2.125rem; line-height: 1.15; font-weight: 700; letter-spacing: -0.02em; overflow-wrap: anywhere; }
        .messages li { margin-bottom: 1.25rem; }
        .sender { display: flex; align-items: baseline; justify-content: space-between; padding: 0 0.375rem 0.25rem; font-size: 0.8125rem; color: var(--ios-soft); }
        .sender strong { font-weight: 600; }
        .bubble { width: fit-content; max-width: 86%; padding: 0.5625rem 0.9375rem; border-radius: 1.25rem 1.25rem 1.25rem 0.375rem; background: var(--ios-bubble); font-size: 1.0625rem; white-space: pre-line; }
        .found-code { text-decoration: underline; text-underline-offset: 0.1875em; user-select: all; }
        .copy-code { display: none; min-height: 2.75rem; margin-left: 0.375rem; padding: 0 0.5rem; color: var(--ios-tint); font-size: 0.9375rem; font-weight: 550; }
        .live .copy-code { display: block; }
        .empty { padding: 1rem 0.25rem; color: var(--ios-soft); }

        """
}
