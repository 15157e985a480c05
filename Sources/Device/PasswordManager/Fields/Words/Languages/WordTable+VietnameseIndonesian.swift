extension WordTable {
    /// Vietnamese, Indonesian, Malay and Filipino.
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
}
