/// Cards and documents, which the device does not save.
extension ASImportableCredential {
    /// A payment card (CXF 1.0, `CreditCard`).
    public struct CreditCard: Hashable, Codable, Sendable {
        /// The number.
        public var number: ASImportableEditableField?
        /// The full name.
        public var fullName: ASImportableEditableField?
        /// The card type.
        public var cardType: ASImportableEditableField?
        /// The verification number.
        public var verificationNumber: ASImportableEditableField?
        /// The PIN.
        public var pin: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?
        /// The start of the validity.
        public var validFrom: ASImportableEditableField?

        /// Creates a credit card.
        public init(
            number: ASImportableEditableField?, fullName: ASImportableEditableField?,
            cardType: ASImportableEditableField?, verificationNumber: ASImportableEditableField?,
            pin: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
            validFrom: ASImportableEditableField?
        ) {
            self.number = number
            self.fullName = fullName
            self.cardType = cardType
            self.verificationNumber = verificationNumber
            self.pin = pin
            self.expiryDate = expiryDate
            self.validFrom = validFrom
        }
    }

    /// A name of a person (CXF 1.0, `PersonName`).
    public struct PersonName: Hashable, Codable, Sendable {
        /// The title.
        public var title: ASImportableEditableField?
        /// The given name.
        public var given: ASImportableEditableField?
        /// The informal given name.
        public var givenInformal: ASImportableEditableField?
        /// The second given name.
        public var given2: ASImportableEditableField?
        /// The surname prefix.
        public var surnamePrefix: ASImportableEditableField?
        /// The surname.
        public var surname: ASImportableEditableField?
        /// The second surname.
        public var surname2: ASImportableEditableField?
        /// The titles after the name, such as an academic degree.
        public var credentials: ASImportableEditableField?
        /// The generation, such as Jr.
        public var generation: ASImportableEditableField?

        /// Creates a person name.
        public init(
            title: ASImportableEditableField?, given: ASImportableEditableField?,
            givenInformal: ASImportableEditableField?, given2: ASImportableEditableField?,
            surnamePrefix: ASImportableEditableField?, surname: ASImportableEditableField?,
            surname2: ASImportableEditableField?, credentials: ASImportableEditableField?,
            generation: ASImportableEditableField?
        ) {
            self.title = title
            self.given = given
            self.givenInformal = givenInformal
            self.given2 = given2
            self.surnamePrefix = surnamePrefix
            self.surname = surname
            self.surname2 = surname2
            self.credentials = credentials
            self.generation = generation
        }
    }

    /// A postal address (CXF 1.0, `Address`).
    public struct Address: Hashable, Codable, Sendable {
        /// The street address.
        public var streetAddress: ASImportableEditableField?
        /// The postal code.
        public var postalCode: ASImportableEditableField?
        /// The city.
        public var city: ASImportableEditableField?
        /// The territory.
        public var territory: ASImportableEditableField?
        /// The country.
        public var country: ASImportableEditableField?
        /// The telephone.
        public var telephone: ASImportableEditableField?

        /// Creates an address.
        public init(
            streetAddress: ASImportableEditableField?, postalCode: ASImportableEditableField?,
            city: ASImportableEditableField?, territory: ASImportableEditableField?,
            country: ASImportableEditableField?, telephone: ASImportableEditableField?
        ) {
            self.streetAddress = streetAddress
            self.postalCode = postalCode
            self.city = city
            self.territory = territory
            self.country = country
            self.telephone = telephone
        }

        private enum CodingKeys: String, CodingKey {
            case streetAddress
            case postalCode
            case city
            case territory
            case country
            case telephone = "tel"
        }
    }

    /// A driver’s license (CXF 1.0, `DriversLicense`).
    public struct DriversLicense: Hashable, Codable, Sendable {
        /// The full name.
        public var fullName: ASImportableEditableField?
        /// The birth date.
        public var birthDate: ASImportableEditableField?
        /// The issue date.
        public var issueDate: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?
        /// The issuing authority.
        public var issuingAuthority: ASImportableEditableField?
        /// The territory.
        public var territory: ASImportableEditableField?
        /// The country.
        public var country: ASImportableEditableField?
        /// The license number.
        public var licenseNumber: ASImportableEditableField?
        /// The license class.
        public var licenseClass: ASImportableEditableField?

