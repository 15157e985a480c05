import JuiceApp

/// Juice's extension for modifying accounts, as a program that a device starts.
@main
struct JuiceUpgrade {
    static func main() {
        AccountAuthenticationModificationViewController.main()
    }
}
