extension WordTable {
    /// The words of Chinese, simplified and traditional.
    static let chinese = WordTable([
        (.email, "邮箱, 电子邮件, 邮件地址, 電子郵件, 電郵, 信箱, 电邮, 電子信箱, 郵箱"),
        (.username, "用户名, 用户, 账号, 帐号, 登录名, 昵称, 使用者名稱, 用戶名, 帳號, 使用者帳號, 賬號, 使用者, 会员名, 登入名稱, 账户, 帳戶, 會員帳號, 通行证, 用戶名稱"),
        (.account, "学号, 工号, 身份证, 身分證, 客户号, 客戶號碼, 会员号, 卡号, 統一編號, 學號, 会员编号, 证件号"),
        (.password, "密码, 密碼, 口令, 通行碼, 口令"),
        (.oneTimeCode, "短信验证码, 手机验证码, 动态密码, 动态码, 一次性密码, 简讯验证码, 簡訊驗證碼, 校验码, 邮箱验证码, 動態密碼, 一次性密碼, 短信密码, 動態碼, 短信校验码"),
        (.code, "验证码, 驗證碼"),
        (.phone, "手机, 手機, 电话, 電話, 手机号, 移动电话, 流動電話"),
        (.personName, "姓名, 名字, 姓氏, 真实姓名, 真實姓名, 联系人"),
        (.address, "地址, 城市, 邮编, 邮政编码, 郵遞區號, 省份, 街道"),
        (.card, "信用卡, 银行卡, 有效期"),
        (.date, "生日, 出生, 日期, 年月日"),
        (.organization, "公司, 单位, 企业, 單位"),
        (.search, "搜索, 搜尋, 查找, 查询, 搜一搜"),
        (.captcha, "图形验证码, 圖形驗證碼, 图片验证码, 看不清, 附加码, 圖片驗證, 图形码, 識別碼"),
        (.message, "留言, 内容, 备注, 主题, 邀请码, 優惠碼, 优惠码, 邀請碼, 推荐人"),
        (.new, "新密码, 新密碼, 设置密码, 設定密碼, 设置登录密码, 创建密码"),
        (.current, "当前密码, 旧密码, 原密码, 目前密碼, 舊密碼, 原密碼"),
        (.repeated, "确认密码, 重复密码, 再次输入, 确认, 確認密碼, 再次輸入, 確認, 再输入一次, 重复, 再輸入"),
        (.signIn, "登录, 登陆, 登入, 登錄"),
        (.signUp, "注册, 註冊, 创建账号, 加入會員, 申请账号, 建立帳號, 注冊, 申請帳號"),
        (.changePassword, "修改密码, 更改密码, 變更密碼, 修改密碼"),
        (.resetPassword, "重置密码, 重設密碼"),
        (.newsletter, "订阅, 訂閱, 電子報"),
        (.forgotPassword, "忘记, 忘記, 找回密码"),
        (.rememberMe, "记住, 記住, 自动登录, 保持登入, 记住我, 下次自动"),
    ])

    static let japanese = WordTable([
        (.email, "メールアドレス, メール, eメール, 電子メール, mailアドレス"),
        (
            .username,
            "ユーザー名, ユーザ名, ユーザー, ユーザ, ログイン名, ログインid, アカウント, ニックネーム, 利用者id, ユーザーid, ユーザid, 会員id, idまたは, livedoorid, ペンネーム, 利用者名"
        ),
        (.account, "会員番号, お客様番号, 契約番号, 口座番号, 店番, 社員番号, 学籍番号, お客さま番号, ご契約番号, 会員no, カード番号, 管理番号, 契約者番号, 顧客番号"),
        (.password, "パスワード, 暗証番号, 合言葉, パスフレーズ"),
        (.oneTimeCode, "ワンタイムパスワード, 認証コード, 確認コード, 認証番号, smsコード, ワンタイム, セキュリティコードを送信"),
        (.code, "コード"),
        (.phone, "電話番号, 電話, 携帯, 携帯番号"),
        (.personName, "氏名, お名前, 名前, 姓, 名, フリガナ, ふりがな, セイ, メイ, 苗字"),
        (.address, "住所, 郵便番号, 都道府県, 市区町村, 番地"),
        (.card, "クレジットカード, 有効期限, カード名義"),
        (.date, "生年月日, 誕生日, 年, 月, 日"),
        (.organization, "会社名, 会社, 法人"),
        (.search, "検索, さがす, キーワード"),
        (.captcha, "画像認証, 画像, 表示されている文字, 文字を入力"),
        (.message, "お問い合わせ内容, 内容, 件名, メッセージ, クーポン, 備考"),
        (.new, "新しい, 新規パスワード, 新パスワード"),
        (.current, "現在の, 今の, 旧パスワード"),
        (.repeated, "確認, もう一度, 再入力, 確認用, 再度"),
        (.signIn, "ログイン, サインイン, ログオン"),
        (.signUp, "新規登録, 会員登録, 登録, アカウント作成, サインアップ, 新規会員, 申し込み, お申込み"),
        (.changePassword, "パスワード変更, パスワードの変更, パスワードを変更"),
        (.resetPassword, "パスワード再設定, パスワードの再設定, リセット"),
        (.newsletter, "メルマガ, メールマガジン, 購読"),
        (.forgotPassword, "忘れ, お忘れ, 忘れた"),
        (.rememberMe, "保存する, 記憶, ログイン状態, 次回から, 自動ログイン, ログインしたまま"),
    ])

