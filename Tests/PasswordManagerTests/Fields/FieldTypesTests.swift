import PasswordManager
import Testing

@Suite("Classification of page fields")
struct FieldTypesTests {
    /// A page, and the types of its fields for typed text.
    struct Page: Sendable, CustomTestStringConvertible {
        let title: String
        let html: String
        let types: [FieldType]
        var testDescription: String { title }

        init(_ title: String, _ html: String, _ types: FieldType...) {
            (self.title, self.html, self.types) = (title, html, types)
        }
    }

    static let pages: [Page] = [
        Page(
            "sign in", "<form><input name=user><input type=password name=p><button>Log in</button></form>", .username,
            .currentPassword),
        Page(
            "sign in by e-mail", "<form><input type=email name=email><input type=password><button>Sign in</button></form>",
            .username, .currentPassword),
        Page(
            "sign up by e-mail", "<form><input type=email name=email><input type=password><button>Sign up</button></form>", .email,
            .newPassword),
        Page(
            "sign up by both", "<form><input name=login><input name=email><input type=password><button>OK</button></form>",
            .username, .email,
            .newPassword),
        Page(
            "a repeated password is new",
            "<form><input name=email><input type=password name=a><input type=password name=b placeholder='Repeat password'></form>",
            .email, .newPassword, .newPassword),
        Page(
            "change",
            "<h1>Change password</h1><form><input type=password name=old_password><input type=password name=new><input type=password name=new2></form>",
            .currentPassword, .newPassword, .newPassword),
        Page(
            "three without names", "<form><input type=password><input type=password><input type=password></form>", .currentPassword,
            .newPassword, .newPassword),
        Page("unlock", "<form><input type=password><button>Unlock</button></form>", .currentPassword),
        Page("without a form", "<input name=username><input type=password>", .username, .currentPassword),
        Page("an account that has no name", "<form><input><input type=password></form>", .username, .currentPassword),
        Page("a text alone", "<form><input></form>", .other),
        Page("first the account", "<form action=/login><input type=email name=identifier><button>Next</button></form>", .username),
        Page("a newsletter", "<form action=/newsletter><input type=email name=email><button>Subscribe</button></form>", .email),
        Page("a one-time code", "<form><label for=c>Enter the code we sent to your phone</label><input id=c></form>", .oneTimeCode),
        Page(
            "one box per digit",
            "<p>Enter the code from your app</p><form>" + String(repeating: "<input maxlength=1>", count: 4) + "</form>",
            .oneTimeCode, .oneTimeCode, .oneTimeCode, .oneTimeCode),
        Page(
            "boxes without a code", "<form>" + String(repeating: "<input maxlength=1>", count: 4) + "</form>", .other, .other,
            .other, .other),
        Page("a code that the page speaks of", "<p>We sent you a code</p><form><input name=code></form>", .oneTimeCode),
        Page("a code that nothing speaks of", "<form><input name=code></form>", .other),
        Page(
            "a code of a message next to a password",
            "<form><input placeholder='手机号'><input placeholder='短信验证码'><input type=password><button>注册</button></form>", .other,
            .oneTimeCode,
            .newPassword),
        Page("a declared code", "<form><input autocomplete='section-a one-time-code'></form>", .oneTimeCode),
        Page("a code by its name", "<form><input type=tel name=otp maxlength=6></form>", .oneTimeCode),
        Page("a coupon is not a one-time code", "<form><label>Coupon code <input name=coupon></label></form>", .other),
        Page(
            "a captcha",
            "<form><input name=user><input type=password><input name=captcha placeholder='Verification code'></form>", .username,
            .currentPassword, .other),
        Page(
            "a captcha between a user name and a password",
            "<form><input><input placeholder='Código de verificación'><input type=password><button>Entrar</button></form>",
            .username, .other, .currentPassword),
        Page(
            "a code without a name below a Spanish heading",
            "<form><h2>Código de verificación</h2><label>Código <input></label><button>Continuar</button></form>", .oneTimeCode),
        Page("a captcha alone", "<form><input name=captcha placeholder='Verification code'></form>", .other),
        Page("a code of that label and another name", "<form><input name=c placeholder='Verification code'></form>", .oneTimeCode),
        Page("a search", "<form><input type=search name=q></form><form><input name=q placeholder=Search></form>", .other, .other),
        Page("a card's code is no password", "<form><input name=cardnumber><input type=password name=cvv></form>", .other, .other),
        Page("a secret answer", "<form><input type=password name=answer placeholder='Security answer'></form>", .other),
        Page(
            "declared only to prevent filling",
            "<form><input name=user autocomplete=new-password><input type=password autocomplete=new-password><a>Forgot password?</a><button>Log in</button></form>",
            .username, .currentPassword),
        Page(
            "correctly declared new",
            "<form><input name=user><input type=password autocomplete=new-password><button>Go</button></form>", .username,
            .newPassword),
        Page(
            "rules are for new passwords", "<form><input name=user><input type=password passwordrules='minlength: 12'></form>",
            .username, .newPassword),
        Page(
            "a name of a person", "<form><label>Your name <input name=name></label><label>E-mail <input name=mail></label></form>",
            .other, .email),
        Page(
            "a password that is shown", "<form><input name=email><input type=text name=password><button>Sign in</button></form>",
            .username, .currentPassword),
        Page(
            "labels that follow their fields",
            "<form><input name=email><span>E-mail</span><br><input><span>User name</span><br><input type=password><span>Password</span><br><button>Sign up</button></form>",
            .email, .username, .newPassword),
        Page(
            "telephone or email",
            "<form><label>E-mail or phone <input type=tel autocomplete=tel></label><input type=password><button>Log in</button></form>",
            .username, .currentPassword),
        Page(
            "a telephone",
            "<form><label>Phone <input type=tel></label><label>E-mail <input name=email></label><input type=password><button>Sign up</button></form>",
            .other, .email, .newPassword),
        Page(
            "sign-in and sign-up in one form",
            "<form><h2>Log in</h2><input type=email name=a><input type=password name=b><button>Log in</button><h2>Create account</h2>"
                + "<input type=email name=c><input type=password name=d><input type=password name=e><button>Register</button></form>",
            .username, .currentPassword, .email, .newPassword, .newPassword),
        Page(
            "an account after the password",
            "<form><input name=login><input type=password><input type=email name=mail><button>Sign up</button></form>", .username,
            .newPassword,
            .email),
        Page(
            "two forms",
            "<form><input name=a_user><input type=password><button>Log in</button></form><form><input type=email><input type=password><button>Register</button></form>",
            .username, .currentPassword, .email, .newPassword),
    ]

