import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch

/// Providers of credentials, on threads of their own: the extension and the person take their time.
extension Phone {
    func askProvider(_ number: Int, _ provider: AppIdentifier, _ question: ProviderQuestion) {
        let withdrawal = Withdrawal()
        withCore { $0.providerWithdrawals[number] = withdrawal }
        DispatchQueue(label: "phone.providers").async { [weak self] in
            guard let desk = self?.device.services.services.providers else { return }
            let outcome = desk.ask(provider, question, until: withdrawal)
            _ = self?.withCore { $0.providerWithdrawals.removeValue(forKey: number) }
            self?.hear(.provided(number: number, outcome))
        }
    }

    func stopProvider(_ number: Int) {
        withCore { $0.providerWithdrawals.removeValue(forKey: number) }?.withdraw()
    }

    func setProvider(_ app: String, isOn: Bool) throws(PhoneRefusal) {
        do {
            try device.setProvidesPasswords(isOn, of: app)
        } catch {
            throw PhoneRefusal(.failed, "this cannot be written down: \(error)")
        }
        noticeDevice()
    }
}
