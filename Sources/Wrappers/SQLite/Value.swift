/// One value to bind to a placeholder.
package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

// Each takes an optional, so that a value that may be missing is bound in the same words as one that is there.
extension Value {
    package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
    package init(_ value: Int32?) { self = value.map { .integer(Int64($0)) } ?? .null }
    package init(_ value: UInt32?) { self = value.map { .integer(Int64($0)) } ?? .null }
    package init(_ value: Bool?) { self = value.map { .integer($0 ? 1 : 0) } ?? .null }
    package init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
    package init(_ value: [UInt8]?) { self = value.map { .blob($0) } ?? .null }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(stringLiteral value: String) { self = .text(value) }
    package init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
    package init(nilLiteral: ()) { self = .null }
}
