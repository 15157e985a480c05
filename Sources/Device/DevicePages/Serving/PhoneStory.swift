import DeviceSimulator

/// The additions of `latchkey dev` to its phones: the users who own them, the guided tour, and two ways to begin again.
package struct PhoneStory: Sendable {
    /// An owner of phones. A page shows the phones of one person.
    package struct Person: Sendable {
        package let name: String
        /// The numbers of the phones, counted from 1.
        package let phones: ClosedRange<Int>

        package init(name: String, phones: ClosedRange<Int>) {
            self.name = name
            self.phones = phones
        }
    }

    let people: [Person]
    let erase: @Sendable (Int) -> Void
    let startOver: @Sendable () -> Void
    private let tour = Tour()

    /// Creates a story.
    ///
    /// - Parameters:
    ///   - people: The owners, with every phone once.
    ///   - erase: Erases a phone, by its number, and sets it up again. It returns at once, so that the request can be answered.
    ///   - startOver: Deletes all data and starts again. It returns at once.
    package init(
        people: [Person], erase: @escaping @Sendable (Int) -> Void, startOver: @escaping @Sendable () -> Void
    ) {
        self.people = people
        self.erase = erase
        self.startOver = startOver
    }

    /// Observes a view, and returns the steps of the tour that have happened.
    func observe(_ view: PhoneView, of number: Int) -> Set<TourStep> {
        let isSecond = people.contains { $0.phones.contains(number) && $0.phones.lowerBound < number }
        return tour.observe(view, of: number, isSecond: isSecond)
    }

    /// Returns the index of the owner of a phone; the first person if the phone has none.
    func person(ofPhone number: Int) -> Int { people.firstIndex { $0.phones.contains(number) } ?? 0 }
}
