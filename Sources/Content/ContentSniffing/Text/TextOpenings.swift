internal import ContentTypes

/// Texts that begin with fixed words, after white space.
enum TextOpenings {
    static func finding(in text: DecodedText) -> Finding? {
        // Marks at places further on count from the first byte.
        let bytes = text.utf8
        return (table.identifier(for: bytes, from: text.start) ?? (text.start > 0 ? table.identifier(for: bytes) : nil))
            .map { Finding($0) }
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
        0 | -----BEGIN PKCS7 | org.ietf.pkcs7-signature
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
        0 | @start | com.plantuml.plantuml
        0 | [Event " | org.chess.pgn
        0 | Windows Registry Editor Version | com.microsoft.registry-script
        0 | REGEDIT4 | com.microsoft.registry-script
        0 | \\documentclass | org.tug.tex
        0 | \\input texinfo | org.gnu.texinfo
        0 | %FDF | com.adobe.fdf
        0 | -----BEGIN CA CERTIFICATE----- | public.x509-certificate
        0 | -----BEGIN X509 CERTIFICATE----- | public.x509-certificate
        0 | -----BEGIN CMS----- | org.ietf.pkcs7-signature
        0 | -----BEGIN SSH2 PUBLIC KEY | org.openssh.public-key
        0 | ---- BEGIN SSH2 PUBLIC KEY | org.openssh.public-key
        0 | -----BEGIN PKCS12 | com.rsa.pkcs-12
        0 | -----BEGIN AGE ENCRYPTED FILE----- | io.age.encrypted
        0 | PuTTY-User-Key-File- | org.putty.private-key
        0 | $ANSIBLE_VAULT; | org.ansible.vault
        0 | untrusted comment:  | org.signify.minisign
        0 | begin:vcard | public.vcard
        0 | begin:vcalendar | com.apple.ical.ics
        0 | BEGIN:IMELODY | org.irda.imelody
        0 | [Playlist] | org.winamp.pls
        0 | [PLAYLIST] | org.winamp.pls
        0 | [Flatpak Repo] | org.flatpak.repository
        0 | [Flatpak Ref] | org.flatpak.reference
        0 | [Desktop Action | org.freedesktop.desktop-entry
        0 | [KDE Desktop Entry] | org.freedesktop.desktop-entry
        0 | [D-BUS Service] | org.freedesktop.dbus-service
        0 | [InternetShortcut | com.microsoft.internet-shortcut
        0 | [DEFAULT]\nBASEURL= | com.microsoft.internet-shortcut
        0 | [DEFAULT]\r\nBASEURL= | com.microsoft.internet-shortcut
        0 | [gd_resource  | org.godot.resource
        0 | [gd_scene  | org.godot.scene
        0 | [Pyspread save file version] | io.github.pyspread
        0 | [Reference]\r\nRef1= | com.microsoft.asx
        0 | [Address]\r\n | com.microsoft.nsc
        0 | [INFORMATION] | org.subviewer.subtitles
        0 | [WindowsMediaPlaylist | com.microsoft.asx
        0 | #EXTM4U | org.mpeg.m4u
        0 | #LyX  | org.lyx.lyx
        0 | #FIG  | org.xfig.xfig
        0 | ##Sketch  | org.skencil.skencil
        0 | #%RAML  | org.raml.raml
        0 | #!gnuplot | org.gnuplot.script
        0 | # xmcd | org.freedb.xmcd
        0 | # Microsoft Developer Studio Project File | com.microsoft.visual-studio-project
        0 | Microsoft Visual Studio Solution File | com.microsoft.visual-studio-solution
        0 | # Blender MTL File | com.wavefront.mtl
        0 | # data file for the Fltk | org.fltk.fluid
        0 | # This is a shell archive | org.gnu.shar-archive
        0 | #@~^ | com.microsoft.jscript-encoded
        0 | #VRML | org.web3d.vrml
        0 | #usda  | com.pixar.universal-scene-description
        0 | #Inventor V | org.web3d.vrml
        0 | ##fileformat=VCF | org.ga4gh.variants
        0 | @HD\tVN: | org.ga4gh.sam
        0 | LOCUS        | org.ncbi.genbank
        0 | HEADER     | org.wwpdb.pdb
        0 | ID;P | com.microsoft.sylk
        0 | TABLE\n0,1\n | com.visicalc.dif
        0 | TABLE\r\n0,1\r\n | com.visicalc.dif
        0 | *PPD-Adobe: | com.adobe.ppd
        0 | *BEGIN SPREADSHEETS | org.applix.spreadsheet
        0 | *BEGIN WORDS | org.applix.words
        0 | *BEGIN GRAPHICS | org.applix.graphics
        0 | (;FF[ | org.sgf.go
        0 | (;GM[1] | org.sgf.go
        0 | MIDlet- | com.sun.java-application-descriptor
        0 | QtiPlot  | org.qtiplot.project
        0 | %TGIF  | org.tgif.drawing
        0 | CCMX | org.argyllcms.ccmx
        0 | IT8.7 | org.color.it8
        0 | @CT 0 | org.pocoo.t602
        0 | @CT 1 | org.pocoo.t602
        0 | @CT 2 | org.pocoo.t602
        0 | CACHE MANIFEST | org.w3.cache-manifest
        0 | //!Mup | org.mup.source
        0 | CD_ROM\n | org.cdrdao.toc
        0 | CD_DA\n | org.cdrdao.toc
        0 | CD_ROM_XA\n | org.cdrdao.toc
        0 | dn: dc= | org.ietf.ldif
        0 | dn: cn= | org.ietf.ldif
        0 | dn: ou= | org.ietf.ldif
        0 | version: 1\ndn: | org.ietf.ldif
        0 | pico-8 cartridge // | com.lexaloffle.pico8-source
        0 | REM Lowres NX | com.inutilis.lowresnx
        0 | (*************** Content-type: application/ | com.wolfram.mathematica
        0 | (* Content-type: application/ | com.wolfram.mathematica
        0 | OFXHEADER:100 | com.intuit.ofx
        0 | !Type:Bank | com.intuit.qif
        0 | !Type:CCard | com.intuit.qif
        0 | {\\pwi | com.microsoft.pocket-word
        0 | xof 0 | com.microsoft.x-mesh
        0 | //Maya ASCII  | com.maya.ascii
        0 | //%!Maya ASCII | com.maya.ascii
        0 | LWSC\n | com.newtek.lightwave-scene
        0 | ; FBX  | com.autodesk.fbx
        0 | # .PCD v | org.pointclouds.pcd
        0 | IESNA: | com.nvidia.ies
        0 | IESNA91 | com.nvidia.ies
        0 | StartFontMetrics  | com.adobe.afm-font
        0 | %!FontType1 | com.adobe.type1-font
        0 | %PDF | com.adobe.pdf
        40 | ASCII SPSS PORT FILE | com.ibm.spss-por
        0 | STARTFONT  | com.adobe.bdf-font
        0 | version https://git-lfs.github.com/spec/ | public.plain-text
        0 | #!AMR | org.3gpp.adaptive-multi-rate-audio
        """#)
}