    static let korean = WordTable([
        (.email, "~이메일, ~전자우편, ~메일"),
        (.username, "~아이디, ~사용자 이름, ~사용자명, ~사용자, ~닉네임, ~별명, ~계정, ~로그인 id"),
        (.account, "~회원번호, ~고객번호, ~사번, ~학번, ~주민등록번호, ~사업자등록번호"),
        (.password, "~비밀번호, ~패스워드, ~암호"),
        (.oneTimeCode, "~인증번호, ~인증코드, ~인증 코드, ~확인 코드, ~일회용, ~보안코드"),
        (.phone, "~휴대폰, ~전화번호, ~핸드폰, ~휴대전화, ~연락처"),
        (.personName, "~이름, ~성명, ~성함"),
        (.address, "~주소, ~우편번호"),
        (.date, "~생년월일, ~생일"),
        (.organization, "~회사, ~직장"),
        (.search, "~검색"),
        (.captcha, "~자동입력, ~보안문자, ~자동 입력 방지"),
        (.message, "~메시지, ~내용, ~제목, ~추천인"),
        (.new, "~새 비밀번호, ~새로운, ~신규 비밀번호"),
        (.current, "~현재 비밀번호, ~기존 비밀번호, ~이전 비밀번호"),
        (.repeated, "~비밀번호 확인, ~재확인, ~다시, ~재입력, ~한번 더"),
        (.signIn, "~로그인, ~접속"),
        (.signUp, "~회원가입, ~가입, ~계정 만들기, ~계정 생성"),
        (.changePassword, "~비밀번호 변경"),
        (.resetPassword, "~비밀번호 재설정"),
        (.newsletter, "~뉴스레터, ~구독"),
        (.forgotPassword, "~찾기, ~잊으"),
        (.rememberMe, "~아이디 저장, ~로그인 상태, ~자동 로그인, ~기억"),
    ])

    /// The words of Hindi, Bengali, Tamil and Thai.
    static let southAsian = WordTable([
        (.email, "~ईमेल, ~ई-मेल, ~ইমেইল, ~ইমেল, ~மின்னஞ்சல், ~อีเมล, ~อีเมล์"),
        (.username, "~उपयोगकर्ता नाम, ~उपयोगकर्ता, ~यूज़र नाम, ~यूज़रनेम, ~यूजर, ~ব্যবহারকারীর নাম, ~ব্যবহারকারী, ~ইউজার, ~பயனர், ~ชื่อผู้ใช้, ~ผู้ใช้, ~ชื่อบัญชี"),
        (.account, "~เลขบัตรประชาชน, ~หมายเลขบัตร, ~รหัสนักศึกษา, ~รหัสประจำตัว, ~รหัสลูกค้า"),
        (.password, "~पासवर्ड, ~কুটশব্দ, ~পাসওয়ার্ড, ~கடவுச்சொல், ~รหัสผ่าน, ~พาสเวิร์ด"),
        (.oneTimeCode, "~ओटीपी, ~ওটিপি, ~รหัส otp, ~รหัสยืนยัน, ~सत्यापन कोड"),
        (.phone, "~मोबाइल, ~फ़ोन, ~फोन, ~মোবাইল, ~ফোন, ~โทรศัพท์, ~เบอร์โทร, ~มือถือ"),
        (.personName, "~नाम, ~নাম, ~ชื่อ-นามสกุล, ~นามสกุล, ~ชื่อจริง"),
        (.search, "~खोज, ~অনুসন্ধান, ~ค้นหา, ~தேடு"),
        (.captcha, "~कैप्चा, ~ตัวอักษรในภาพ, ~รหัสในภาพ"),
        (.new, "~नया, ~নতুন, ~ใหม่"),
        (.current, "~वर्तमान, ~ปัจจุบัน, ~เดิม"),
        (.repeated, "~पुष्टि, ~নিশ্চিত, ~ยืนยัน, ~อีกครั้ง"),
        (.signIn, "~लॉगिन, ~लॉग इन, ~साइन इन, ~লগইন, ~লগ ইন, ~เข้าสู่ระบบ, ~ล็อกอิน, ~உள்நுழை"),
        (.signUp, "~पंजीकरण, ~साइन अप, ~নিবন্ধন, ~সাইন আপ, ~สมัครสมาชิก, ~ลงทะเบียน, ~สร้างบัญชี"),
        (.forgotPassword, "~भूल, ~ভুলে, ~ลืม"),
        (.rememberMe, "~याद रखें, ~মনে রাখুন, ~จดจำ"),
    ])

