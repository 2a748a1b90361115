// The standard library has composition (its own string comparison rests on it) but shows it only under this name;
// FoundationEssentials has none, and Foundation would bring ICU in. A test pins what it gives.
@_spi(_Unicode) internal import Swift

extension String {
    /// The text in Unicode's composed form, NFC.
    var composed: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        var text = self
        // Once is not always enough: the library takes apart what may not stay composed (U+0F81) without putting its
        // marks in order with those before it.
        for _ in 0..<4 {
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: text._nfc)
            let next = String(scalars)
            if next.utf8.elementsEqual(text.utf8) { break }
            text = next
        }
        return text
    }

    /// The text without differences of case: texts that differ in case or composition alone give equal keys.
    var caseFolded: String {
        // By way of upper case, so that the sharp s meets "ss", and the two small sigmas each other; lower case first,
        // since the capital sharp s has no other upper case.
        composed.lowercased().uppercased().lowercased().composed
    }
}
