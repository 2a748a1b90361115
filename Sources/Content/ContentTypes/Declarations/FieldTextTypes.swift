/// The part of ``fieldTypes`` that is about sources, markup, data languages and what is exchanged as records.
let fieldTextTypes: String = """
    org.freedesktop.desktop-entry | public.script | desktop | application/x-desktop | Desktop entry
    org.lua.source | public.script | lua | text/x-lua | Lua script
    tk.tcl.source | public.script | tcl tk | text/x-tcl | Tcl script
    org.gnu.awk-script | public.script | awk | text/x-awk application/x-awk | AWK script
    org.gnu.gawk-script | org.gnu.awk-script | gawk | text/x-gawk | AWK script (gawk)
    org.gnu.nawk-script | org.gnu.awk-script | nawk | text/x-nawk | AWK script (nawk)
    org.gnu.sed-script | public.script | sed | text/x-sed | sed script
    com.fishshell.script | public.shell-script | fish | application/x-fishscript | fish script
    sh.nushell.script | public.shell-script | nu | application/x-nuscript | Nushell script
    org.r-project.source | public.script | r | text/x-r text/x-rsrc | R script
    org.julialang.source | public.script | jl | text/x-julia text/julia | Julia script
    org.nodejs.script | com.netscape.javascript-source |  | application/node | Node.js script
    org.gnu.guile-script | public.script | scm ss | text/x-scheme | Scheme source
    org.erlang.source | public.source-code | erl hrl | text/x-erlang | Erlang source
    org.elixir-lang.source | public.source-code | ex exs | text/x-elixir | Elixir source
    org.groovy-lang.source | public.script | groovy gvy | text/x-groovy | Groovy source
    org.gradle.build-script | org.groovy-lang.source | gradle | text/x-gradle | Gradle build script
    com.microsoft.typescript | public.source-code | ts tsx mts cts | application/typescript text/x-typescript application/x-typescript | TypeScript source
    com.facebook.jsx | com.netscape.javascript-source | jsx | text/jsx | JSX source
    com.microsoft.csharp-source | public.source-code | cs | text/x-csharp | C# source
    com.microsoft.visual-basic-source | public.source-code | vb bas | text/x-basic text/x-vb | Basic source
    com.microsoft.fsharp-source | public.source-code | fs fsx | text/x-fsharp | F# source
    org.golang.source | public.source-code | go | text/x-go | Go source
    org.kotlinlang.source | public.source-code | kt kts | text/x-kotlin | Kotlin source
    org.scala-lang.source | public.source-code | scala | text/x-scala | Scala source
    org.haskell.source | public.source-code | hs lhs | text/x-haskell | Haskell source
    org.ocaml.source | public.source-code | ml mli | text/x-ocaml | OCaml source
    org.clojure.source | public.source-code | clj cljs cljc | text/x-clojure | Clojure source
    org.lisp.source | public.source-code | lisp lsp cl asd | text/x-common-lisp text/x-lisp | Common Lisp source
    org.gnu.emacs-lisp | public.source-code | el | text/x-emacs-lisp | Emacs Lisp source
    org.dlang.source | public.source-code | d | text/x-dsrc text/x-d | D source
    org.gnome.vala-source | public.source-code | vala vapi | text/x-vala | Vala source
    org.nim-lang.source | public.source-code | nim | text/x-nim | Nim source
    org.ziglang.source | public.source-code | zig | text/zig text/x-zig | Zig source
    org.crystal-lang.source | public.source-code | cr | text/x-crystal | Crystal source
    org.dart.source | public.source-code | dart | application/vnd.dart text/x-dart | Dart source
    org.coffeescript.source | public.source-code | coffee | application/vnd.coffeescript text/coffeescript | CoffeeScript source
    org.solidity.source | public.source-code | sol | text/x-solidity | Solidity source
    org.khronos.glsl-source | public.source-code | glsl vert frag geom comp | text/x-glsl | GLSL shader
    org.khronos.opencl-source | public.source-code | cl | text/x-opencl-src | OpenCL source
    com.nvidia.cuda-source | public.c-plus-plus-source | cu cuh | text/x-cuda | CUDA source
    org.verilog.source | public.source-code | v | text/x-verilog | Verilog source
    org.verilog.system-source | public.source-code | sv svh | text/x-svsrc | SystemVerilog source
    org.vhdl.source | public.source-code | vhd vhdl | text/x-vhdl | VHDL source
    org.devicetree.source | public.source-code | dts dtsi | text/x-devicetree-source | Device tree source
    org.devicetree.blob | public.data | dtb dtbo | text/x-devicetree-binary | Device tree blob
    org.qt.qml-source | public.source-code | qml qmltypes | text/x-qml | QML source
    org.sql.source | public.source-code | sql | application/sql text/x-sql | SQL statements
    org.graphql.source | public.source-code | graphql gql | application/graphql | GraphQL document
    com.google.protobuf-source | public.source-code | proto | text/x-protobuf | Protocol buffer definition
    org.thrift.source | public.source-code | thrift | text/x-thrift | Thrift definition
    org.kitware.cmake-source | public.source-code | cmake | text/x-cmake | CMake source
    com.mesonbuild.source | public.source-code |  | text/x-meson | Meson build definition
    com.docker.dockerfile | public.source-code | dockerfile containerfile | text/x-dockerfile | Container build file
    org.gnu.m4-source | public.source-code | m4 | text/x-m4 | m4 macros
    org.gnu.autoconf-source | public.source-code | ac | text/x-autoconf | Autoconf source
    org.sass-lang.scss | public.text | scss | text/x-scss | SCSS style sheet
    org.sass-lang.sass | public.text | sass | text/x-sass | Sass style sheet
    org.lesscss.less | public.text | less | text/x-less | Less style sheet
    org.vuejs.component | public.source-code | vue | text/x-vue | Vue component
    dev.svelte.component | public.source-code | svelte | text/x-svelte | Svelte component
    org.handlebars.template | public.text | hbs handlebars | text/x-handlebars-template | Handlebars template
    org.palletsprojects.jinja-template | public.text | j2 jinja jinja2 | text/x-jinja2-template | Jinja template
    com.symfony.twig-template | public.text | twig | text/x-twig | Twig template
    org.jupyter.ipynb | public.json | ipynb | application/x-ipynb+json | Jupyter notebook
    org.json.json-lines | public.text | jsonl ndjson | application/x-ndjson application/jsonl application/json-lines | JSON lines
    org.json5.json5 | public.text | json5 | application/json5 | JSON5 document
    org.json.json-patch | public.json | json-patch | application/json-patch+json | JSON patch
    org.json-schema.schema | public.json |  | application/schema+json | JSON schema
    org.json-ld.json-ld | public.json | jsonld | application/ld+json | Linked data in JSON
    org.w3.web-app-manifest | public.json | webmanifest | application/manifest+json | Web application manifest
    org.cyclonedx.json | public.json |  | application/vnd.cyclonedx+json | CycloneDX bill of materials (JSON)
    org.cyclonedx.xml | public.xml |  | application/vnd.cyclonedx+xml | CycloneDX bill of materials (XML)
    io.github.w3c.har | public.json | har | application/x-har+json | HTTP archive
    org.toml.toml | public.text | toml | application/toml text/x-toml | TOML document
    io.cbor.cbor | public.data | cbor | application/cbor | CBOR data
    org.msgpack.msgpack | public.data | msgpack | application/vnd.msgpack | MessagePack data
    org.apache.parquet | public.data public.database | parquet | application/vnd.apache.parquet | Parquet table
    org.apache.avro | public.data | avro | application/vnd.apache.avro | Avro data
    org.apache.arrow | public.data | arrow feather | application/vnd.apache.arrow.file | Arrow data
    org.apache.orc | public.data | orc | application/vnd.apache.orc | ORC table
    org.hdfgroup.hdf5 | public.data | h5 hdf5 he5 | application/x-hdf5 | HDF5 data
    org.hdfgroup.hdf4 | public.data | hdf hdf4 h4 | application/x-hdf | HDF4 data
    edu.ucar.netcdf | public.data | nc cdf | application/x-netcdf application/netcdf application/x-cdf | NetCDF data
    org.numpy.npy | public.data | npy | application/x-numpy-data | NumPy array
    org.numpy.npz | public.zip-archive | npz | application/x-numpy-archive | NumPy archive
    org.python.pickle | public.data public.executable | pickle pkl | application/python-pickle | Python pickle
    com.mathworks.mat | public.data | mat | application/x-matlab-data | MATLAB data
    com.mathworks.source | public.source-code | m | text/x-matlab | MATLAB source
    int.wmo.grib | public.data | grib grb grib2 grb2 | application/grib application/x-grib application/x-grib2 | GRIB data
    int.wmo.bufr | public.data | bufr | application/bufr | BUFR data
    org.sqlite.database | public.data public.database | sqlite sqlite3 db3 | application/vnd.sqlite3 application/x-sqlite3 | SQLite database
    org.sqlite.database-2 | public.data public.database |  | application/x-sqlite2 | SQLite 2 database
    org.duckdb.database | public.data public.database | duckdb | application/vnd.duckdb | DuckDB database
    com.microsoft.access | public.data public.database | mdb accdb | application/x-msaccess application/msaccess | Access database
    com.ashton-tate.dbf | public.data public.database | dbf | application/x-dbf application/vnd.dbf | dBASE table
    com.esri.shapefile | public.data | shp | application/vnd.shp | Shapefile
    com.esri.shapefile-index | public.data | shx | application/vnd.shx | Shapefile index
    org.loc.marc | public.data | mrc marc | application/marc | MARC record
    net.opengis.geopackage | org.sqlite.database | gpkg | application/geopackage+sqlite3 | GeoPackage
    com.topografix.gpx | public.xml | gpx | application/gpx+xml | GPS exchange
    com.google.earth.kml | public.xml | kml | application/vnd.google-earth.kml+xml | Keyhole markup
    com.google.earth.kmz | public.zip-archive | kmz | application/vnd.google-earth.kmz | Keyhole markup, compressed
    net.opengis.gml | public.xml | gml | application/gml+xml | Geography markup
    com.garmin.tcx | public.xml | tcx | application/vnd.garmin.tcx+xml | Training center data
    com.garmin.fit | public.data | fit | application/vnd.ant.fit | FIT activity data
    org.w3.atom | public.xml | atom | application/atom+xml | Atom feed
    org.opml.opml | public.xml | opml | text/x-opml text/x-opml+xml | OPML outline
    org.w3.xslt | public.xml | xsl xslt | application/xslt+xml application/xslt | XSL transformation
    org.w3.mathml | public.xml | mml mathml | application/mathml+xml | MathML
    org.w3.rdf-xml | public.xml | rdf | application/rdf+xml | RDF in XML
    org.w3.owl | public.xml | owl | application/owl+xml | OWL ontology
    org.w3.turtle | public.text | ttl | text/turtle | RDF in Turtle
    org.w3.n-triples | public.text | nt | application/n-triples | RDF triples
    org.w3.trig | public.text | trig | application/trig | RDF datasets
    org.w3.its | public.xml | its | application/its+xml | Translation rules
    org.w3.sparql-results | public.xml | srx | application/sparql-results+xml | SPARQL results
    org.w3.ttml | public.xml | ttml dfxp | application/ttml+xml | Timed text
    org.w3.smil | public.xml | smil | application/smil+xml application/smil | SMIL presentation
    org.w3.wsdl | public.xml | wsdl | application/wsdl+xml | WSDL description
    org.web3d.x3d | public.xml public.3d-content | x3d | model/x3d+xml | X3D scene
    org.web3d.vrml | public.text public.3d-content | wrl vrml | model/vrml | VRML scene
    org.oasis-open.xliff | public.xml | xlf xliff | application/xliff+xml application/x-xliff+xml application/x-xliff | Translation exchange
    org.lisa.tmx | public.xml | tmx | application/x-tmx+xml | Translation memory
    org.oasis-open.docbook | public.xml | dbk docbook | application/docbook+xml application/x-docbook+xml | DocBook document
    org.fictionbook.fb2 | public.xml public.composite-content | fb2 | application/x-fictionbook+xml application/x-fictionbook | FictionBook
    org.sitemaps.sitemap | public.xml |  | application/xml-sitemap | Sitemap
    org.metalinker.metalink | public.xml | meta4 | application/metalink4+xml | Metalink
    org.metalinker.metalink-3 | public.xml | metalink | application/metalink+xml | Metalink, version 3
    org.newzbin.nzb | public.xml | nzb | application/x-nzb | NZB index
    org.xspf.playlist | public.xml public.playlist | xspf | application/xspf+xml | XSPF playlist
    org.mpeg.dash | public.xml public.playlist | mpd | application/dash+xml | DASH manifest
    com.microsoft.wpl | public.playlist public.text | wpl | application/vnd.ms-wpl | Windows media playlist
    org.winamp.pls | public.playlist public.text | pls | audio/x-scpls | PLS playlist
    org.gnome.glade | public.xml | glade ui | application/x-glade | Interface description
    org.apache.maven | public.xml | pom | text/x-maven+xml | Maven project
    com.adobe.xmp | public.xml | xmp | application/rdf+xml | Metadata sidecar
    com.adobe.xfdf | public.xml | xfdf | application/vnd.adobe.xfdf | PDF form data in XML
    com.adobe.fdf | public.data | fdf | application/vnd.fdf application/fdf | PDF form data
    com.recordare.musicxml | public.xml | musicxml | application/vnd.recordare.musicxml+xml | MusicXML score
    com.recordare.musicxml-compressed | public.zip-archive | mxl | application/vnd.recordare.musicxml | MusicXML score, compressed
    com.microsoft.xaml | public.xml | xaml | application/xaml+xml | XAML
    com.microsoft.appinstaller | public.xml | appinstaller | application/appinstaller | Windows application installer
    org.amf.amf | public.3d-content public.data | amf | application/x-amf | Additive manufacturing model
    org.3mf.3mf | public.3d-content public.data | 3mf | model/3mf application/vnd.ms-3mfdocument | 3D manufacturing model
    org.khronos.gltf | public.json public.3d-content | gltf | model/gltf+json | glTF scene
    org.khronos.glb | public.3d-content public.data | glb | model/gltf-binary | glTF scene, binary
    org.blender.blend | public.3d-content public.data | blend | application/x-blender | Blender project
    com.autodesk.fbx | public.3d-content public.data | fbx | application/x-fbx | FBX scene
    com.autodesk.3ds | public.3d-content public.data | 3ds | image/x-3ds application/x-3ds | 3D Studio scene
    com.sketchup.skp | public.3d-content public.data | skp | application/vnd.sketchup.skp | SketchUp model
    org.reprap.gcode | public.text | gcode gco | text/x.gcode | Machine instructions
    org.iso.step | public.text public.3d-content | step stp | model/step | STEP model
    org.iso.iges | public.text public.3d-content | iges igs | model/iges | IGES model
    org.tug.tex | public.source-code | tex ltx latex sty cls | text/x-tex application/x-tex text/x-latex | TeX source
    org.tug.bibtex | public.text | bib | text/x-bibtex application/x-bibtex | BibTeX references
    org.tug.dvi | public.data public.composite-content | dvi | application/x-dvi | DVI document
    org.gnu.texinfo | public.source-code | texi texinfo | text/x-texinfo application/x-texinfo | Texinfo source
    org.gnu.troff | public.text | roff tr man me ms | text/troff | troff document
    org.python.restructuredtext | public.plain-text | rst rest | text/x-rst | reStructuredText
    org.asciidoctor.asciidoc | public.plain-text | adoc asciidoc | text/x-asciidoc text/asciidoc | AsciiDoc
    org.orgmode.org | public.plain-text | org | text/org | Org document
    org.typst.typst | public.source-code | typ | text/vnd.typst | Typst document
    org.lyx.lyx | public.text | lyx | application/x-lyx | LyX document
    org.mediawiki.wikitext | public.plain-text | wiki | text/x-wiki | Wiki text
    org.textile.textile | public.plain-text | textile | text/x-textile | Textile
    org.gherkin.feature | public.plain-text | feature | text/x-gherkin | Gherkin feature
    com.plantuml.plantuml | public.plain-text | puml plantuml | text/vnd.plantuml | PlantUML diagram
    org.graphviz.dot | public.text | gv | text/vnd.graphviz | Graphviz graph
    org.mermaid.mermaid | public.text | mmd mermaid | text/vnd.mermaid | Mermaid diagram
    org.subrip.srt | public.plain-text | srt | application/x-subrip text/srt | SubRip subtitles
    org.aegisub.ssa | public.plain-text | ass ssa | text/x-ssa text/x-ass | SubStation subtitles
    com.microsoft.sami | public.text | sami smi | application/x-sami | SAMI subtitles
    org.microdvd.sub | public.plain-text | sub | text/x-microdvd | MicroDVD subtitles
    org.mpsub.mpl2 | public.plain-text | mpl | text/x-mpl2 | MPL2 subtitles
    org.lrc.lrc | public.plain-text | lrc | text/x-lrc application/lrc | Song lyrics
    org.gnu.gettext-po | public.plain-text | po pot | text/x-po text/x-gettext-translation | Translation catalogue
    org.gnu.gettext-mo | public.data | mo gmo | application/x-gettext-translation | Translation catalogue, compiled
    org.familysearch.gedcom | public.plain-text | ged gedcom | text/vnd.familysearch.gedcom application/x-gedcom | Genealogy
    org.chess.pgn | public.plain-text | pgn | application/vnd.chess-pgn application/x-chess-pgn | Chess games
    org.spdx.tag-value | public.plain-text | spdx | text/spdx | Software bill of materials
    org.ietf.sdp | public.text | sdp | application/sdp | Session description
    org.openssl.pem | public.text |  | application/x-pem-file application/x-pem-key | PEM-encoded keys or certificates
    org.ietf.pkcs7-signature | public.data | p7s | application/pkcs7-signature application/pkcs7-mime | PKCS #7 signature
    org.ietf.pkix-crl | public.data | crl | application/pkix-crl | Certificate revocation list
    org.ietf.pkcs10 | public.data | csr p10 | application/pkcs10 | Certificate request
    org.ietf.pkcs8 | public.data | p8 | application/pkcs8 | Private key
    org.openpgp.keys | public.data | pgp | application/pgp-keys text/pgp | OpenPGP keys
    org.openpgp.signature | public.data | sig | application/pgp-signature | OpenPGP signature
    org.openpgp.encrypted | public.data | gpg | application/pgp-encrypted | OpenPGP message
    org.openpgp.armored | public.text | asc |  | OpenPGP data as text
    org.openssh.public-key | public.text | pub | text/x-ssh-public-key | SSH public key
    org.openssh.private-key | public.text |  | text/x-ssh-private-key application/x-ssh-key | SSH private key
    com.oracle.java-keystore | public.data | jks keystore | application/x-java-keystore | Java key store
    com.oracle.java-jce-keystore | public.data | jceks | application/x-java-jce-keystore | Java key store with strong keys
    org.keepass.kdbx | public.data | kdbx kdb | application/x-keepass2 application/x-keepass | KeePass passwords
    org.systemd.unit | public.plain-text | service socket timer mount automount slice scope swap target | text/x-systemd-unit | systemd unit
    org.bittorrent.torrent | public.data | torrent | application/x-bittorrent | Torrent
    org.wireshark.pcap | public.data | pcap cap dmp | application/vnd.tcpdump.pcap | Network capture
    org.wireshark.pcapng | public.data | pcapng | application/x-pcapng | Network capture (next generation)
    com.microsoft.evtx | public.data public.log | evtx | application/x-ms-evtx | Windows event log
    com.microsoft.chm | public.data public.composite-content | chm | application/vnd.ms-htmlhelp | Compiled HTML help
    com.microsoft.hlp | public.data | hlp | application/winhlp application/x-winhelp | Windows help
    com.microsoft.outlook-message | public.data public.email-message | msg | application/vnd.ms-outlook | Outlook message
    com.microsoft.tnef | public.data public.message | tnef | application/vnd.ms-tnef application/ms-tnef | TNEF attachment
    com.microsoft.outlook-store | public.data | pst ost | application/vnd.ms-outlook-pst | Outlook store
    org.ietf.mbox | public.text public.message | mbox | application/mbox | Mailbox
    org.ietf.mhtml | public.text public.composite-content | mht mhtml | application/x-mimearchive multipart/related message/x-mhtml | Web page archive (MIME)
    com.amazon.mobi | public.data public.composite-content | mobi prc azw azw3 | application/x-mobipocket-ebook | Mobipocket book
    com.microsoft.lit | public.data public.composite-content | lit | application/x-ms-reader | Microsoft Reader book
    com.palm.pdb | public.data | pdb | application/vnd.palm | Palm database
    org.comicbook.cbz | public.zip-archive | cbz | application/vnd.comicbook+zip | Comic book (zip)
    org.comicbook.cbr | com.rarlab.rar-archive | cbr | application/vnd.comicbook-rar | Comic book (RAR)
    com.microsoft.xps | public.data public.composite-content | xps | application/vnd.ms-xpsdocument | XPS document
    org.ecma.oxps | public.data public.composite-content | oxps | application/oxps | OpenXPS document
    """