    /// The words of Greek, Croatian, Serbian, Slovene, Bulgarian and Albanian.
    static let southEastern = WordTable([
        (
            .email,
            "ηλεκτρονικό ταχυδρομείο, διεύθυνση email, ηλεκτρονική διεύθυνση, адреса е-поште, имейл, имейл адрес, електронна поща, e-pošta, e-poštni naslov, el. pošta"
        ),
        (
            .username,
            "όνομα χρήστη, χρήστης, korisničko ime, korisnik, корисничко име, потребителско име, потребител, uporabniško ime, uporabnik, përdoruesi"
        ),
        (.account, "κωδικός πελάτη, αφμ, korisnički broj, jmbg, егн, клиентски номер, oib"),
        (.password, "κωδικός πρόσβασης, συνθηματικό, κωδικός, lozinka, zaporka, šifra, geslo, лозинка, шифра, парола, fjalëkalimi"),
        (
            .oneTimeCode,
            "κωδικός επαλήθευσης, κωδικός μίας χρήσης, verifikacijski kod, kod za potvrdu, код за потвърждение, potrditvena koda"
        ),
        (.phone, "τηλέφωνο, κινητό, mobitel, мобилен, телефон"),
        (.personName, "όνομα, επώνυμο, ονοματεπώνυμο, ime, prezime, ime i prezime, priimek, име, презиме, фамилия"),
        (.search, "αναζήτηση, pretraži, traži, търсене, iskanje, претрага"),
        (.new, "νέος, νέο, nova, нова, нов"),
        (.current, "τρέχων, τρέχον, παλιός, trenutna, stara, текуща, стара"),
        (.repeated, "επιβεβαίωση, επανάληψη, potvrdi, ponovi, potvrda, ponovite, повтори, потвърди, потврди"),
        (.signIn, "σύνδεση, είσοδος, prijava, prijavi se, вход, влез, пријава, пријави, hyr"),
        (.signUp, "εγγραφή, δημιουργία λογαριασμού, registracija, registriraj, регистрация, регистрирай, регистрација"),
        (.forgotPassword, "ξεχάσατε, ξέχασα, zaboravili, zaboravljena, забравена, забравили, pozabljeno, заборавили"),
        (.rememberMe, "να με θυμάσαι, zapamti, запомни, запамти, zapomni"),
    ])

    /// The words of Vietnamese, Indonesian, Malay and Filipino.
    static let vietnameseIndonesian = WordTable([
        (.email, "thư điện tử, địa chỉ email, hộp thư, surel, alamat email, alamat emel, emel"),
        (
            .username,
            "tên đăng nhập, tên người dùng, tên truy cập, người dùng, tài khoản, nama pengguna, pengguna, id pengguna, nama akun"
        ),
        (
            .account,
            "mã khách hàng, số tài khoản, mã số, mã sinh viên, cmnd, cccd, mã số thuế, nomor pelanggan, nik, nim, no ktp, tên miền"
        ),
        (.password, "mật khẩu, kata sandi, sandi, kata laluan, katasandi, matkhau, mat khau"),
        (.oneTimeCode, "mã xác nhận, mã xác minh, mã otp, mã xác thực, kode verifikasi, kode otp, kod pengesahan"),
        (.phone, "số điện thoại, điện thoại, nomor telepon, nomor hp, no hp, nomor ponsel, telepon, nombor telefon"),
        (.personName, "họ tên, họ và tên, họ, nama, nama lengkap, nama depan, nama belakang"),
        (.address, "địa chỉ, thành phố, alamat, kota, kode pos"),
        (.date, "ngày sinh, tanggal lahir"),
        (.search, "tìm kiếm, tìm, cari, carian"),
        (.captcha, "mã bảo vệ, mã kiểm tra, mã an toàn, mã hình, kode gambar, mã capcha"),
        (.message, "nội dung, tiêu đề, pesan, lời nhắn"),
        (.new, "mới, baru, baharu"),
        (.current, "hiện tại, cũ, lama, saat ini, semasa"),
        (.repeated, "nhập lại, xác nhận, lần nữa, ulangi, konfirmasi, sahkan, ulang"),
        (.signIn, "đăng nhập, masuk, log masuk, dangnhap"),
        (.signUp, "đăng ký, daftar, buat akun, registrasi, dang ky, pendaftaran, tạo tài khoản"),
        (.changePassword, "đổi mật khẩu, thay đổi mật khẩu, ubah kata sandi, ganti password"),
        (.forgotPassword, "quên, lupa"),
        (.rememberMe, "ghi nhớ, nhớ, ingat saya, duy trì"),
    ])

