import DeviceProtocol
import Secrets

/// Seals what can be known of an item without opening it. It opens with the item's class, so that a locked device tells no names either.
enum DescriptionSeal {
    static func seal(_ description: ItemDescription, at place: DataSeal.Place, random: any RandomBytes) throws(DeviceRefusal)
        -> [UInt8]
    {
        do throws(SealingError) {
            let key = place.classKey.descriptions
            return try key.seal(description.message, boundTo: place.reference.bytes, random: random).bytes
        } catch {
            throw .unavailable("an item cannot be sealed: \(error)")
        }
    }

    static func open(_ column: [UInt8], at place: DataSeal.Place) throws(DeviceRefusal) -> ItemDescription {
        do {
            let key = place.classKey.descriptions
            return try key.open(Sealed(bytes: column), boundTo: place.reference.bytes).withBytes { bytes throws(WireError) in
                try ItemDescription(message: Array(bytes))
            }
        } catch {
            throw .item(.notDecodable)
        }
    }
}
