import Testing
import ContentTypes

@testable import ContentSniffing

private let sniffer = ContentSniffer(cookies: 1)

private func verdict(_ text: String) throws -> Verdict { try sniffer.verdict(bytes: Array(text.utf8)) }

private let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="1"/>"#

@Suite("formats in texts")
struct TextFormatTests {
    @Test(
        "case B03: an SVG image behind a comment, a byte-order mark or a long preamble is one, and so is a page",
        arguments: [
            ("<!-- made by hand -->\n" + svg, "image/svg+xml"), ("\u{FEFF}" + svg, "image/svg+xml"),
            ("\u{FEFF}<?xml version=\"1.0\"?>\n" + svg, "image/svg+xml"),
            ("<!--" + String(repeating: " generator", count: 500) + "-->" + svg, "image/svg+xml"),
            ("<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b'><svg/>", "image/svg+xml"),
            ("<!-- comment --><!DOCTYPE html><html><svg/></html>", "text/html"), ("\u{FEFF}<html><head>", "text/html"),
            ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>", "application/xhtml+xml"),
            ("<?xml version='1.0'?><a:b xmlns:a='urn:x' xmlns:s='http://www.w3.org/2000/svg'/>", "application/xml"),
        ])
    func markup(text: String, mime: String) throws { #expect(try verdict(text).mime == mime) }

    @Test(
        "XML by its root or namespace",
        arguments: [
            ("<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'>", "com.topografix.gpx"),
            ("<?xml version='1.0'?><rss version='2.0'>", "public.rss"),
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", "org.w3.atom"),
            ("<?xml version='1.0'?><x:kml xmlns:x='http://www.opengis.net/kml/2.2'/>", "com.google.earth.kml"),
            ("<?xml version='1.0'?><!DOCTYPE plist SYSTEM 'a'><plist/>", "com.apple.xml-property-list"),
            ("<?xml version='1.0'?><unheard/>", "public.xml"),
        ])
    func xml(text: String, expected: String) throws { #expect(try verdict(text).type.identifier == expected) }

    @Test(
        "JSON is read, and its shape tells formats made of it",
        arguments: [
            (#"{"a": [1, -2.5e3, true, null, "x\"y"]}"#, "public.json"), ("[]", "public.json"),
            (#"{"type": "FeatureCollection", "features": []}"#, "public.geojson"),
            (#"{"asset": {"version": "2.0"}, "scenes": []}"#, "org.khronos.gltf"),
            (#"{"cells": [], "nbformat": 4}"#, "org.jupyter.ipynb"),
            ("{\"a\": 1}\n{\"a\": 2}\n", "org.json.json-lines"),
            ("{ not json }", "public.plain-text"), ("[section]\nkey = value\n", "public.plain-text"),
            (#"{"a": 1,, }"#, "public.plain-text"),
        ])
    func json(text: String, expected: String) throws { #expect(try verdict(text).type.identifier == expected) }

    @Test("JSON nested beyond reason is refused, not followed")
    func deepJSON() throws {
        #expect(try verdict(String(repeating: "[", count: 60_000)).type == .plainText)
    }

    @Test("JSON that goes on behind what is read is JSON")
    func longJSON() throws {
        let rows = (0..<5000).map { #"{"number": \#($0), "text": "words"}"# }
        #expect(try verdict("[" + rows.joined(separator: ",\n") + "]").type == .json)
    }

    @Test(
        "scripts by their interpreter",
        arguments: [
            ("#!/bin/sh\n", "public.shell-script"), ("#! /bin/bash -e\n", "public.bash-script"),
            ("#!/usr/bin/env python3\n", "public.python-script"), ("#!/usr/bin/python3.11\n", "public.python-script"),
            ("#!/usr/bin/env -S A=1 ruby -w\n", "public.ruby-script"), ("#!/usr/bin/perl\n", "public.perl-script"),
            ("#!/opt/neverheardof\n", "public.script"), ("#!/usr/bin/env\n", "public.script"),
        ])
    func scripts(text: String, expected: String) throws {
        let found = try verdict(text)
        #expect(found.type.identifier == expected || expected == "public.script" && found.type == .plainText)
        if found.type != .plainText { #expect(found.type.conforms(to: .script)) }
    }

    @Test(
        "texts that say what they are",
        arguments: [
            ("BEGIN:VCARD\r\nVERSION:4.0\r\n", "public.vcard"), ("WEBVTT\n\n", "org.w3.webvtt"),
            ("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "org.subrip.srt"), ("{\\rtf1\\ansi}", "public.rtf"),
            ("%!PS-Adobe-3.0\n", "com.adobe.postscript"),
            ("%!PS-Adobe-3.0 EPSF-3.0\n", "com.adobe.encapsulated-postscript"),
            ("-----BEGIN CERTIFICATE-----\nMIIB\n", "public.x509-certificate"),
            ("From: a@b\nTo: c@d\nSubject: e\n\nf\n", "com.apple.mail.email"),
            ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "public.patch-file"), ("P1\n2 2\n1 0\n0 1\n", "org.netpbm.bitmap"),
        ])
    func openings(text: String, expected: String) throws { #expect(try verdict(text).type.identifier == expected) }

    @Test("texts in UTF-16 with a byte-order mark, and in an old code page")
    func encodings() throws {
        let units = "<html>größer".utf16.map { Samples.little(Int($0), 2) }
        let little = [0xFF, 0xFE] + units.flatMap(\.self)
        let found = try sniffer.verdict(bytes: little)
        #expect(found.type == .html && found.charset == "utf-16le")
        let latin = Samples.ascii("Stra") + [0xDF] + Samples.ascii("e und gr") + [0xF6, 0xDF] + Samples.ascii("er\n")
        let old = try sniffer.verdict(bytes: latin, name: "a.txt")
        #expect(old.type == .plainText && old.charset == "iso-8859-1" && !old.mismatch)
    }

    @Test("a character that the end of the prefix cuts leaves a text a text")
    func cutCharacter() throws {
        for shift in 0..<4 {
            let text = String(repeating: "x", count: shift) + String(repeating: "🗂", count: 20_000)
            #expect(try verdict(text).charset == "utf-8")
        }
    }
}
