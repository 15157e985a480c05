/// The values of a substitution variable as patterns, prepared for matching.
final class PatternChoice: Sendable {
    /// The values without wildcards, by their first character.
    private let literals: [UInt32: [[UInt32]]]
    /// The values with wildcards.
    private let patterns: [[PatternStep]]
    /// Whether one of the values is empty.
    private let hasEmpty: Bool
    /// The number of steps of all values, plus one for each value.
    let weight: Int

    init(_ values: [String], isFolded: Bool) {
        var (literals, patterns, hasEmpty) = ([UInt32: [[UInt32]]](), [[PatternStep]](), false)
        for value in values {
            if value.unicodeScalars.contains(where: { PatternStep.wildcard($0) != nil }) {
                patterns.append(PatternStep.steps(ofValue: value, isFolded: isFolded))
            } else {
                let units = PatternText.units(value, isFolded: isFolded)
                if let first = units.first { literals[first, default: []].append(units) } else { hasEmpty = true }
            }
        }
        self.literals = literals
        self.patterns = patterns
        self.hasEmpty = hasEmpty
        weight = values.reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    }

    /// Advances the reached positions over each of the values.
    func advance(_ positions: inout PositionSet, in text: PatternText) {
        var union = hasEmpty ? positions : PositionSet(emptyOf: positions.length)
        if positions.isSparse {
            addLiterals(from: positions, in: text, to: &union)
        } else {
            addLiteralsTogether(from: positions, in: text, to: &union)
        }
        for steps in patterns {
            var reached = positions
            for step in steps where !reached.isEmpty { step.advance(&reached, in: text) }
            union.formUnion(reached)
        }
        positions = union
    }

    /// Advances position by position, which is fast for few positions.
    private func addLiterals(from positions: PositionSet, in text: PatternText, to union: inout PositionSet) {
        positions.forEach { position in
            guard position < text.units.count, let values = literals[text.units[position]] else { return }
            for value in values where text.holds(value, at: position) { union.insert(position + value.count) }
        }
    }

    /// Advances all positions together.
    private func addLiteralsTogether(from positions: PositionSet, in text: PatternText, to union: inout PositionSet) {
        for (first, values) in literals {
            var start = positions
            start.advance(over: text.occurrences(of: first))
            guard !start.isEmpty else { continue }
            for value in values {
                var reached = start
                for unit in value.dropFirst() where !reached.isEmpty { reached.advance(over: text.occurrences(of: unit)) }
                union.formUnion(reached)
            }
        }
    }
}

/// The variables that patterns of a file may use: its custom variables, then the predefined ones.
struct PatternVariables: Sendable {
    private let own: [String: (exact: PatternChoice, folded: PatternChoice)]

    init(_ variables: [SubstitutionVariable] = []) {
        var own: [String: (exact: PatternChoice, folded: PatternChoice)] = [:]
        for variable in variables {
            let values = variable.values.map(\.value)
            own[variable.name.value] = (PatternChoice(values, isFolded: false), PatternChoice(values, isFolded: true))
        }
        self.own = own
    }

    /// Returns the step for a variable. Returns nil if it is undefined.
    func step(named name: String, isFolded: Bool) -> PatternStep? {
        if let choice = own[name] { return .choice(isFolded ? choice.folded : choice.exact) }
        if let set = Self.sets[name] { return .oneOf(isFolded ? set.folded : set) }
        if let choice = Self.lists[name] { return .choice(isFolded ? choice.folded : choice.exact) }
        return nil
    }

    /// Returns whether the name is one of Apple's predefined variables.
    static func isPredefined(_ name: String) -> Bool { sets[name] != nil || lists[name] != nil }

    private static let sets: [String: ASCIISet] = [
        "alpha": .letters, "upper": .upper, "lower": .lower, "alnum": .lettersAndDigits, "digit": .digits,
        "xdigit": .hexadecimalDigits,
    ]

    private static let lists: [String: (exact: PatternChoice, folded: PatternChoice)] = [
        "region": (
            PatternChoice(PredefinedCodes.regions, isFolded: false), PatternChoice(PredefinedCodes.regions, isFolded: true)
        ),
        "lang": (
            PatternChoice(PredefinedCodes.languages, isFolded: false), PatternChoice(PredefinedCodes.languages, isFolded: true)
        ),
    ]
}

/// The codes of `$(region)` and `$(lang)`: the ISO codes that Foundation lists on Apple's systems.
///
/// They are constants because the lists of other systems differ and change with the ICU version. There are 257 regions, including
/// GB but not UK, and 631 languages.
enum PredefinedCodes {
    static let regions = list(
        """
        AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
        CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET FI FJ FK FM FO FR
        GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
        KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU
        MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
        SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US
        UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """)