        /// Creates a driver’s license.
        public init(
            fullName: ASImportableEditableField?, birthDate: ASImportableEditableField?,
            issueDate: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
            issuingAuthority: ASImportableEditableField?, territory: ASImportableEditableField?,
            country: ASImportableEditableField?, licenseNumber: ASImportableEditableField?,
            licenseClass: ASImportableEditableField?
        ) {
            self.fullName = fullName
            self.birthDate = birthDate
            self.issueDate = issueDate
            self.expiryDate = expiryDate
            self.issuingAuthority = issuingAuthority
            self.territory = territory
            self.country = country
            self.licenseNumber = licenseNumber
            self.licenseClass = licenseClass
        }
    }

    /// An identity document (CXF 1.0, `IdentityDocument`).
    public struct IdentityDocument: Hashable, Codable, Sendable {
        /// The issuing country.
        public var issuingCountry: ASImportableEditableField?
        /// The document number.
        public var documentNumber: ASImportableEditableField?
        /// The identification number.
        public var identificationNumber: ASImportableEditableField?
        /// The nationality.
        public var nationality: ASImportableEditableField?
        /// The full name.
        public var fullName: ASImportableEditableField?
        /// The birth date.
        public var birthDate: ASImportableEditableField?
        /// The birth place.
        public var birthPlace: ASImportableEditableField?
        /// The sex.
        public var sex: ASImportableEditableField?
        /// The issue date.
        public var issueDate: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?
        /// The issuing authority.
        public var issuingAuthority: ASImportableEditableField?

        /// Creates an identity document.
        public init(
            issuingCountry: ASImportableEditableField?, documentNumber: ASImportableEditableField?,
            identificationNumber: ASImportableEditableField?, nationality: ASImportableEditableField?,
            fullName: ASImportableEditableField?, birthDate: ASImportableEditableField?,
            birthPlace: ASImportableEditableField?, sex: ASImportableEditableField?,
            issueDate: ASImportableEditableField?, expiryDate: ASImportableEditableField?,
            issuingAuthority: ASImportableEditableField?
        ) {
            self.issuingCountry = issuingCountry
            self.documentNumber = documentNumber
            self.identificationNumber = identificationNumber
            self.nationality = nationality
            self.fullName = fullName
            self.birthDate = birthDate
            self.birthPlace = birthPlace
            self.sex = sex
            self.issueDate = issueDate
            self.expiryDate = expiryDate
            self.issuingAuthority = issuingAuthority
        }
    }

    /// A passport (CXF 1.0, `Passport`).
    public struct Passport: Hashable, Codable, Sendable {
        /// The issuing country.
        public var issuingCountry: ASImportableEditableField?
        /// The passport type.
        public var passportType: ASImportableEditableField?
        /// The passport number.
        public var passportNumber: ASImportableEditableField?
        /// The national identification number.
        public var nationalIdentificationNumber: ASImportableEditableField?
        /// The nationality.
        public var nationality: ASImportableEditableField?
        /// The full name.
        public var fullName: ASImportableEditableField?
        /// The birth date.
        public var birthDate: ASImportableEditableField?
        /// The birth place.
        public var birthPlace: ASImportableEditableField?
        /// The sex.
        public var sex: ASImportableEditableField?
        /// The issue date.
        public var issueDate: ASImportableEditableField?
        /// The expiry date.
        public var expiryDate: ASImportableEditableField?
        /// The issuing authority.
        public var issuingAuthority: ASImportableEditableField?

        /// Creates a passport.
        public init(
            issuingCountry: ASImportableEditableField?, passportType: ASImportableEditableField?,
            passportNumber: ASImportableEditableField?, nationalIdentificationNumber: ASImportableEditableField?,
            nationality: ASImportableEditableField?, fullName: ASImportableEditableField?,
            birthDate: ASImportableEditableField?, birthPlace: ASImportableEditableField?,
            sex: ASImportableEditableField?, issueDate: ASImportableEditableField?,
            expiryDate: ASImportableEditableField?, issuingAuthority: ASImportableEditableField?
        ) {
            self.issuingCountry = issuingCountry
            self.passportType = passportType
            self.passportNumber = passportNumber
            self.nationalIdentificationNumber = nationalIdentificationNumber
            self.nationality = nationality
            self.fullName = fullName
            self.birthDate = birthDate
            self.birthPlace = birthPlace
            self.sex = sex
            self.issueDate = issueDate
            self.expiryDate = expiryDate
            self.issuingAuthority = issuingAuthority
        }
    }
}
