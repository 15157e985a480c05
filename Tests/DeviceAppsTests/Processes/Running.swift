import DeviceScreens
import DeviceSimulator
import JuiceApp

import MotivationApp

/// The process in which an app runs.
enum Running: String, CaseIterable, Sendable {
    case inThisProcess, inItsOwn

    var juice: any AppProgram {
        switch self {
        case .inThisProcess: ScreenAppProgram(JuiceApp.self)
        case .inItsOwn: ExecutableProgram(at: BuiltExecutable.path("Juice"))
        }
    }

    var motivation: any AppProgram {
        switch self {
        case .inThisProcess: ScreenAppProgram(MotivationApp.self)
        case .inItsOwn: ExecutableProgram(at: BuiltExecutable.path("MotivationApp"))
        }
    }
}
