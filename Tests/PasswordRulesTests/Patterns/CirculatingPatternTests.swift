import PasswordRules
import Testing

/// Patterns that many pages use, each with a near-twin that rules cannot express.
@Suite("Common patterns")
struct CirculatingPatternTests {
    static let marks = ##"[-!"#$%&'()*+,./:;<=>?@[\^_`{|}~]]"##

    @Test(
        "common patterns are converted, their near-twins are not",
        arguments: [
            (
                #"(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{8,}"#, "required: digit; required: lower; required: upper; minlength: 8;",
                #"(?=.*\d$).{8,}"#
            ),
            (
                #"^(?=.*?[A-Z])(?=.*?[a-z])(?=.*?[0-9])(?=.*?[#?!@$%^&*-]).{8,}$"#,
                "required: upper; required: lower; required: digit; required: [-#?!@$%^&*]; minlength: 8;", "^(?=.+?[A-Z]).{8,}$"
            ),
            (
                #"^(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?=.*[@#$%^&+=])(?=\S+$).{8,}$"#,
                "required: digit; required: lower; required: upper; required: [@#$%^&+=]; "
                    + #"allowed: [-!"'()*,./:;<>?[\_`{|}~]]; minlength: 8;"#,
                #"^(?=.*[0-9])(?=\S+).{8,}$"#
            ),
            (
                #"^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d@$!%*#?&]{8,}$"#,
                "required: upper, lower; required: digit; allowed: [@$!%*#?&]; minlength: 8;", "^(?=.*[!])[A-Za-z]{8,}$"
            ),
            (
                #"(?=^.{8,}$)((?=.*\d)|(?=.*\W+))(?![.\n])(?=.*[A-Z])(?=.*[a-z]).*$"#,
                ##"required: digit, [- !"#$%&'()*+,/:;<=>?@[\^`{|}~]]; required: upper; required: lower; allowed: [_]; minlength: 8;"##,
                #"(?=^.{8,}$)((?=.*\d)|(?=\W+))(?=.*[A-Z]).*$"#
            ),
            ("[a-zA-Z0-9]{6,12}", "allowed: lower, upper, digit; minlength: 6; maxlength: 12;", "[a-zA-Z1-9]{6,12}"),
            (#"\S{8,}"#, "allowed: upper, lower, digit, \(marks); minlength: 8;", #"\S{8,}\d"#),
            (#"[^\s]{8,}"#, "allowed: upper, lower, digit, \(marks); minlength: 8;", #"[^\sa]{8,}"#),
            ("^(?=.*[A-Z]+)(?=.*[0-9]+?).{8,}$", "required: upper; required: digit; minlength: 8;", "^(?=.*[A-Z]*).{8,}$"),
            (
                "(?=(.*[a-z]){1,})(?=(?:.*[A-Z])).{7,30}", "required: lower; required: upper; minlength: 7; maxlength: 30;",
                "(?=(.*[a-z]){2,}).*"
            ),
            ("(?=.*[a-z].*)(?=.*_.*$).{8,}", "required: lower; required: [_]; minlength: 8;", "(?=.*[a-z].*[a-z]).{8,}"),
            (
                #"((?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[@#$%]).{6,20})"#,
                "required: digit; required: lower; required: upper; required: [@#$%]; minlength: 6; maxlength: 20;",
                #"((?=.*\d).{6,20})+"#
            ),
            (
                #"^.*(?=.{8,})(?=.*[a-zA-Z])(?=.*\d)(?=.*[!#$%&? "]).*$"#,
                #"required: lower, upper; required: digit; required: [!#$%&? "]; minlength: 8;"#, #"^.+(?=.{8,})(?=.*\d).*$"#
            ),
            (
                #"^(?![0-9]+$)(?![a-zA-Z]+$)[0-9A-Za-z]{6,20}$"#,
                "required: upper, lower; required: digit; minlength: 6; maxlength: 20;", "^(?![0-9]+)[0-9A-Za-z]{6,20}$"
            ),
            (
                #"^(?=[^A-Z]*[A-Z])(?=\D*\d).{8,}$"#, "required: upper; required: digit; minlength: 8;",
                #"^(?=\w*\d)[a-zA-Z0-9!]{8,}$"#
            ),
            ("(?=[A-Za-z0-9]+$)^(?=.*[a-z]).*", "required: lower; allowed: upper, digit;", "(?=[A-Za-z0-9])(?=.*[a-z]).*"),
            ("(?=.{1,9}$)[a-z]+", "required: lower; minlength: 1; maxlength: 9;", "(?=.?$)[a-z]+"),
            ("(?=.{8,}$)(?=[a-z]+$).*", "required: lower; minlength: 8;", "(?=.{20,}$).{8,10}"),
        ])
    func usual(pattern: String, text: String, twin: String) throws {
        #expect(try ConvertedPattern(pattern)?.text == text)
        #expect(try ConvertedPattern(twin) == nil)
    }

    @Test(
        "patterns with forbidden characters are converted",
        arguments: [
            (#"(?!.*\s)(?=.*\d).{8,}"#, "required: digit; allowed: upper, lower, \(marks); minlength: 8;", #"(?!.*\s\s).{8,}"#),
            (
                #"(?!.* )(?=.*\W).{8,}"#,
                "required: \(marks.filter { $0 != "_" }); allowed: upper, lower, digit, [_]; minlength: 8;", "(?!.* ?).{8,}"
            ),
            ("(?!.*[<>])[!<>a-z]{8,}", "allowed: lower, [!]; minlength: 8;", "(?!.*[<>])[<>]{8,}"),
            ("(?!.*[!-?])[!a-z?]{8,}", "required: lower; minlength: 8;", "(?!.*[!-y])[!a-z?]{8,}"),
            ("(?![-_])[a-z_-]{8,}", "required: lower; minlength: 8;", "(?![0-9])[a-z0-9_-]{8,}"),
            (
                #"(?!.*(.)\1{2})[a-z0-9]{8,}"#, "allowed: lower, digit; max-consecutive: 2; minlength: 8;",
                #"(?!(.)\1{2})[a-z0-9]{8,}"#
            ),
            (#"(?!.*(.)\1).{8,}"#, "max-consecutive: 1; minlength: 8;", #"(?!.*(.).*\1).{8,}"#),
            (#"(?!.*(.)\1\1+)(?!.*(\w)\2{3,}.*$).+"#, "max-consecutive: 2;", #"(?!.*(.)\1*).+"#),
            (#"(?=(.*[a-z]){1,})(?!.*(.)\2{2}).+"#, "required: lower; max-consecutive: 2;", #"(?=(.*[a-z]){1,})(?!.*(.)\1{2}).+"#),
        ])
    func rejected(pattern: String, text: String, twin: String) throws {
        #expect(try ConvertedPattern(pattern)?.text == text)
        #expect(try ConvertedPattern(twin) == nil)
    }

    @Test(
        "ranges, escapes and properties are converted",
        arguments: [
            (#"[\x20-\x7E]{8,}"#, "allowed: upper, lower, digit, special; minlength: 8;", #"[\x20-\x7]{8,}"#),
            (#"[\u0021-\u{7e}]{8,}"#, "allowed: upper, lower, digit, \(marks); minlength: 8;", #"[\u{21-\u{7E}]{8,}"#),
            (#"[\x21-\x3F]{4,}"#, ##"allowed: digit, [-!"#$%&'()*+,./:;<=>?]; minlength: 4;"##, #"[\x21-\x34]{4,}"#),
            ("[a-z!-/]{4,}", ##"allowed: lower, [-!"#$%&'()*+,./]; minlength: 4;"##, "[a-z/-!]{4,}"),
            ("[a-z)-+]{4,}", "allowed: lower, [)*+]; minlength: 4;", "[a-z+--]{4,}"),
            ("[a-z<-_]{4,}", "allowed: lower, [<_]; minlength: 4;", "[a-z&&A-Z]{4,}"),
            ("[A-z]{4,}", #"allowed: upper, lower, [[\^_`]]; minlength: 4;"#, "[A-y]{4,}"),
            ("[^!-?]{4,}", #"allowed: upper, lower, [ @[\^_`{|}~]]; minlength: 4;"#, "[^!-4]{4,}"),
            ("[A-Za-zÀ-ÿ]{4,}", "allowed: upper, lower; minlength: 4;", "[À-ÿ]{4,}"),
            (#"(?=.*\p{Lu})(?=.*\p{Nd}).{4,}"#, "required: upper; required: digit; minlength: 4;", #"(?=.*\p{Greek}).{4,}"#),
            (#"[\p{L}\P{S}]{4,}"#, ##"allowed: upper, lower, digit, [- !"#%&'()*,./:;?@[\_{}]]; minlength: 4;"##, #"[\p{L]{4,}"#),
            (#"(?=.*[^A-Za-z0-9]).{4,}"#, "required: special; minlength: 4;", "(?=.*[^A-Za-z0-9])[A-Za-z0-9!@#$]{4,}"),
            (#"\s+"#, "allowed: [ ];", #"\t+"#),
        ])
    func characters(pattern: String, text: String, twin: String) throws {
        #expect(try ConvertedPattern(pattern)?.text == text)
        #expect(try ConvertedPattern(twin) == nil)
    }
}
