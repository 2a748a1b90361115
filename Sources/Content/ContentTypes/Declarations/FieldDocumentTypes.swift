/// The part of ``fieldTypes`` that is about documents of offices and publishers, and further texts.
let fieldDocumentTypes: String = """
    com.microsoft.excel.addin.macroenabled | org.openxmlformats.openxml public.composite-content | xlam | application/vnd.ms-excel.addin.macroenabled.12 | Workbook add-in
    com.microsoft.excel.template.macroenabled | org.openxmlformats.openxml public.composite-content public.spreadsheet | xltm | application/vnd.ms-excel.template.macroenabled.12 | Workbook template with macros
    com.microsoft.powerpoint.addin.macroenabled | org.openxmlformats.openxml public.composite-content | ppam | application/vnd.ms-powerpoint.addin.macroenabled.12 | Presentation add-in
    com.microsoft.powerpoint.slide.macroenabled | org.openxmlformats.openxml public.presentation | sldm | application/vnd.ms-powerpoint.slide.macroenabled.12 | Slide with macros
    com.microsoft.powerpoint.slideshow.macroenabled | org.openxmlformats.openxml public.presentation | ppsm | application/vnd.ms-powerpoint.slideshow.macroenabled.12 | Slide show with macros
    com.microsoft.powerpoint.template.macroenabled | org.openxmlformats.openxml public.presentation | potm | application/vnd.ms-powerpoint.template.macroenabled.12 | Presentation template with macros
    org.openxmlformats.presentationml.slide | org.openxmlformats.openxml public.presentation | sldx | application/vnd.openxmlformats-officedocument.presentationml.slide | Open XML slide
    com.microsoft.visio.template | org.openxmlformats.openxml public.composite-content | vstx | application/vnd.ms-visio.template.main+xml | Visio template
    com.microsoft.visio.stencil | org.openxmlformats.openxml public.composite-content | vssx | application/vnd.ms-visio.stencil.main+xml | Visio stencil
    com.microsoft.visio.drawing.macroenabled | org.openxmlformats.openxml public.composite-content | vsdm | application/vnd.ms-visio.drawing.macroenabled.main+xml | Visio drawing with macros
    com.microsoft.visio.template.macroenabled | org.openxmlformats.openxml public.composite-content | vstm | application/vnd.ms-visio.template.macroenabled.main+xml | Visio template with macros
    com.microsoft.visio.stencil.macroenabled | org.openxmlformats.openxml public.composite-content | vssm | application/vnd.ms-visio.stencil.macroenabled.main+xml | Visio stencil with macros
    com.microsoft.excel.spreadsheetml-2003 | public.xml public.spreadsheet | | application/vnd.ms-spreadsheetml | Excel 2003 XML workbook
    com.microsoft.word.wordml-2003 | public.xml public.composite-content | | application/vnd.ms-wordml | Word 2003 XML document
    com.microsoft.word.flat-opc | public.xml public.composite-content | | application/vnd.ms-word2006ml | Office document in one XML file
    com.microsoft.excel.xls-part | com.microsoft.excel.xls | xla xlc xlm xlw xll xld |  | Excel 97-2003 add-in or chart
    com.microsoft.works.spreadsheet | com.microsoft.works | xlr wdb wcm | application/vnd.ms-works | Works spreadsheet or database
    com.microsoft.visio.workspace | com.microsoft.visio | vsw vsx |  | Visio workspace
    com.microsoft.write | public.data public.composite-content | wri | application/x-mswrite | Windows Write document
    com.microsoft.word.dos | public.data public.composite-content | | application/x-msword-dos | Word document of DOS
    com.microsoft.office-theme | public.zip-archive | thmx | application/vnd.ms-officetheme | Office theme
    com.microsoft.outlook-template | com.microsoft.outlook-message | oft |  | Outlook template
    com.microsoft.outlook-address-book | public.data | pab wab | application/x-ms-wab | Address book
    com.microsoft.outlook-express | public.data | dbx | application/x-outlook-express | Outlook Express folder
    com.microsoft.binder | com.microsoft.ole-storage | obd obt | application/x-msbinder | Office binder
    com.microsoft.photodraw | com.microsoft.ole-storage | mix | image/x-mix | PhotoDraw picture
    com.microsoft.msod | public.data | msod | image/x-msod | Office drawing
    com.microsoft.installer-source | public.xml | wxs wxi |  | Installer source
    com.microsoft.3d-manufacturing-model | public.xml public.3d-content | model | application/vnd.ms-package.3dmanufacturing-3dmodel+xml | 3D manufacturing model part
    com.microsoft.infopath | com.microsoft.cab-archive | xsn | application/vnd.ms-infopath | InfoPath form
    com.microsoft.pocket-word | public.data | psw pwd | application/x-pocket-word | Pocket Word document
    com.microsoft.sylk | public.text public.spreadsheet | slk sylk | text/spreadsheet application/x-sylk | Symbolic link spreadsheet
    com.visicalc.dif | public.text public.spreadsheet | | text/x-dif | Data interchange spreadsheet
    com.lotus.word-pro | public.data public.composite-content | lwp | application/vnd.lotus-wordpro | WordPro document
    com.lotus.notes | public.data public.database | nsf | application/vnd.lotus-notes | Notes database
    com.lotus.ami-pro | public.data public.composite-content | sam | application/x-amipro | Ami Pro document
    com.corel.quattro-pro | public.data public.spreadsheet | qpw wb1 wb2 wb3 wq1 wq2 | application/x-quattropro application/x-quattro-pro | Quattro Pro spreadsheet
    com.corel.presentations | com.corel.wordperfect | shw |  | Presentations slide show
    com.corel.plan-perfect | public.data public.spreadsheet | pln | application/x-planperfect | PlanPerfect spreadsheet
    com.micropro.wordstar | public.data public.composite-content | wsd | application/x-wordstar | WordStar document
    com.xywrite.document | public.data | xy xy3 | application/x-xywrite | XyWrite document
    com.claris.appleworks | public.data public.composite-content | cwk | application/x-appleworks-document | AppleWorks document
    com.claris.works | public.data public.composite-content | cws | application/x-clarisworks | ClarisWorks document
    com.adobe.pagemaker | public.data public.composite-content | pmd pm6 p65 pm5 pmt | application/x-pagemaker | PageMaker document
    com.adobe.indesign-interchange | public.zip-archive | idml | application/vnd.adobe.indesign-idml-package | InDesign package
    com.adobe.indesign-xml | public.xml | inx | application/x-adobe-indesign-interchange | InDesign interchange
    com.adobe.flash-source | public.data | fla | application/vnd.adobe.fla | Flash source
    com.adobe.air-swc | public.zip-archive | swc | application/x-swc | Flash library
    com.adobe.xdp | public.xml | xdp | application/vnd.adobe.xdp+xml | Forms architecture
    com.adobe.photoshop-palette | public.data | aco ase act | application/x-adobe-palette | Colour palette
    com.adobe.premiere | public.xml | prproj ppj | image/vnd.adobe.premiere | Premiere project
    com.adobe.after-effects | public.data | aep | application/vnd.adobe.aftereffects.project | After Effects project
    com.macromedia.director | public.data | dir dxr dcr | application/x-director | Director film
    com.macromedia.freehand | public.data | fh fh7 fh8 fh9 | image/x-freehand | FreeHand drawing
    com.wolfram.mathematica | public.text | nb ma | application/mathematica application/vnd.wolfram.mathematica | Mathematica notebook
    com.wolfram.cdf | public.text | | application/vnd.wolfram.cdf.text | Computable document
    com.mathcad.document | public.data | mcd | application/vnd.mcd | Mathcad document
    com.maplesoft.worksheet | public.xml | mw | application/x-maple | Maple worksheet
    com.apple.keynote-1 | public.xml | apxl |  | Keynote XML
    com.hancom.hwpx | public.zip-archive | hwpx | application/hwp+zip | Hangul document (zip)
    com.hancom.hwt | com.hancom.hwp | hwt | application/x-hwt | Hangul template
    com.ichitaro.document | public.data public.composite-content | jtd jtt | application/x-js-taro | Ichitaro document
    com.kingsoft.writer | com.microsoft.ole-storage | | application/vnd.wps-office.wps | WPS document
    org.pocoo.t602 | public.text | 602 | application/x-t602 | T602 document
    org.kde.kword | public.data public.composite-content | kwd kwt | application/x-kword | KWord document
    org.kde.kspread | public.data public.spreadsheet | ksp | application/x-kspread | KSpread spreadsheet
    org.kde.kpresenter | public.data public.presentation | kpr kpt | application/x-kpresenter | KPresenter presentation
    org.kde.karbon | public.data public.image | karbon | application/x-karbon | Karbon drawing
    org.kde.kchart | public.data | chrt | application/x-kchart | KChart chart
    org.kde.kformula | public.data | kfo | application/x-kformula | KFormula formula
    org.kde.killustrator | public.data public.image | kil | application/x-killustrator | KIllustrator drawing
    org.kde.kivio | public.data public.image | flw | application/x-kivio | Kivio diagram
    org.kde.kontour | public.data public.image | kon | application/x-kontour | Kontour drawing
    org.kde.kugar | public.xml | kud | application/x-kugar | Kugar report
    org.kde.kpovmodeler | public.xml | kpm | application/x-kpovmodeler | KPovModeler scene
    org.openoffice.spreadsheet-template | org.openoffice.spreadsheet | stc | application/vnd.sun.xml.calc.template | OpenOffice.org 1 spreadsheet template
    org.openoffice.drawing | public.data public.composite-content | sxd | application/vnd.sun.xml.draw | OpenOffice.org 1 drawing
    org.openoffice.drawing-template | org.openoffice.drawing | std | application/vnd.sun.xml.draw.template | OpenOffice.org 1 drawing template
    org.openoffice.presentation-template | org.openoffice.presentation | sti | application/vnd.sun.xml.impress.template | OpenOffice.org 1 presentation template
    org.openoffice.formula | public.data public.composite-content | sxm | application/vnd.sun.xml.math | OpenOffice.org 1 formula
    org.openoffice.text-master | org.openoffice.text | sxg | application/vnd.sun.xml.writer.global | OpenOffice.org 1 master text
    org.openoffice.database | public.data public.database | | application/vnd.sun.xml.base | OpenOffice.org 1 database
    org.oasis-open.opendocument.chart-template | org.oasis-open.opendocument public.composite-content | otc | application/vnd.oasis.opendocument.chart-template | OpenDocument chart template
    org.oasis-open.opendocument.formula-template | org.oasis-open.opendocument public.composite-content | otf | application/vnd.oasis.opendocument.formula-template | OpenDocument formula template
    org.oasis-open.opendocument.image-template | org.oasis-open.opendocument public.image | oti | application/vnd.oasis.opendocument.image-template | OpenDocument image template
    org.staroffice.writer-global | org.staroffice.writer | sgl | application/vnd.stardivision.writer-global | StarOffice master text
    org.staroffice.mail | public.data public.message | sdm | application/vnd.stardivision.mail | StarOffice message
    org.staroffice.writer-3 | org.staroffice.writer |  | application/x-starwriter | StarOffice 3 or 4 text
    org.staroffice.calc-3 | org.staroffice.calc |  | application/x-starcalc | StarOffice 3 or 4 spreadsheet
    org.staroffice.impress-3 | org.staroffice.impress |  | application/x-starimpress | StarOffice 3 or 4 presentation
    org.staroffice.draw-3 | org.staroffice.draw |  | application/x-stardraw | StarOffice 3 or 4 drawing
    org.staroffice.math-3 | org.staroffice.math |  | application/x-starmath | StarOffice 3 or 4 formula
    org.staroffice.chart-3 | org.staroffice.chart |  | application/x-starchart | StarOffice 3 or 4 chart
    org.staroffice.mail-3 | org.staroffice.mail | smd | application/x-starmail | StarOffice 3 or 4 message
    com.abisource.abiword | public.xml public.composite-content | abw zabw awt | application/x-abiword | AbiWord document
    org.applix.words | public.text | aw | application/x-applix-word | Applix document
    org.applix.spreadsheet | public.text public.spreadsheet | as | application/x-applix-spreadsheet | Applix spreadsheet
    org.applix.graphics | public.text | ag | image/x-applix-graphics | Applix drawing
    org.gnu.oleo | public.text public.spreadsheet | oleo | application/x-oleo | Oleo spreadsheet
    org.unix.sc | public.text public.spreadsheet | sc | application/x-sc | SC spreadsheet
    org.siag.spreadsheet | public.text public.spreadsheet | siag | application/x-siag | Siag spreadsheet
    org.siag.pathetic-writer | public.text | pw | application/x-pw | Pathetic Writer document
    io.github.pyspread | public.text public.spreadsheet | pysu | application/x-pyspread-spreadsheet | Pyspread spreadsheet
    io.github.pyspread-compressed | public.bzip2-archive public.spreadsheet | pys | application/x-pyspread-bz-spreadsheet | Pyspread spreadsheet, compressed
    org.qtiplot.project | public.text | qti | application/x-qtiplot | QtiPlot project
    org.gnucash.book | public.data | gnucash gnc xac | application/x-gnucash | GnuCash book
    com.intuit.qif | public.text | qif | application/x-qw | Quicken interchange
    com.intuit.ofx | public.text | ofx qfx | application/x-ofx | Open financial exchange
    com.sony.bbeb | public.data public.composite-content | lrf lrx | application/x-sony-bbeb | BBeB book
    com.amazon.kindle | com.amazon.mobi | azw3 kfx | application/vnd.amazon.mobi8-ebook application/x-mobi8-ebook | Kindle book
    com.amazon.topaz | public.data public.composite-content | azw1 tpz | application/x-topaz-ebook | Topaz book
    com.palm.aportisdoc | com.palm.pdb | pdb pdc | application/x-aportisdoc | AportisDoc book
    com.palm.plucker | com.palm.pdb | | application/prs.plucker | Plucker book
    com.palm.ereader | com.palm.pdb | | application/x-palm-ereader | eReader book
    com.palm.prc | com.palm.pdb | prc pqa oprc | application/vnd.palm | Palm program
    com.rocketbook.book | public.data public.composite-content | rb | application/x-rocketbook | Rocket eBook
    org.fictionbook.fb2-zip | public.zip-archive public.composite-content | fb2.zip fbz | application/x-zip-compressed-fb2 | FictionBook, compressed
    org.daisy.ncx | public.xml | ncx | application/x-dtbncx+xml | Book navigation
    org.idpf.opf | public.xml | opf | application/oebps-package+xml | Book package
    com.apple.ibooks | public.zip-archive public.composite-content | ibooks | application/x-ibooks+zip | Book
    org.isolated.wwf | com.adobe.pdf | wwf | application/x-wwf | Unprintable document
    com.microsoft.dna | public.text | hta | application/hta | HTML application
    org.mozilla.bookmarks | public.html | | application/x-mozilla-bookmarks | Bookmarks
    org.mozilla.xul | public.xml | xul | application/vnd.mozilla.xul+xml | XUL
    org.xbel.xbel | public.xml | xbel | application/x-xbel | Bookmarks in XML
    org.gnome.gtk-builder | public.xml | ui | application/x-gtk-builder | GTK interface
    org.qt.designer | public.xml | ui | application/x-designer | Qt interface
    org.qt.linguist | public.xml | ts | text/vnd.trolltech.linguist | Qt translation
    org.w3.wml | public.xml | wml | text/vnd.wap.wml | Wireless markup
    org.w3.wmlscript | public.source-code | wmls | text/vnd.wap.wmlscript | Wireless script
    org.w3.xslfo | public.xml | fo xslfo | text/x-xslfo | Formatting objects
    org.w3.xinclude-entity | public.text | ent | application/xml-external-parsed-entity | XML entity
    org.w3.dtd | public.text | dtd | application/xml-dtd | Document type definition
    org.w3.relax-ng | public.text | rnc | application/relax-ng-compact-syntax | Schema (RELAX NG)
    org.w3.sgml | public.text | sgml sgm | text/sgml | SGML document
    org.w3.xquery | public.source-code | xq xquery xqy | application/xquery | XQuery
    org.w3.sparql-query | public.source-code | rq qs | application/sparql-query | SPARQL query
    org.w3.n3 | public.text | n3 | text/n3 | Notation3
    org.w3.n-quads | public.text | nq | application/n-quads | RDF quads
    org.w3.emma | public.xml | emma | application/emma+xml | EMMA
    org.w3.inkml | public.xml | ink inkml | application/inkml+xml | Digital ink
    org.w3.xkms | public.xml | | application/xenc+xml | Encrypted XML
    org.omg.xmi | public.xml | xmi | text/x-xmi | Model interchange
    org.mapeditor.tsx | public.xml | tsx | application/x-tiled-tsx | Tiled tile set
    org.mapeditor.tmx | public.xml | tmx | application/x-tiled-tmx | Tiled map
    org.freedesktop.appstream-releases | public.xml | releases.xml | application/x-freedesktop-appstream-releases | Releases of a component
    org.freedesktop.appstream-component | public.xml | metainfo.xml appdata.xml | application/x-freedesktop-appstream-component | Component description
    com.apple.system-profiler | public.xml | spx | application/x-apple-systemprofiler+xml | System report
    com.microsoft.visual-studio-solution | public.text | sln | text/x-ms-visualstudio.solution | Visual Studio solution
    com.microsoft.visual-studio-project | public.text | dsp dsw | text/x-ms-visualstudio.project | Visual Studio project
    com.microsoft.msbuild-project | public.xml | csproj vbproj vcxproj fsproj |  | Build project
    com.microsoft.jscript-encoded | public.script | jse | text/jscript.encode | Encoded JScript
    com.microsoft.vbscript-encoded | public.script | vbe | text/vbscript.encode | Encoded VBScript
    com.microsoft.asp | public.script | asp aspx | application/x-asp text/x-asp | Active server page
    com.sun.jsp | public.script | jsp jspx | text/x-jsp application/x-jsp | Java server page
    com.adobe.coldfusion | public.script | cfm cfml cfc | text/x-coldfusion | ColdFusion page
    com.adobe.actionscript | public.source-code | as | application/ecmascript text/x-actionscript | ActionScript source
    org.python.python3-script | public.python-script | py3 pyi py3x | text/x-python3 | Python 3 script
    org.python.python2-script | public.python-script | py2 | text/x-python2 | Python 2 script
    org.python.pyrex | public.python-script | pyx wsgi |  | Python extension source
    org.sagemath.script | public.python-script | sage | text/x-sagemath | Sage script
    org.scons.script | public.python-script | | text/x-scons | SCons build script
    org.godot.script | public.source-code | gd | application/x-gdscript | Godot script
    org.godot.project | public.text | godot | application/x-godot-project | Godot project
    org.godot.resource | public.text | tres | application/x-godot-resource | Godot resource
    org.godot.scene | public.text | tscn escn | application/x-godot-scene | Godot scene
    org.godot.shader | public.source-code | gdshader | application/x-godot-shader | Godot shader
    org.gnome.genie-source | public.source-code | gs | text/x-genie | Genie source
    org.gnome.blueprint | public.source-code | blp | text/x-blueprint | Blueprint
    org.kaitai.struct | public.yaml | ksy | text/x-kaitai-struct | Kaitai structure
    org.raml.raml | public.yaml | raml | application/raml+yaml | API description (RAML)
    org.dmtf.mof | public.source-code | mof | text/x-mof | Managed object format
    org.omg.idl | public.source-code | idl | text/x-idl | Interface definition
    org.omg.ocl | public.source-code | ocl | text/x-ocl | Object constraints
    org.modelica.source | public.source-code | mo | text/x-modelica | Modelica model
    org.adaic.source | public.source-code | adb ads ada | text/x-adasrc | Ada source
    org.eiffel.source | public.source-code | e eif | text/x-eiffel | Eiffel source
    org.cobol.source | public.source-code | cbl cob cobol | text/x-cobol | COBOL source
    org.ooc-lang.source | public.source-code | ooc | text/x-ooc | ooc source
    com.digital.dcl | public.script | dcl | text/x-dcl | DCL script
    org.dsssl.source | public.source-code | dsl | text/x-dsl | DSSSL style sheet
    org.haskell.literate-source | public.source-code | lhs | text/x-literate-haskell | Literate Haskell source
    org.prolog.source | public.source-code | pro prolog | text/x-prolog | Prolog source
    org.smalltalk.source | public.source-code | st | text/x-stsrc | Smalltalk source
    org.racket-lang.source | public.source-code | rkt | text/x-racket | Racket source
    org.postscript.forth | public.source-code | fth 4th | text/x-forth | Forth source
    org.stata.do | public.source-code | do | text/x-stata | Stata script
    com.sas.source | public.source-code | sas | text/x-sas | SAS script
    com.autohotkey.script | public.script | ahk | text/x-autohotkey | AutoHotkey script
    com.autoit.script | public.script | au3 | text/x-autoit | AutoIt script
    org.nsis.script | public.source-code | nsi nsh | text/x-nsis | Installer script
    org.jrsoftware.inno-setup | public.source-code | iss | text/x-inno-setup | Inno Setup script
    org.gnuplot.script | public.source-code | gp gplt gnuplot plt | application/x-gnuplot text/x-gnuplot | Gnuplot script
    org.lilypond.source | public.source-code | ly ily | text/x-lilypond | LilyPond score
    org.mup.source | public.source-code | mup | text/x-mup | Mup score
    org.abcnotation.abc | public.text | abc | text/vnd.abc | ABC music
    org.povray.scene | public.source-code | pov | text/x-povray-scene-description | POV-Ray scene
    org.ruby-lang.markaby | public.ruby-script | mab | application/x-markaby | Markaby script
    org.ruby-lang.erb | public.text | erb rhtml | text/x-erb | ERB template
    org.haml.haml | public.text | haml | text/x-haml | Haml template
    org.pugjs.pug | public.text | pug jade | text/x-pug | Pug template
    org.mustache.template | public.text | mustache | text/x-mustache | Mustache template
    org.freemarker.template | public.text | ftl | text/x-freemarker | FreeMarker template
    org.apache.velocity | public.text | vm vtl | text/x-velocity | Velocity template
    org.stylus-lang.stylus | public.text | styl | text/x-stylus | Stylus style sheet
    org.nix.expression | public.source-code | nix | text/x-nix | Nix expression
    com.hashicorp.hcl | public.source-code | hcl tf tfvars | text/x-hcl | Terraform configuration
    org.bazel.build | public.source-code | bzl bazel | text/x-bazel | Bazel build file
    org.nim-lang.script | org.nim-lang.source | nims nimble | text/x-nimscript | Nim script
    org.khronos.opencl-cpp-source | public.source-code | clcpp | text/x-opencl-c++src | OpenCL C++ source
    org.khronos.hlsl | public.source-code | hlsl fx | text/x-hlsl | HLSL shader
    org.w3.wgsl | public.source-code | wgsl | text/wgsl | WebGPU shader
    org.webassembly.wat | public.source-code | wat wast | text/x-wat | WebAssembly text
    org.llvm.ir | public.source-code | ll | text/x-llvm | LLVM assembly
    org.moonscript.source | public.source-code | moon | text/x-moonscript | MoonScript source
    org.elm-lang.source | public.source-code | elm | text/x-elm | Elm source
    org.purescript.source | public.source-code | purs | text/x-purescript | PureScript source
    org.reasonml.source | public.source-code | re rei | text/x-reason | Reason source
    org.hack-lang.source | public.source-code | hack hh | text/x-hack | Hack source
    org.lalrpop.grammar | public.source-code | g4 | text/x-antlr | Grammar
    org.gnu.gettext-template | org.gnu.gettext-po | pot | text/x-gettext-translation-template text/x-pot | Translation template
    org.troff.man-page | org.gnu.troff | | application/x-troff-man | Manual page
    org.troff.mm | org.gnu.troff | mm | text/x-troff-mm | troff document (mm)
    org.troff.me | org.gnu.troff | me | text/x-troff-me | troff document (me)
    org.troff.ms | org.gnu.troff | ms | text/x-troff-ms | troff document (ms)
    org.txt2tags.document | public.plain-text | t2t | text/x-txt2tags | txt2tags document
    org.setext.document | public.plain-text | etx | text/x-setext | Setext document
    org.ietf.enriched | public.text | rtx | text/enriched | Enriched text
    org.magicpoint.slides | public.text | mgp | application/x-magicpoint | MagicPoint slides
    org.tgif.drawing | public.text | | application/x-tgif | Tgif drawing
    org.fltk.fluid | public.text | fl | application/x-fluid | FLTK interface
    org.todotxt.todo | public.plain-text | todo | text/x-todo-txt | To-do list
    org.csv-schema.schema | public.plain-text | csvs | text/csv-schema | CSV schema
    org.ietf.ldif | public.plain-text | ldif | text/x-ldif | Directory entries
    org.ietf.zone | public.plain-text | zone | text/dns | DNS zone
    org.cert.rpm-spec | public.source-code | spec | text/x-rpm-spec | RPM build description
    org.netfilter.iptables | public.plain-text | iptables | text/x-iptables | Firewall rules
    org.openvpn.profile | public.plain-text | openvpn ovpn | application/x-openvpn-profile | OpenVPN profile
    com.cisco.vpn-profile | public.plain-text | pcf | application/x-cisco-vpn-settings | VPN settings
    com.citrix.ica | public.plain-text | ica | application/x-ica | Citrix connection
    com.microsoft.rdp | public.plain-text | rdp | application/x-rdp | Remote desktop
    org.w3.cache-manifest | public.plain-text | appcache manifest | text/cache-manifest | Cache manifest
    org.ietf.proxy-autoconfig | com.netscape.javascript-source | pac | application/x-ns-proxy-autoconfig | Proxy settings
    org.freedesktop.dbus-service | public.plain-text | service | text/x-dbus-service | D-Bus service
    org.freedesktop.theme | org.freedesktop.desktop-entry | theme | application/x-theme | Desktop theme
    org.gnu.changelog | public.plain-text | changelog | text/x-changelog | Change log
    org.gnu.reject | public.patch-file | rej | text/x-reject | Rejected patch
    org.color.it8 | public.plain-text | it8 it87 ti3 | application/x-it87 | Colour measurements
    org.argyllcms.ccmx | public.plain-text | ccmx ccss | application/x-ccmx | Colour correction
    org.freedb.xmcd | public.plain-text | xmcd | text/xmcd | Track list
    org.mpsub.mpsub | public.plain-text | sub | text/x-mpsub | MPSub subtitles
    org.subviewer.subtitles | public.plain-text | sub | text/x-subviewer | SubViewer subtitles
    org.idx.vobsub | public.plain-text | idx | text/x-vobsub | VobSub index
    org.sgf.go | public.plain-text | sgf | application/x-go-sgf | Go game
    org.gerber.job | public.json | gbrjob | application/x-gerber-job | Gerber job
    org.gerber.excellon | public.text | drl xln | application/x-excellon | Drill file
    org.kicad.schematic | public.text | sch kicad_sch kicad_pcb | application/x-kicad | KiCad design
    org.ngspice.netlist | public.text | cir spice | text/x-spice | Circuit
    com.creality.gx | public.data | gx | text/x-gcode-gx | Machine instructions with preview
    org.warpscript.source | public.source-code | mc2 | text/vnd.senx.warpscript | WarpScript
    org.ietf.jrd | public.json | jrd | application/jrd+json | Resource descriptor
    org.ietf.jwk | public.json | jwk | application/jwk+json | Key
    org.w3.activity | public.json | |  application/activity+json | Activity
    org.ietf.hal | public.json | hal | application/hal+json | Linked resource
    org.openapis.json | public.json | | application/vnd.oai.openapi+json | API description
    org.lottie.animation | public.json | lottie | video/lottie+json | Lottie animation
    org.ietf.vcard-xml | public.xml | | application/vcard+xml | Contact in XML
    org.ietf.sieve | public.source-code | siv sieve | application/sieve | Mail filter
    org.ietf.mail-part | public.text | | message/partial | Part of a message
    org.ietf.news | public.text public.message | | message/news | News article
    org.ietf.delivery-status | public.text | | message/delivery-status | Delivery report
    com.apple.mail.emlx | public.data public.email-message | emlx | message/x-emlx | Apple mail message
    com.gnu.rmail | public.text public.message | | message/x-gnu-rmail | Mailbox (RMAIL)
    com.apple.mail.babyl | public.text | | application/x-babyl | Babyl mailbox
    org.ietf.pkix-path | public.data | pkipath | application/pkix-pkipath | Certification path
    org.ietf.pkix-certificate | public.x509-certificate | cer | application/pkix-cert | Certificate
    org.ietf.pkcs7-mime | public.data | p7m p7c | application/pkcs7-mime | Encrypted message
    org.ietf.pkcs7-certificates | public.data | p7b spc | application/x-pkcs7-certificates | Certificates
    org.ietf.pkcs8-encrypted | public.data | p8e | application/pkcs8-encrypted | Private key, encrypted
    org.ietf.timestamp | public.data | tsr tsq | application/timestamp-reply | Time stamp
    org.ietf.eris-link | public.data | eris | application/x-eris-link+cbor | ERIS link
    io.age.encrypted | public.data | age | application/x-age | Encrypted file
    org.putty.private-key | public.text | ppk | application/x-putty-private-key | PuTTY private key
    org.ansible.vault | public.text | vault | application/x-ansible-vault | Encrypted settings
    org.signify.minisign | public.text | minisig | application/x-minisign | Signature
    org.openssl.salted | public.data | | application/x-openssl-encrypted | Encrypted file (OpenSSL)
    org.gnutella.partial | public.data | part crdownload wkdownload | application/x-partial-download | Download that is not whole
    com.hp.hpgl | public.text | hpgl plt | application/vnd.hp-hpgl | Plotter file
    com.hp.pcl | public.data | pcl | application/vnd.hp-pcl | Printer file
    com.hp.pcl-xl | public.data | pxl | application/vnd.hp-pclxl | Printer file (PCL XL)
    com.hp.pjl | public.data | pjl | application/vnd.hp-pjl | Printer job
    com.epson.escp | public.data | | application/x-escp | Printer file (ESC/P)
    org.cups.raster | public.data | pwg | image/pwg-raster | Printer raster
    com.adobe.ppd | public.text | ppd | application/vnd.cups-ppd | Printer description
    org.cmu.andrew | public.text | ez | application/andrew-inset | Andrew document
    org.iso.oda | public.data | oda | application/oda | Office document
    org.gnunet.directory | public.data | gnd | application/gnunet-directory | GNUnet directory
    org.gnupg.keybox | public.data | kbx | application/x-gnupg-keybox | Key box
    org.youtube.yt | public.zip-archive | yt | application/vnd.youtube.yt | Upload package
    """
