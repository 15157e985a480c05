public import Foundation

/// A value that the user can edit (CXF 1.0, `EditableField`). Its description omits the value, which can be a password.
public struct ASImportableEditableField: Hashable, Codable, Sendable {
    /// The type of the value.
    public enum FieldType: String, Hashable, Codable, Sendable {
        /// The security type of a Wi-Fi network.
        case wifiNetworkSecurityType = "wifi-network-security-type"
        /// A country, by its ISO 3166 code.
        case countryCode = "country-code"
        /// A secret text.
        case concealedString = "concealed-string"
        /// A part of a country, by its ISO 3166 code.
        case subdivisionCode = "subdivision-code"
        /// A date, as in 2026-11-28.
        case date
        /// An e-mail address.
        case email
        /// A number.
        case number
        /// A text.
        case string
        /// `true` or `false`.
        case boolean
        /// A month, as in 2026-11.
        case yearMonth = "year-month"
    }

    /// The identifier of the field.
    public var id: Data?
    /// The type of the value.
    public var fieldType: FieldType
    /// The value.
    public var value: String
    /// The label that the user chose.
    public var label: String?

    /// Creates a field.
    public init(id: Data?, fieldType: FieldType, value: String, label: String? = nil) {
        self.id = id
        self.fieldType = fieldType
        self.value = value
        self.label = label
    }

    private enum CodingKeys: String, CodingKey {
        case id, fieldType, value, label
    }

    /// Decodes a field in CXF. A type of a later version of the format is decoded as ``FieldType/string``.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.octetsIfPresent(.id)
        fieldType = FieldType(rawValue: try members.decode(String.self, forKey: .fieldType)) ?? .string
        value = try members.decode(String.self, forKey: .value)
        label = try members.decodeIfPresent(String.self, forKey: .label)
    }

    /// Encodes the field in CXF.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(octets: id, .id)
        try members.encode(fieldType, forKey: .fieldType)
        try members.encode(value, forKey: .value)
        try members.encodeIfPresent(label, forKey: .label)
    }
}

extension ASImportableEditableField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type of the value, without the value.
    public var description: String { "ASImportableEditableField(\(fieldType.rawValue), redacted)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
