package import DeviceSimulator

extension Phone: ShownPhone {
    package func setOnline(_ isOnline: Bool) async {
        self.isOnline = isOnline
    }
}
