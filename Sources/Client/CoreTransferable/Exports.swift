// Code written for Apple's modules imports only these and uses `URL`, `Data` and `UTType` all the same.
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers
// Grants, tokens, scopes and errors: what a program needs to send a value and to receive one, by the same import.
@_exported public import StagingModel
