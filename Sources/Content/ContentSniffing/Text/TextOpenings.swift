internal import UniformTypeIdentifiers

/// Texts that begin with fixed words, after white space.
enum TextOpenings {
    static func finding(in text: DecodedText) -> Finding? {
        table.identifier(for: text.utf8, from: text.start).map { Finding($0) }
    }

    private static let table = SignatureTable(
        #"""
        0 | {\\rtf | public.rtf
        0 | %PDF- | com.adobe.pdf
        0 | !<arch>\n | org.gnu.ar-archive
        0 | GIF87a | com.compuserve.gif
        0 | GIF89a | com.compuserve.gif
        0 | SIMPLE  =  | gov.nasa.fits
        0 | 07070100 | public.cpio-archive
        0 | 07070200 | public.cpio-archive
        0 | WARC/ | org.netpreserve.warc
        0 | d8:announce | org.bittorrent.torrent
        0 | %!PS-AdobeFont | com.adobe.type1-font
        0 | #?RADIANCE\n | public.radiance
        0 | #?RGBE\n | public.radiance
        0 | BEGIN:VCARD | public.vcard
        0 | BEGIN:VCALENDAR | com.apple.ical.ics
        0 | WEBVTT | org.w3.webvtt
        0 | #EXTM3U | public.m3u-playlist
        0 | [playlist] | org.winamp.pls
        0 | [Script Info] | org.aegisub.ssa
        0 | [Desktop Entry] | org.freedesktop.desktop-entry
        0 | [InternetShortcut] | com.microsoft.internet-shortcut
        0 | <?php | public.php-script
        0 | -----BEGIN PGP PUBLIC KEY BLOCK----- | org.openpgp.keys
        0 | -----BEGIN PGP PRIVATE KEY BLOCK----- | org.openpgp.keys
        0 | -----BEGIN PGP SIGNATURE----- | org.openpgp.signature
        0 | -----BEGIN PGP SIGNED MESSAGE----- | org.openpgp.signature
        0 | -----BEGIN PGP MESSAGE----- | org.openpgp.encrypted
        0 | -----BEGIN OPENSSH PRIVATE KEY----- | org.openssh.private-key
        0 | -----BEGIN CERTIFICATE----- | public.x509-certificate
        0 | -----BEGIN TRUSTED CERTIFICATE----- | public.x509-certificate
        0 | -----BEGIN X509 CRL----- | org.ietf.pkix-crl
        0 | -----BEGIN CERTIFICATE REQUEST----- | org.ietf.pkcs10
        0 | -----BEGIN NEW CERTIFICATE REQUEST----- | org.ietf.pkcs10
        0 | -----BEGIN PKCS #7 | org.ietf.pkcs7-signature
        0 | -----BEGIN PKCS7----- | org.ietf.pkcs7-signature
        0 | ssh-rsa AAAA | org.openssh.public-key
        0 | ssh-ed25519 AAAA | org.openssh.public-key
        0 | ecdsa-sha2-nistp | org.openssh.public-key
        0 | diff --git  | public.patch-file
        0 | 0 HEAD\n | org.familysearch.gedcom
        0 | 0 HEAD\r\n | org.familysearch.gedcom
        0 | SPDXVersion: | org.spdx.tag-value
        0 | v=0\n | org.ietf.sdp
        0 | v=0\r\n | org.ietf.sdp
        0 | #VRML V | org.web3d.vrml
        0 | ply\nformat  | public.polygon-file-format
        0 | ISO-10303-21; | org.iso.step
        0 | /* XPM */ | org.x.xpm
        0 | ! XPM2 | org.x.xpm
        0 | @startuml | com.plantuml.plantuml
        0 | [Event " | org.chess.pgn
        0 | Windows Registry Editor Version | com.microsoft.registry-script
        0 | REGEDIT4 | com.microsoft.registry-script
        0 | \\documentclass | org.tug.tex
        0 | \\input texinfo | org.gnu.texinfo
        0 | %FDF- | com.adobe.fdf
        0 | <MIFFile | com.adobe.framemaker-interchange
        0 | STARTFONT  | com.adobe.bdf-font
        0 | version https://git-lfs.github.com/spec/ | public.plain-text
        0 | #!AMR | org.3gpp.adaptive-multi-rate-audio
        """#)
}