    static let languages = list(
        """
        aa ab ace acf ach ada ady ae aeb af afh agq ain ak akk akz ale aln alt am an ang anp apw ar arc arn aro arp arq ars arw
        ary arz as asa ase ast av avk awa ay az ba bal ban bar bas bax bbc bbj be bej bem ber bew bez bfd bfq bg bgc bgn bho bi
        bik bin bjn bkm bla blo bm bn bo bpy bqi br bra brh brx bs bss bua bug bum byn byv ca cad car cay cch ccp ce ceb cgg ch
        chb chg chk chm chn cho chp chr chy cic ckb co com cop cps cr crh crj crk crl crm cs csb cst csw cu cv cwd cy da dak dar
        dav de del den dgr din dje doi dsb dtp dua dum dv dyo dyu dz dzg ebu ee efi egl egy eka el elx en enm eo es esu et eu
        ewo ext fa fan fat ff fi fil fit fj fla fo fon fr frc frm fro frp frr frs fur fy ga gaa gag gan gay gba gbz gcf gd gez
        gil gl glk gmh gn goh gom gon gor got grb grc gsw gu guc gur guz gv gwi ha hai hak haw hch he hi hif hil hit hmn ho hr
        hsb hsn ht hu hup hy hz ia iba ibb id ie ig ii ik ilo inh io is isc it iu izh ja jam jbo jgo jmc jpr jrb jut jv ka kaa
        kab kac kaj kam kaw kbd kbl kcg kde kea ken kfo kg kgp kha kho khq khw ki kio kiu kj kk kkj kl kln km kmb kn ko koi kok
        kos kpe kr krc kri krj krl kru ks ksb ksf ksh ku kum kut kv kw kxv ky la lad lag lah lam lb lez lfn lg li lij liv lkt
        lmo ln lo lol loz lrc lt ltg lu lua lui lun luo lus lut luy lv lzh lzz mad maf mag mai mak man mas mde mdf mdh mdr men
        mer mfe mg mga mgh mgo mh mi mic mid min mis mk ml mn mnc mni moh mos mr mrj ms mt mua mul mus mwl mwr mwv my mye myv
        mzn na nan nap naq nb nd nds ne new nez ng nia niu njo nl nmg nn nnh nnp no nog non nov nqo nr nso nus nv nwc ny nym nyn
        nyo nzi oc oj om or os osa ota otk oui pa pag pal pam pap pau pcd pcm pdc pdt peo pfl phn pi pl pms pnt pon pqm prg pro
        ps pt qu quc qug raj rap rar rej rgn rhg rif rm rn ro rof rom rtm ru rue rug rup rw rwk sa sad sah sam saq sas sat saz
        sba sbp sc scn sco sd sdc sdh se see seh sei sel ses sg sga sgs shi shn shp shu si sid sjd sje sju sk sl sli sly sm sma
        smj smn sms sn snk so sog sq sr srn srr srs ss ssy st stq su suk sus sux sv sw swb syc syr szl ta tcy te tem teo ter tet
        tg th ti tig tiv tk tkl tkr tlh tli tly tmh tn to tog tok tpi tr tru trv ts tsd tsi tt ttt tum tvl tw twq ty tyv tzm udm
        ug uga uk umb und ur uz vai ve vec vep vi vls vmf vmw vo vot vro vun wa wae wal war was wbp wo wuu xal xh xmf xnr xog
        yao yap yav ybb yi yo yrl yue za zap zbl zea zen zgh zh zu zun zxx zza
        """)

    private static func list(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}

/// A parsed pattern before variables are resolved: characters, wildcards and variables with their positions.
struct PatternSyntax {
    enum Piece: Equatable {
        case character(Unicode.Scalar)
        case any
        case run
        case variable(String)
    }

    /// The pieces, each with its range in the scalars of the pattern, from 0.
    let pieces: [(piece: Piece, range: Range<Int>)]

    /// The positions of `$(` without a name.
    let unterminated: [Int]

    init(_ pattern: String) {
        let scalars = Array(pattern.unicodeScalars)
        var (pieces, unterminated, index) = ([(Piece, Range<Int>)](), [Int](), 0)
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == "$", index + 1 < scalars.count, scalars[index + 1] == "(" {
                if let end = Self.end(ofNameAt: index + 2, in: scalars) {
                    let name = String(String.UnicodeScalarView(scalars[(index + 2)..<end]))
                    pieces.append((.variable(name), index..<(end + 1)))
                    index = end + 1
                    continue
                }
                unterminated.append(index)
            }
            let piece: Piece = scalar == "*" ? .run : scalar == "?" ? .any : .character(scalar)
            pieces.append((piece, index..<(index + 1)))
            index += 1
        }
        self.pieces = pieces
        self.unterminated = unterminated
    }

    /// Returns the index of the parenthesis that closes a name, which contains neither `$` nor parentheses.
    private static func end(ofNameAt start: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard let end = scalars[start...].firstIndex(where: { $0 == ")" || $0 == "$" || $0 == "(" }) else { return nil }
        return scalars[end] == ")" ? end : nil
    }

    /// The names of the variables in the pattern.
    var variables: [String] {
        pieces.compactMap { if case .variable(let name) = $0.piece { name } else { nil } }
    }
}
