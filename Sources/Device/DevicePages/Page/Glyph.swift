import Markup

/// A small icon in the colour of the surrounding text. It is hidden from screen readers; a label states its meaning.
enum Glyph {
    case faceID, touchID, eye, lock, openLock, key, signal, wireless, noNetwork, battery, message, gear, person, otherPerson,
        envelope
    case forward, back, down, close, check, erase, shift, globe, clock, home, warning, compass, pencil, shield, watch

    var html: HTML {
        HTML {
            DangerousRawMarkup(
                trusted:
                    "<svg class=\"glyph\(isMirrored ? " mirrored" : "")\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\(lines)</svg>"
            )
        }
    }

    /// Whether the icon points in the direction of reading.
    private var isMirrored: Bool { self == .forward || self == .back }

    private var lines: StaticString {
        switch self {
        case .faceID:
            """
            <path d="M4 8.5V6.5A2.5 2.5 0 0 1 6.500 4h2M15.500 4h2A2.500 2.500 0 0 1 20 6.500v2M20 15.500v2a2.500 2.500 0 0 1-2.500 2.500h-2M8.500 20h-2A2.500 2.500 0 0 1 4 17.500v-2"/>\
            <path d="M8.600 9.200v1.500M15.400 9.200v1.500M12.200 9v3.600h-1M8.800 15c1.800 1.700 4.600 1.700 6.400 0"/>
            """
        case .touchID:
            """
            <path d="M5.500 8.500a8 8 0 0 1 13 0M4.500 12.500a7.500 7.500 0 0 1 15 0v1.500M7.500 18.500v-6a4.500 4.500 0 0 1 9 0v4.500M10.500 20v-7.500a1.500 1.500 0 0 1 3 0V20"/>
            """
        case .eye:
            #"<path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12z"/><circle cx="12" cy="12" r="3"/>"#
        case .lock: #"<rect x="5" y="11" width="14" height="9.500" rx="2.200"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>"#
        case .openLock: #"<rect x="5" y="11" width="14" height="9.500" rx="2.200"/><path d="M8 11V7.500a4 4 0 0 1 7.700-1.500"/>"#
        case .key: #"<circle cx="8" cy="12" r="4.200"/><path d="M12.200 12H21M18 12v3.500M15 12v2.500"/>"#
        case .signal:
            #"<g class="solid"><rect x="2" y="14.500" width="3.600" height="5" rx="1"/><rect x="7.300" y="11.500" width="3.600" height="8" rx="1"/><rect x="12.600" y="8" width="3.600" height="11.500" rx="1"/><rect x="17.900" y="4.500" width="3.600" height="15" rx="1"/></g>"#
        case .wireless:
            #"<path d="M3 9.500a13 13 0 0 1 18 0M6.200 13a8.400 8.400 0 0 1 11.600 0M9.300 16.400a3.900 3.900 0 0 1 5.400 0"/><circle class="solid" cx="12" cy="19.500" r="1"/>"#
        case .noNetwork:
            #"<path d="M3 9.500a13 13 0 0 1 5-3M21 9.500a13 13 0 0 0-8.500-3.600M6.200 13a8.400 8.400 0 0 1 4-2.200M9.300 16.400a3.900 3.900 0 0 1 5.400 0M4 3.500l16 17"/>"#
        case .battery:
            #"<rect x="1.500" y="7" width="18.500" height="10" rx="3"/><rect class="solid" x="3.500" y="9" width="12" height="6" rx="1.400"/><path d="M22.500 10.500v3"/>"#
        case .message:
            #"<path class="solid" d="M12 4c5.200 0 9.200 3.300 9.200 7.500S17.200 19 12 19a11 11 0 0 1-3-.4c-1 .9-2.600 1.600-4.500 1.600.9-.9 1.400-2 1.500-3A7 7 0 0 1 2.800 11.500C2.800 7.300 6.800 4 12 4z"/>"#
        case .gear:
            #"<circle cx="12" cy="12" r="3.200"/><circle cx="12" cy="12" r="6.800"/><path d="M12 2.500v2.700M12 18.800v2.700M2.500 12h2.700M18.800 12h2.700M5.300 5.300l1.900 1.900M16.800 16.800l1.900 1.900M18.700 5.300l-1.900 1.900M7.200 16.800l-1.900 1.900"/>"#
        case .person:
            #"<circle cx="12" cy="8.300" r="3.800"/><path d="M4.500 20c.6-4 3.600-6.200 7.500-6.200s6.900 2.200 7.500 6.200"/>"#
        case .otherPerson:
            #"<circle cx="10" cy="8.300" r="3.800"/><path d="M2.500 20c.6-4 3.600-6.200 7.500-6.200 1.800 0 3.400.5 4.700 1.300M17 14.800l5 5M22 14.800l-5 5"/>"#
        case .envelope: #"<rect x="3" y="5.500" width="18" height="13" rx="2.500"/><path d="M3.800 7.500l8.200 6 8.200-6"/>"#
        case .forward: #"<path d="M9.500 5.500l6.500 6.500-6.500 6.500"/>"#
        case .back: #"<path d="M15 5l-7 7 7 7"/>"#
        case .down: #"<path d="M5.500 9l6.500 6.500L18.500 9"/>"#
        case .close: #"<path d="M6.500 6.500l11 11M17.500 6.500l-11 11"/>"#
        case .check: #"<path d="M5 12.800l4.600 4.700L19 7"/>"#
        case .erase:
            #"<path d="M8.500 5.500H20a1.500 1.500 0 0 1 1.500 1.500v10a1.500 1.500 0 0 1-1.500 1.500H8.500L2.500 12zM11.500 9.500l5 5M16.500 9.500l-5 5"/>"#
        case .shift: #"<path d="M12 3.800l8 8.200h-4v7.500H8V12H4z"/>"#
        case .globe: #"<circle cx="12" cy="12" r="8.500"/><path d="M3.500 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17"/>"#
        case .clock: #"<circle cx="12" cy="12" r="8.500"/><path d="M12 7v5.300l3.400 2"/>"#
        case .home: #"<path d="M4 11l8-7 8 7v8.500a1 1 0 0 1-1 1h-4.500v-6h-5v6H5a1 1 0 0 1-1-1z"/>"#
        case .warning: #"<path d="M12 4L2.800 19.500h18.400zM12 10v4.500M12 17.200v.1"/>"#
        case .shield:
            #"<path d="M12 3l7.500 2.800v5.400c0 4.600-3.100 8.100-7.500 9.800-4.400-1.700-7.500-5.200-7.500-9.800V5.800zM8.600 12l2.500 2.500 4.500-4.700"/>"#
        case .watch:
            #"<rect x="6.500" y="7" width="11" height="10" rx="3"/><path d="M8.500 7l.7-4h5.600l.7 4M8.500 17l.7 4h5.600l.7-4M19.500 10.500v3"/>"#
        case .compass: #"<circle cx="12" cy="12" r="8.500"/><path d="M15.800 8.200l-2.400 5.200-5.200 2.400 2.400-5.200z"/>"#
        case .pencil: #"<path d="M4 20l1-4.500L16 4.500a1.800 1.800 0 0 1 2.600 0l.9.9a1.800 1.800 0 0 1 0 2.600L8.500 19z"/>"#
        }
    }
}