    /// The words of Arabic, Persian, Urdu and Hebrew.
    static let rightToLeft = WordTable([
        (
            .email,
            "~البريد الإلكتروني, ~بريد الكتروني, ~البريد, ~ایمیل, ~پست الکترونیک, ~الايميل, ~إيميل, ~رایانامه, ~ای میل, ~אימייל, ~דוא״ל, ~דואל, ~דואר אלקטרוני, ~מייל"
        ),
        (
            .username,
            "~اسم المستخدم, ~المستخدم, ~نام کاربری, ~شناسه کاربری, ~کاربری, ~کلمه کاربری, ~صارف نام, ~שם משתמש, ~שם המשתמש"
        ),
        (
            .account,
            "~رقم العميل, ~رقم الهوية, ~رقم الحساب, ~کد ملی, ~شماره ملی, ~شماره دانشجویی, ~کد پرسنلی, ~شماره مشتری, ~תעודת זהות, ~מספר זהות, ~ת.ז, ~קוד משתמש"
        ),
        (
            .password,
            "~كلمة المرور, ~كلمة السر, ~الرقم السري, ~رمز عبور, ~گذرواژه, ~کلمه عبور, ~رمزعبور, ~پاس ورڈ, ~סיסמה, ~סיסמא, ~الرمز السري"
        ),
        (
            .oneTimeCode,
            "~رمز التحقق, ~رمز التأكيد, ~كود التحقق, ~رمز یکبار مصرف, ~رمز پویا, ~کد تایید, ~کد فعال سازی, ~קוד אימות, ~קוד חד פעמי, ~کد تأیید"
        ),
        (
            .phone,
            "~رقم الهاتف, ~الهاتف, ~الجوال, ~رقم الجوال, ~موبایل, ~تلفن همراه, ~شماره موبایل, ~تلفن, ~طلפון, ~טלפון, ~נייד, ~سلולרי"
        ),
        (.personName, "~الاسم, ~اسم العائلة, ~الاسم الأول, ~نام خانوادگی, ~نام و نام, ~שם פרטי, ~שם משפחה, ~שם מלא"),
        (.search, "~بحث, ~ابحث, ~جستجو, ~חיפוש, ~חפש"),
        (.captcha, "~کد امنیتی, ~رمز الصورة, ~کد تصویر, ~تصویر, ~کپچا, ~الصورة, ~عبارت امنیتی, ~תמונה"),
        (.message, "~الرسالة, ~الموضوع, ~پیام, ~موضوع, ~הודעה, ~נושא"),
        (.new, "~جديدة, ~الجديدة, ~جدید, ~חדשה"),
        (.current, "~الحالية, ~القديمة, ~فعلی, ~قدیمی, ~נוכחית"),
        (.repeated, "~تأكيد, ~إعادة, ~تکرار, ~تایید رمز, ~اعادة, ~אימות סיסמ, ~שוב, ~وחזור"),
        (.signIn, "~تسجيل الدخول, ~دخول, ~الدخول, ~ورود, ~התחבר, ~כניסה, ~התחברות"),
        (.signUp, "~إنشاء حساب, ~التسجيل, ~تسجيل جديد, ~اشترك, ~ثبت نام, ~ثبت‌نام, ~عضویت, ~הרשמה, ~הירשם, ~ایجاد حساب"),
        (.changePassword, "~تغيير كلمة المرور, ~تغییر رمز, ~שינוי סיסמה"),
        (.forgotPassword, "~نسيت, ~هل نسيت, ~فراموش, ~فراموشی, ~שכחתי, ~שכחת"),
        (.rememberMe, "~تذكرني, ~مرا به خاطر, ~זכור אותי"),
    ])
}
