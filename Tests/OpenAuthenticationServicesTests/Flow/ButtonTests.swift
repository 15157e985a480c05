import DeviceScreens
import DeviceSimulator
import Foundation
import OpenAuthenticationServices
import Testing

@Suite("Sign in with Apple button") @MainActor
struct ButtonTests {
    @Test("a button has its type, style, corners, and a title in the app's language")
    func screen() {
        typealias Button = ASAuthorizationAppleIDButton
        let rows: [(Button.ButtonType, Button.Style, String, String, AppButton.Style)] = [
            (.signIn, .black, "en-GB", "Sign in with Apple", .appleBlack),
            (.continue, .white, "de", "Mit Apple fortfahren", .appleWhite),
            (.signUp, .whiteOutline, "zh-TW", "使用 Apple 註冊", .appleWhiteOutline),
            (.signIn, .black, "xx", "Sign in with Apple", .appleBlack),
        ]
        for (type, style, language, title, look) in rows {
            let button = Button(type: type, style: style)
            button.cornerRadius = 12
            #expect(
                AppButton("apple", button, language: language) == AppButton("apple", title: title, style: look, cornerRadius: 12))
        }
        #expect(AppButton("apple", Button(), language: "en").cornerRadius == 6)
        let button = SignInWithAppleButton(.continue) { _ in
        } onCompletion: { _ in
        }
        #expect(
            AppButton("a", button, language: "en")
                == AppButton("a", title: "Continue with Apple", style: .appleBlack, cornerRadius: 6))
        #expect(AppButton("a", button.signInWithAppleButtonStyle(.whiteOutline), language: "en").style == .appleWhiteOutline)
    }

    @Test("the SwiftUI button performs its request, and returns the credential or the error")
    func pressing() async throws {
        let party = try await Apple.party()
        let device = try party.device()
        var results: [Result<ASAuthorization, any Error>] = []
        let button = SignInWithAppleButton {
            $0.requestedScopes = [.email]
        } onCompletion: {
            results.append($0)
        }
        device.sheets.will(.cancel)
        await device.run { await button.press().value }
        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        await device.run { await button.press().value }
        #expect(results.count == 2)
        #expect(throws: ASAuthorizationError(.canceled)) { try results.first?.get() }
        let authorization = try #require(try results.last?.get())
        let credential = try #require(authorization.credential as? ASAuthorizationAppleIDCredential)
        #expect(credential.email != nil && credential.fullName?.givenName == nil)
        #expect(authorization.provider is ASAuthorizationAppleIDProvider)
    }
}
