// What people import is one module: the types themselves, which programs of this package use without all of Foundation
// and its start-up time, and Foundation, whose values code written for Apple's module uses without importing it.
@_exported public import ContentTypes
@_exported public import Foundation
