import Foundation
import UniformTypeIdentifiers
import CoreTransferable

@MainActor
final class DropModel {
    var received: [String] = []
    var status = ""

    func handle(_ providers: [NSItemProvider]) -> Bool {
        guard
            let provider = providers.first(where: { $0.hasItemConformingToTypeIdentifier(UTType.plainText.identifier) })
        else { return false }
        provider.loadDataRepresentation(forTypeIdentifier: UTType.plainText.identifier) { data, error in
            guard let data, error == nil else { return }
            let text = String(decoding: data, as: UTF8.self)
            Task { @MainActor in self.received.append(text) }
        }
        return true
    }

    func loadAll(_ providers: [NSItemProvider]) async throws -> [Recipe] {
        var recipes: [Recipe] = []
        for provider in providers {
            let recipe: Recipe = try await withCheckedThrowingContinuation { continuation in
                _ = provider.loadTransferable(type: Recipe.self) { continuation.resume(with: $0) }
            }
            recipes.append(recipe)
        }
        status = "\(recipes.count) loaded"
        return recipes
    }

    func export(_ recipe: Recipe) async throws {
        try await recipe.withExportedFile(contentType: .recipe) { url in
            status = url.lastPathComponent
        }
    }
}

func provider(for recipe: Recipe) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.suggestedName = recipe.title
    provider.register(recipe)
    return provider
}

func promisedFile(_ url: URL) -> NSItemProvider {
    let provider = NSItemProvider()
    provider.registerFileRepresentation(for: .mpeg4Movie, visibility: .all, openInPlace: false) { completion in
        completion(url, false, nil)
        return nil
    }
    provider.registerDataRepresentation(for: .utf8PlainText) { completion in
        let progress = Progress(totalUnitCount: 1)
        completion(Data("preview".utf8), nil)
        progress.completedUnitCount = 1
        return progress
    }
    provider.registerDataRepresentation(forTypeIdentifier: "public.json", visibility: .ownProcess) { completion in
        completion(nil, CocoaError(.featureUnsupported))
        return nil
    }
    return provider
}

func dragString(_ text: String) -> NSItemProvider { NSItemProvider(object: text as NSString) }
func dragLink(_ url: URL) -> NSItemProvider { NSItemProvider(object: url as NSURL) }
func dragFile(_ url: URL) -> NSItemProvider? { NSItemProvider(contentsOf: url) }
