/// Writes RTF: text, paragraphs and links, in ASCII.
enum RichTextWriter {
    static func rtf(_ text: AttributedString) -> Data {
        var output = #"{\rtf1\ansi\ansicpg1252\uc1\deff0{\fonttbl{\f0\fswiss Helvetica;}}\f0\fs24 "#
        for run in text.runs {
            let content = escaped(String(text[run.range].characters))
            if let link = run.attributes[AttributeScopes.FoundationAttributes.LinkAttribute.self] {
                // A quotation mark would end the address.
                let address = escaped(link.absoluteString.replacing("\"", with: "%22"))
                output += #"{\field{\*\fldinst{HYPERLINK ""# + address + #""}}{\fldrslt "# + content + "}}"
            } else {
                output += content
            }
        }
        return Data((output + "}").utf8)
    }

    private static func escaped(_ text: String) -> String {
        var output = ""
        for unit in text.utf16 {
            switch unit {
            case 0x5C, 0x7B, 0x7D: output += "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x0A: output += "\\par\n"
            case 0x09: output += "\\tab "
            case 0x2028: output += "\\line "
            case 0x20..<0x7F: output.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
            default: output += "\\u\(Int16(bitPattern: unit))?"
            }
        }
        return output
    }
}
