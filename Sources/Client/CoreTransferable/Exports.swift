// Code written for Apple's modules imports only these and uses `URL`, `Data` and `UTType` all the same.
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers
