import Foundation
import OpenLocalAuthentication
import Testing

@Suite("LAError") struct LAErrorTests {
    static let codes: [(LAError.Code, Int)] = [
        (.authenticationFailed, -1), (.userCancel, -2), (.userFallback, -3), (.systemCancel, -4), (.passcodeNotSet, -5),
        (.touchIDNotAvailable, -6), (.touchIDNotEnrolled, -7), (.touchIDLockout, -8), (.biometryNotAvailable, -6),
        (.biometryNotEnrolled, -7), (.biometryLockout, -8), (.appCancel, -9), (.invalidContext, -10),
        (.companionNotAvailable, -11), (.notInteractive, -1004),
    ]

    @Test("the domain and codes are Apple's", arguments: codes)
    func numbers(code: LAError.Code, number: Int) {
        let error = LAError(code)
        #expect(code.rawValue == number && error.errorCode == number && error.code == code)
        let object = error as NSError
        #expect(object.domain == "com.apple.LocalAuthentication" && object.code == number)
        #expect(LAErrorDomain == kLAErrorDomain && LAError.errorDomain == LAErrorDomain)
    }

    @Test("an error is caught by its code, by its type, and as an object")
    func catching() {
        func fail() throws { throw LAError(.userCancel, userInfo: [NSLocalizedDescriptionKey: "not now"]) }
        var ways: [String] = []
        do { try fail() } catch LAError.userFallback { ways.append("another code") } catch LAError.userCancel {
            ways.append("code")
        } catch {}
        do { try fail() } catch let error as LAError { ways.append(error.localizedDescription) } catch {}
        do { try fail() } catch let error as LAError where error.code == .userCancel { ways.append("where") } catch {}
        do { try fail() } catch { ways.append("\((error as NSError).code)") }
        do { try fail() } catch {
            switch error {
            case LAError.biometryLockout: ways.append("another code")
            case LAError.userCancel: ways.append("switch")
            default: break
            }
        }
        #expect(ways == ["code", "not now", "where", "-2", "switch"])
    }

    @Test("a switch accepts the current and deprecated names")
    func switching() {
        func name(_ code: LAError.Code) -> String {
            switch code {
            case .biometryNotAvailable: "not available"
            case .biometryLockout: "locked"
            case .touchIDNotEnrolled: "not enrolled"
            default: "other"
            }
        }
        #expect(
            [.touchIDNotAvailable, .touchIDLockout, .biometryNotEnrolled, .userCancel].map(name)
                == ["not available", "locked", "not enrolled", "other"])
    }

    @Test("an error is hashable, although Foundation's own hash would end the process")
    func hashing() {
        let errors: Set = [LAError(.userCancel), LAError(.userCancel, userInfo: ["a": 1]), LAError(.appCancel)]
        #expect(errors.count == 2)
        #expect([LAError(.userCancel): 1][LAError(.userCancel)] == 1)
        #expect(LAError(.userCancel).hashValue == LAError(.userCancel).hashValue)
        #expect(LAError(.userCancel) != LAError(.appCancel))
        #expect(LAError(_nsError: NSError(domain: "elsewhere", code: -2)) != LAError(.userCancel))
    }

    @Test("an error object from a pointer can be converted")
    func fromObject() {
        let object = NSError(domain: LAErrorDomain, code: Int(kLAErrorBiometryLockout))
        #expect(LAError(_nsError: object).code == .biometryLockout)
    }
}
