extension StylePart {
    /// What moves, for those who do not mind.
    static let motion: StaticString = """
        @media (prefers-reduced-motion: no-preference) {
          .live .content { animation: content-in 220ms ease-out; }
          .live .veil { animation: veil-in 180ms ease-out; }
          .live .veil.bottom > * { animation: sheet-in 320ms cubic-bezier(0.2, 0.85, 0.25, 1); }
          .live .veil.middle > *, .live .alert { animation: alert-in 200ms ease-out; }
          .live .keyboard { animation: keyboard-in 240ms cubic-bezier(0.2, 0.85, 0.25, 1); }
          .live .banner { animation: banner-in 360ms cubic-bezier(0.2, 0.9, 0.25, 1.05); }
          .live .repeated .scan { animation: shake 380ms ease-in-out; }
          .scan .ring { animation: scan 1.6s ease-in-out infinite; }
          .scan .glyph { animation: breathe 1.6s ease-in-out infinite; }
          .under-way .tile { animation: breathe 1.2s ease-in-out infinite; }
          .switch, .switch span, .doing, .chip, .tile, .home-bar span { transition: background-color 160ms, border-color 160ms, margin 160ms, filter 160ms, left 160ms, right 160ms; }
        }
        @keyframes content-in { from { opacity: 0; transform: scale(0.985); } }
        @keyframes veil-in { from { opacity: 0; } }
        @keyframes sheet-in { from { transform: translateY(60%); } }
        @keyframes alert-in { from { opacity: 0; transform: scale(1.08); } }
        @keyframes keyboard-in { from { transform: translateY(100%); } }
        @keyframes banner-in { from { opacity: 0; transform: translateY(-120%); } }
        @keyframes shake { 20%, 60% { transform: translateX(-0.5rem); } 40%, 80% { transform: translateX(0.5rem); } }
        @keyframes scan { 0%, 100% { transform: scale(1); opacity: 0.15; } 50% { transform: scale(1.1); opacity: 0.5; } }
        @keyframes breathe { 50% { opacity: 0.55; } }

        """
}
