extension WordTable {
    static let english = WordTable(
        [
            (.email, "e-mail, emailaddress, mail address, mailaddress, mailbox address"),
            (
                .username,
                "user name, user id, userid, username, user $, login name, login id, logon name, logon id, screen name, sign in name, sign-in id, "
                    + "member name, nickname, nick name, user code, account name, player name, mailbox name, uid, access id, net id, online id"
            ),
            (
                .account,
                "login, log in, logon, account, account number, member number, member id, membership number, customer number, customer id, "
                    + "client number, client id, id, identifier, student id, employee id, staff id, profile name, display name, alias, "
                    + "card number, number, no, handle, access number, user number, policy number, uname, usr, loyalty number, domain"
            ),
            (
                .password,
                "password, passwort, passphrase, pass phrase, passcode, pass code, pass, pwd, psw, passwd, passwrd, pswd, memorable word"
            ),
            (
                .oneTimeCode,
                "one time code, one time password, one time pass code, one time pin, otp, otc, totp, 2fa, mfa, two factor, two step, 2 step, "
                    + "2 factor, multi factor, verification code, verify code, security token, sms code, sms token, text message code, "
                    + "authentication code, authenticator code, authenticator, auth code, confirmation code, confirm code, digit code, "
                    + "code we sent, code sent, sent a code, sent you a code, send you a code, sent you an email with a code, emailed you a code, texted you a code, activation code, code from sms, token code, login code, sign in code, access code sent, "
                    + "email code, phone code, mobile code, enter the code, enter code"
            ),
            (.code, "code, token, passcode, vcode"),
            (.pin, "pin, pin code, pin number"),
            (.phone, "phone, mobile, cell phone, cell, telephone, tel, msisdn, fax, sms number"),
            (
                .personName,
                "first name, last name, full name, given name, family name, middle name, surname, forename, your name, name, real name, legal name, "
                    + "maiden name, contact name, fname, lname, salutation, title, initials, suffix, gender, sex"
            ),
            (
                .address,
                "street, address, city, town, zip, zip code, postal, postcode, post code, state, province, country, county, suburb, apartment, apt, "
                    + "suite, unit, district, region, line 1, line 2, shipping, billing, delivery"
            ),
            (
                .card,
                "credit card, debit card, card number, cardholder, card holder, name on card, expiration, expiry, exp date, exp month, exp year, cc, "
                    + "gift card, iban, routing, account holder, bank account"
            ),
            (.cardCode, "cvv, cvc, csc, cvv2, cvc2, cid, security code, card code, card verification"),
            (
                .date,
                "birth, birthday, birthdate, date of birth, dob, date, month, year, day, mm, yyyy, dd, age, bday, arrival, departure, check in, check out"
            ),
            (
                .organization,
                "company, organization, organisation, business, employer, school, university, department, job, occupation, industry, vat"
            ),
            (.search, "search, query, find a, find, filter, keyword, looking for, q"),
            (
                .captcha,
                "captcha, recaptcha, verification image, image code, characters shown, characters in the, characters you see, security image, picture, "
                    + "robot, human, letters shown, check code, random code, validation code, code shown, honeypot, honey pot, valid code"
            ),
            (
                .secretAnswer,
                "security question, secret question, security answer, secret answer, answer, hint, ssn, social security, tax id, national id, nric"
            ),
            (
                .message,
                "message, comment, subject, feedback, note, notes, description, question, url, website, web site, homepage, coupon, promo, promotion, "
                    + "voucher, gift, referral, referred, discount, invite, invitation, quantity, qty, amount, topic, "
                    + "recipient, friend, sponsor, instructions, reason, other, tracking, order number, order"
            ),
            (.new, "new, create, choose, choose a, set, pick a, desired, make a"),
            (.current, "current, old, existing, present, previous"),
            (
                .repeated,
                "confirm, repeat, re-enter, reenter, retype, re-type, again, verify, confirmation, second time, match, once more, check"
            ),
            (
                .signIn,
                "sign in, log in, login, logon, log on, signin, enter, unlock, logging in, welcome back, authenticate, authentication"
            ),
            (
                .signUp,
                "sign up, signup, register, registration, create account, create an account, create your account, create my account, create a new account, create new account, join, "
                    + "new account, open an account, get started, enroll, enrol, subscribe now, new customer, new user, become a, create profile"
            ),
            (.changePassword, "change password, change your password, update password, change my password, password change"),
            (
                .resetPassword,
                "reset password, reset your password, set password, set a password, new password, choose a password, create password"
            ),
            (.newsletter, "newsletter, subscribe, subscription, mailing list, stay updated, updates"),
            (.contact, "contact, contact us, inquiry, enquiry, send message"),
            (.payment, "checkout, payment, pay, order, purchase, cart"),
            (
                .forgotPassword,
                "forgot, forgotten, lost password, trouble, recover, can't access, lost your, cant login, password lost"
            ),
            (.rememberMe, "remember, stay signed in, keep me, stay logged in"),
        ], isForIdentifiers: true)

