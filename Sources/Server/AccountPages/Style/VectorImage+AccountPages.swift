package import Markup

extension VectorImage {
    /// The icon of all account pages, served at `PagePath.icon`: the keyhole that stands beside the name of the service, in the colours
    /// of the light pages, which can be told apart on light and dark tabs.
    package static let accountPages = VectorImage(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8.5" fill="#0b6656"/>
        <circle cx="16" cy="12" r="6" fill="#fff"/>
        <path d="M14 14h4l3.75 12h-11.5z" fill="#fff"/>
        </svg>

        """)
}
