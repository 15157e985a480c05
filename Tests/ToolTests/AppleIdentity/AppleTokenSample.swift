/// Recorded tokens and keys, created outside this project. Their time is 1760000000.
enum AppleTokenSample {
    /// A key on P-256 without `alg`, which signed the tokens.
    static let key =
        #"{"kty":"EC","kid":"E1","crv":"P-256","x":"JesiOHB5P8tAEunRmL1LIhOEDFFs3TJDPXib8lsy63k","y":"mb2mNEJjWV2jcSVZQ2-OFHwpG_6Ps9okfjvux0sFI5M"}"#

    static let identityToken = """
        eyJraWQiOiJFMSIsImFsZyI6IkVTMjU2In0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wbGUuYX\
        BwIiwiZXhwIjoxNzYwMDAwNjAwLCJpYXQiOjE3NjAwMDAwMDAsInN1YiI6IjAwMS5hLjEiLCJub25jZSI6InJhdyIsImVtYWlsX3ZlcmlmaWVk\
        IjoidHJ1ZSJ9.5UJcBo5OQx18yqz-KwL6Z_jQ7IL67d4Q-02hinPTtTYoGkMWX_jet76Khb0HKE4O1cgVDKQRjkBax1y3-1rSnQ
        """

    static let notification = """
        eyJraWQiOiJFMSIsImFsZyI6IkVTMjU2In0.eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmV4YW1wbGUuYX\
        BwIiwiZXhwIjoxNzYwMDg2NDAwLCJpYXQiOjE3NjAwMDAwMDAsImp0aSI6ImoxIiwiZXZlbnRzIjoie1widHlwZVwiOlwiY29uc2VudC1yZXZv\
        a2VkXCIsXCJzdWJcIjpcIjAwMS5hLjFcIixcImV2ZW50X3RpbWVcIjoxNzYwMDAwMDAwMDAwfSJ9.0lXRRU4C_MKxDtfdve0txeZJ2vGOsIaKY\
        cy1nT-70MdlDj0x1_GkkFPEYwnmW75ug1Vvrs67DmW-PhDn_7kudg
        """

    /// An RSA key without `alg` and `kid`.
    static let rsaKey = """
        {"kty":"RSA","n":"pL04E3y4Veop-ycD2JnaPGMJc2X5lkklfYvqGbg-sVaebYlS-5OGkw5PxksFnyjhpGeP6bkukgtGeNg2JCpfNfS1Qytj\
        4T1t1FxirJUWG9dI7c5D5UqKaU0MZYKkURpFb2xfcrzRi0xhbMntJOzW-W1f2zkJw8X0zJOgONUmg2BVqwtP_1bVS43D8IZFPMx7jZW3UT9ifc\
        01znzTlr8_q6MnmvuHN1-HrfFoGvE8sQBAstBALC4THqCHmtXEtai_BXUNm6pDLKCM88s2FY7wWyZQrlvpBGfiiLi7X2x_hNeYiKiGJ49wP8-u\
        R2KA2d27QuMy7WQJNyVCWkMgJso47Q","e":"AQAB"}
        """

    /// A message whose header names no key, signed with ``rsaKey``.
    static let rsaMessage = """
        eyJhbGciOiJSUzI1NiJ9.e30.Bz6u-UsBsVu-jPUxQkKhAg_reBmXsOxo8g-Y19w6Mxd0vx4Ume3WcOPoQvk1HsIa7KpMW8KJPu7SeApayjPzb\
        HAZuQMfrfZChWoi38KV1QpxFr8zsVJQyZTn9H9x1_yZjCl5kcN1RuzxkKbp3AFGE3aUFV8vNMIyVxXe12ThLD5YldAwgoga-f6hVBsQrLCPVHp\
        e9l601nPMjwdd4edVivYPQMc5xHLzVxF-MFsDoS5MZ-0ICoCJ-s5I8DLnR1lbM-3ntV8KpiDF7GLxjR5AiTTqgf46jIaabzzd1YcVzz-_PyVg0\
        -kKVCB08D2uy3o3k_CWPnba8liWpmcr6dkw6w
        """
}
