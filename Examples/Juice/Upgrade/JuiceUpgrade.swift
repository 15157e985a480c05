import JuiceApp

/// Juice's account modification extension, as a program that a device starts.
@main
struct JuiceUpgrade {
    static func main() {
        AccountAuthenticationModificationViewController.main()
    }
}