    @Test("each field has its expected type", arguments: pages)
    func types(_ page: Page) throws {
        let fields = try FormPage(html: Array(page.html.utf8)).classify()
        #expect(fields.map(\.type) == page.types, "\(fields.map(\.evidence))")
    }

    @Test("a field without typed text is other, with any name")
    func untyped() throws {
        let html = """
            <form><input type=hidden name=username><input type=checkbox name=password><input type=submit name=login value="Log in">
            <textarea name=email></textarea><select name=username><option>user name</select><input type=date name=otp></form>
            """
        let fields = try FormPage(html: Array(html.utf8)).classify()
        #expect(fields.map(\.type) == Array(repeating: .other, count: 6))
        #expect(fields.map(\.field.name) == ["username", "password", "login", "email", "username", "otp"])
        #expect(fields[0].evidence == "hidden")
        #expect(fields[4].evidence == "not typed: choice")
    }

    @Test("the evidence names the deciding fact")
    func evidence() throws {
        let html =
            "<form><input autocomplete=username><input type=password><button>Log in</button></form><form><label>E-mail <input></label></form>"
        let fields = try FormPage(html: Array(html.utf8)).classify()
        #expect(fields.map(\.evidence) == ["declared: username", "form: sign in", "label: e-mail"])
    }
}