    /// The identifiers in code, in any language.
    static let identifiers = WordTable(
        [
            (.email, "~email, ~e_mail, mail, mailaddr, emailid, correo, courriel"),
            (
                .username,
                "~username, ~userid, ~user_login, ~userlogin, ~loginid, ~login_id, usr, ~usrname, ~uname, ~loginname, ~accountname, j username, login $"
            ),
            (.password, "~passwor, ~passwd, ~pwd, ~pswd, ~passcode, ~userpass, ~pasword"),
            (
                .oneTimeCode,
                "~onetime, ~totp, ~otpcode, ~otpinput, ~2fa, ~twofactor, ~verificationcode, ~verifycode, ~smscode, ~authcode, ~confirmationcode"
            ),
            (
                .repeated,
                "~confirmpass, ~passwordconf, ~repeat, ~retype, ~verifypass, ~passwordagain, ~confirmation, conf, pass 2, password 2, passwd 2, pw 2, pwd 2, rpass"
            ),
            (.new, "~newpass, ~newpwd, ~passwordnew, ~registerpass, ~registrationpass, ~regpass, ~signuppass"),
            (.current, "~currentpass, ~oldpass, ~passwordold, ~curpass, ~currentpwd, ~oldpwd"),
            (.phone, "~phone, ~mobile, tel"),
            (.personName, "~firstname, ~lastname, ~fullname, ~surname, ~realname, ~middlename"),
            (.captcha, "~captcha, ~checkcode, ~validatecode, ~honeypot, ~imgcode, ~vericode, ~randcode, ~valicode, ~verycode"),
            (.search, "~search, q, ~query, keywords"),
            (.cardCode, "~cvv, ~cvc, ~cardcode, ~securitycode"),
            (.card, "~creditcard, ~cardnumber, ~ccnum, ~cardno"),
            (.signUp, "~signup, ~register, ~registration, ~createaccount, ~newuser, reg, ~enroll"),
            (.signIn, "~signin, ~login, ~logon, ~authenticate"),
            (.changePassword, "~changepass, ~changepwd, ~passwordchange, ~updatepassword"),
            (.resetPassword, "~resetpass, ~setpassword, ~passwordreset"),
        ], isForIdentifiers: true)

    /// The sentences that indicate the purpose of a form, in all languages.
    static let sentences = WordTable([
        (
            .alreadyMember,
            "already have an, already a member, already registered, already have a, have an account already, existing user, bereits registriert, "
                + "bereits ein konto, schon registriert, haben sie bereits, du hast bereits, déjà un compte, déjà inscrit, déjà client, déjà membre, "
                + "ya tienes, ya tiene, ya estás registrado, ya eres, já tem, já possui, já é, hai già, sei già, al een account, heb je al, "
                + "har du redan, har du allerede, masz już, posiadasz już, máte již, už máte, van már, уже есть аккаунт, уже зарегистрированы, "
                + "есть аккаунт, уже есть учетная, вже маєте, вже зареєстровані, zaten hesabın, zaten üye, hesabınız var mı, ~لديك حساب بالفعل, ~لديك حساب, "
                + "~حساب دارید, ~ثبت نام کرده اید, ~כבר רשום, ~יש לך חשבון, đã có tài khoản, sudah punya akun, sudah memiliki akun, 已有账号, 已有帐号, "
                + "已经有账号, 已有帳號, 已有账户, 已經是會員, アカウントをお持ちの, すでにアカウント, 既に会員, 会員の方は, ~이미 계정, ~이미 회원, ~มีบัญชีอยู่แล้ว"
        ),
        (
            .notYetMember,
            "don't have an account, dont have an account, do not have an account, no account, not a member, not registered, haven't registered, not yet "
                + "a member, new to, need an account, new user, first time here, new here, noch kein konto, noch nicht registriert, noch kein, neu bei, pas encore, "
                + "pas de compte, nouveau client, no tienes, no tiene cuenta, aún no, todavía no, não tem uma conta, não tem conta, ainda não, não possui, "
                + "non hai un account, non sei, nog geen account, inget konto, ingen konto, nie masz, nemáte účet, ještě nemáte, nincs fiók, még nincs, "
                + "нет аккаунта, еще не зарегистрированы, ещё не, нет учетной, немає акаунт, ще не, hesabınız yok, üye değil, hesabın yok mu, ~ليس لديك حساب, "
                + "~حساب ندارید, ~אין לך חשבון, ~עוד לא, chưa có tài khoản, belum punya akun, belum memiliki, 没有账号, 还没有, 還沒有, 沒有帳號, 没有帐号, "
                + "立即注册, アカウントをお持ちでない, 初めての方, はじめての方, 会員でない, ~계정이 없, ~회원이 아니, ~아직 회원, ~ยังไม่มีบัญชี"
        ),
        (
            .sentCode,
            "sms, otp, totp, one time, text message, 2fa, mfa, two factor, two step, authenticator, einmal, à usage unique, un solo uso, uso único, "
                + "monouso, eenmalige, jednorazow, jednorázov, engångskod, смс, одноразов, tek kullanımlık, ~短信, ~手机验证码, ~动态, ~動態, ~簡訊, ~简讯, "
                + "~邮箱验证码, ~ワンタイム, ~인증번호, ~یکبار, ~ओटीपी, ~ওটিপি"
        ),
        (
            .strength,
            "at least, characters long, minimum of, min characters, strong password, password strength, must contain, must be, uppercase, upper case, "
                + "lowercase, special character, or more characters, mindestens, zeichen lang, großbuchstaben, au moins, majuscule, al menos, mínimo, mayúscula, "
                + "no mínimo, pelo menos, maiúscula, almeno, maiuscola, minimaal, minst, mindst, co najmniej, przynajmniej, alespoň, legalább, не менее, "
                + "минимум, символов, латинские, не менш, щонайменше, en az, karakter, ít nhất, tối thiểu, minimal, ~على الأقل, ~حداقل, ~לפחות, 至少, 位以上, "
                + "个字符, 位字符, 個字元, 文字以上, 半角英数, 英数字, ~자 이상, ~자리 이상, ~อย่างน้อย"
        ),
    ])
}
