/// The part of ``fieldTypes`` that is about pictures, sound, films, scenes and fonts.
let fieldMediaTypes: String = """
    org.khronos.astc | public.image | astc | image/astc | ASTC texture
    com.imgtec.pvr | public.image | pvr | image/x-pvr | PowerVR texture
    com.valvesoftware.vtf | public.image | vtf | image/vnd.valve.source.texture | Valve texture
    org.aseprite.aseprite | public.image | aseprite ase | image/x-aseprite | Aseprite sprite
    org.netpbm.half-floatmap | public.image | phm | image/x-phm | Portable half-float map
    org.netpbm.anymap | public.image | pnm | image/x-portable-anymap | Portable any-map
    com.scitex.ct | public.image | sct ct | image/x-sct | Scitex continuous tone image
    com.nvidia.ies | public.text | ies | application/x-ies | Photometric data
    org.itu.g3-fax | public.image | g3 | image/g3fax | G3 fax image
    org.itu.jbig | public.image | jbg jbig | image/x-jbig | JBIG image
    com.kodak.flashpix | public.image | fpx | image/vnd.fpx image/x-fpx | FlashPix image
    com.kodak.photo-cd | public.image | pcd | image/x-photo-cd | Photo CD image
    com.kodak.dcr-raw-image | public.camera-raw-image | dcr | image/x-kodak-dcr | Kodak raw image
    com.kodak.kdc-raw-image | public.camera-raw-image | kdc | image/x-kodak-kdc | Kodak raw image
    com.kodak.k25-raw-image | public.camera-raw-image | k25 | image/x-kodak-k25 | Kodak raw image
    com.hasselblad.3fr-raw-image | public.camera-raw-image | 3fr | image/x-hasselblad-3fr | Hasselblad raw image
    com.hasselblad.fff-raw-image | public.camera-raw-image | fff | image/x-hasselblad-fff | Hasselblad raw image
    com.leafamerica.raw-image | public.camera-raw-image | mos | image/x-leaf-mos | Leaf raw image
    com.sinar.raw-image | public.camera-raw-image | sti | image/x-sinar-sti | Sinar raw image
    com.minolta.mdc-raw-image | public.camera-raw-image | mdc | image/x-minolta-mdc | Minolta raw image
    com.phaseone.raw-image | public.camera-raw-image | iiq cap | image/x-phaseone-iiq | Phase One raw image
    com.mamiya.raw-image | public.camera-raw-image | mef | image/x-mamiya-mef | Mamiya raw image
    com.epson.raw-image | public.camera-raw-image | erf | image/x-epson-erf | Epson raw image
    com.panasonic.raw-image | public.camera-raw-image | raw | image/x-panasonic-rw image/x-panasonic-raw | Panasonic raw image
    com.leica.rwl-raw-image | public.camera-raw-image | rwl | image/x-leica-rwl | Leica raw image
    com.samsung.raw-image | public.camera-raw-image | srw | image/x-samsung-srw | Samsung raw image
    com.sony.srf-raw-image | public.camera-raw-image | srf | image/x-sony-srf | Sony raw image
    com.sony.sr2-raw-image | public.camera-raw-image | sr2 | image/x-sony-sr2 | Sony raw image
    com.gopro.gpr-raw-image | public.camera-raw-image | gpr | image/x-gopro-gpr | GoPro raw image
    com.casio.raw-image | public.camera-raw-image | bay | image/x-casio-bay | Casio raw image
    com.adobe.photoshop-large-document | public.image | psb | image/vnd.adobe.photoshop | Photoshop large document
    com.seattlefilmworks.sfw | public.image | sfw pwp | image/x-seattle-filmworks | Seattle FilmWorks image
    org.wap.wbmp | public.image | wbmp | image/vnd.wap.wbmp | Wireless bitmap
    org.iso.cgm | public.image | cgm | image/cgm | Computer graphics metafile
    com.xerox.ief | public.image | ief | image/ief | Image exchange format
    com.compuserve.rle | public.image | rle | image/rle | Run-length encoded image
    com.microsoft.modi | public.image | mdi | image/vnd.ms-modi | Document imaging
    org.w3.svg-compressed | org.gnu.gnu-zip-archive | svgz svg.gz | image/svg+xml-compressed | SVG image, compressed
    com.corel.draw | public.image | cdr cdt | application/vnd.corel-draw application/x-coreldraw image/x-coreldraw | CorelDRAW drawing
    com.corel.wordperfect-graphics | public.image | wpg | application/x-wpg | WordPerfect graphics
    com.corel.photo-paint | public.image | cpt | image/x-corelphotopaint | Photo-Paint image
    com.jasc.psp-image | public.image | psp pspimage | image/x-paintshoppro | Paint Shop Pro image
    com.apple.macpaint | public.image | pntg mac | image/x-macpaint | MacPaint image
    com.apple.quicktime-image | public.image | qtif qti qif | image/x-quicktime | QuickTime image
    org.gimp.brush-pipe | public.data | gih | image/x-gimp-gih | GIMP animated brush
    org.xfig.xfig | public.image public.text | fig | image/x-xfig | Xfig drawing
    org.skencil.skencil | public.image public.text | sk sk1 | image/x-skencil | Skencil drawing
    net.sf.dia.diagram | public.xml | dia | application/x-dia-diagram | Dia diagram
    net.sf.dia.shape | public.xml | shape | application/x-dia-shape | Dia shape
    com.newtek.lightwave-object | public.3d-content public.data | lwo lwob | image/x-lwo | LightWave object
    com.newtek.lightwave-scene | public.3d-content public.text | lws | image/x-lws | LightWave scene
    org.niff.niff | public.image | nif niff | image/x-niff | NIFF image
    com.ufraw.ufraw | public.xml | ufraw | application/x-ufraw | UFRaw settings
    com.microsoft.dib | public.image |  | image/x-dib | Device-independent bitmap
    org.asdf.asdf | public.data | asdf | application/x-asdf | ASDF data
    org.imagemagick.mvg | public.image | mvg | image/x-mvg | Magick vector graphics
    org.videolan.viff | public.image | viff xv | image/x-viff | Khoros image
    com.artweaver.awd | public.image | awd | image/x-artweaver | Artweaver image
    com.clipstudio.clip | public.image | clip | image/x-clip-studio | Clip Studio drawing
    com.sketch.sketch | public.zip-archive | sketch | application/x-sketch | Sketch drawing
    com.figma.fig | public.data |  | application/x-figma | Figma drawing
    com.procreate.procreate | public.zip-archive | procreate | application/x-procreate | Procreate drawing
    com.amiga.8svx | public.audio | 8svx iff | audio/x-8svx | Amiga sampled sound
    com.amiga.iff | public.data |  | application/x-iff | Interchange file
    com.amiga.anim | public.movie | anim | video/x-anim | Amiga animation
    com.creative.voc | public.audio | voc | audio/x-voc audio/x-unknown | Creative voice
    com.microsoft.riff | public.data |  | application/x-riff | RIFF container
    org.ebu.rf64 | com.microsoft.waveform-audio | rf64 |  | Waveform audio, large
    org.3gpp.amr-wideband | public.audio | awb | audio/AMR-WB | AMR wide-band audio
    com.dts.hd-audio | com.dts.audio | dtshd | audio/vnd.dts.hd audio/x-dtshd | DTS-HD audio
    com.dolby.mlp | public.audio | mlp thd | audio/vnd.dolby.mlp | Meridian lossless audio
    com.wavpack.correction | public.audio | wvc | audio/x-wavpack-correction | WavPack correction
    org.tta.audio | public.audio | tta | audio/x-tta audio/tta | True Audio
    org.shorten.audio | public.audio | shn | application/x-shorten audio/x-shorten | Shorten audio
    com.optimfrog.audio | public.audio | ofr ofs | audio/x-optimfrog | OptimFROG audio
    com.real.realvideo | public.movie | rv rvx | video/vnd.rn-realvideo | RealVideo
    com.real.metafile | public.text | ram | application/ram | RealMedia reference
    com.real.realpix | public.text | rp | image/vnd.rn-realpix | RealPix
    com.real.realtext | public.text | rt | text/vnd.rn-realtext | RealText
    com.yamaha.smaf | public.audio | mmf smaf | application/vnd.smaf | Mobile ring tone
    org.irda.imelody | public.text | imy ime | text/x-imelody audio/imelody | iMelody
    org.midi.xmf | public.audio | xmf | audio/x-xmf audio/xmf | Extensible music
    org.midi.mobile-xmf | public.audio | mxmf | audio/mobile-xmf | Mobile extensible music
    org.midi.sound-font | public.data | sf2 sf3 | audio/x-soundfont | Sound font
    org.midi.dls | public.data | dls | audio/dls | Downloadable sounds
    org.hvsc.sid | public.audio | sid psid | audio/prs.sid | C64 music
    com.nintendo.nsf | public.audio | nsf | audio/x-nsf | NES music
    com.nintendo.spc | public.audio | spc | audio/x-spc | SNES music
    com.nintendo.gbs | public.audio | gbs | audio/x-gbs | Game Boy music
    com.nintendo.dsp-audio | public.audio | dsp | audio/x-dsp | GameCube audio
    com.sega.vgm | public.audio | vgm vgz | audio/x-vgm | Video game music
    net.sourceforge.ym | public.audio | ym | audio/x-ym | YM chip music
    org.atari.sap | public.audio | sap | audio/x-sap | Atari music
    com.sony.psf | public.audio | psf | audio/x-psf | PlayStation music
    com.sony.psf-library | public.audio | psflib | audio/x-psflib | PlayStation music library
    com.sony.minipsf | public.audio | minipsf | audio/x-minipsf | PlayStation music, short
    org.openmpt.669 | public.audio | 669 | audio/x-669 | Composer 669 module
    org.openmpt.med | public.audio | med mmd0 mmd1 | audio/x-med | OctaMED module
    org.openmpt.mtm | public.audio | mtm | audio/x-mtm | MultiTracker module
    org.openmpt.stm | public.audio | stm | audio/x-stm | Scream Tracker 2 module
    org.openmpt.ult | public.audio | ult | audio/x-ult | UltraTracker module
    org.openmpt.okt | public.audio | okt | audio/x-okt | Oktalyzer module
    org.openmpt.far | public.audio | far | audio/x-far | Farandole module
    org.openmpt.ptm | public.audio | ptm | audio/x-ptm | PolyTracker module
    org.openmpt.amf | public.audio |  | audio/x-amf | Advanced module
    org.openmpt.dbm | public.audio | dbm | audio/x-dbm | DigiBooster module
    org.openmpt.mo3 | public.audio | mo3 | audio/x-mo3 | Compressed tracker module
    org.openmpt.umx | public.audio | umx | audio/x-umx | Unreal music
    org.videolan.xi-audio | public.audio | xi | audio/x-xi | FastTracker instrument
    com.ableton.live | public.data | als | application/x-ableton-live | Ableton Live set
    com.audible.aa | public.audio | aa | audio/x-pn-audibleaudio audio/vnd.audible | Audible book (AA)
    org.rockbox.pla | public.data | pla | audio/x-iriver-pla | iRiver playlist
    com.emusic.package | public.data | emp | application/vnd.emusic-emusic_package | eMusic package
    com.amazon.amz | public.data | amz | audio/x-amzxml | Amazon music download
    org.etsi.gsm | public.audio | gsm | audio/x-gsm | GSM speech
    org.nist.sphere | public.audio | sph nist | audio/x-nist | NIST speech
    org.ircam.sf | public.audio | sf | audio/x-ircam | IRCAM sound
    org.xiph.annodex | org.xiph.ogg | anx | application/annodex | Annodex media
    org.xiph.annodex-video | org.xiph.ogv | axv | video/annodex | Annodex movie
    org.xiph.annodex-audio | org.xiph.ogg-audio | axa | audio/annodex | Annodex audio
    org.xiph.ogm | org.xiph.ogv | ogm | video/x-ogm+ogg video/x-ogm | OGM movie
    org.xiph.y4m | public.movie | y4m | video/x-yuv4mpeg | Uncompressed YUV movie
    org.mpeg.mj2 | public.movie | mj2 mjp2 | video/mj2 | Motion JPEG 2000
    org.mpeg.h264-stream | public.video | h264 264 avc | video/h264 | H.264 stream
    org.mpeg.h265-stream | public.video | h265 265 hevc | video/h265 | H.265 stream
    org.aomedia.ivf | public.video | ivf | video/x-ivf | IVF video
    org.nut.nut | public.movie | nut | video/x-nut | NUT movie
    com.nullsoft.nsv | public.movie | nsv | video/x-nsv | Nullsoft movie
    com.sgi.movie | public.movie | movie | video/x-sgi-movie | SGI movie
    com.vivo.vivo | public.movie | viv vivo | video/vnd.vivo | Vivo movie
    com.radgametools.bink | public.movie | bik bk2 | video/vnd.radgamettools.bink video/vnd.radgametools.bink | Bink movie
    com.radgametools.smacker | public.movie | smk | video/vnd.radgamettools.smacker video/vnd.radgametools.smacker | Smacker movie
    com.id.roq | public.movie | roq | video/x-roq | RoQ movie
    com.microsoft.dvr-ms | com.microsoft.advanced-systems-format | dvr-ms | video/x-ms-dvr | Windows TV recording
    com.microsoft.wtv | public.movie | wtv | video/x-ms-wtv | Windows TV recording
    com.microsoft.asx | public.text public.playlist | asx wax wvx wmx | audio/x-ms-asx video/x-ms-asf-reference | ASX playlist
    com.microsoft.nsc | public.text | nsc | application/x-netshow-channel | NetShow channel
    org.mpeg.m4u | public.text public.playlist | m1u m4u mxu | video/vnd.mpegurl | Video playlist
    com.apple.quicktime-media-link | public.text | qtl | application/x-quicktime-media-link | QuickTime link
    org.kde.mrml | public.text | mrml mrl | text/x-mrml | Multimedia retrieval markup
    com.google.gvp | public.text | gvp | text/x-google-video-pointer | Google video pointer
    org.matroska.mk3d | org.matroska.mkv |  | video/x-matroska-3d | Matroska movie in 3D
    org.ebml.ebml | public.data |  | application/x-ebml | EBML document
    com.tivo.tivo | public.movie | tivo | video/x-tivo | TiVo recording
    com.google.draco | public.3d-content public.data | drc | model/vnd.draco | Draco geometry
    com.microsoft.x-mesh | public.3d-content public.data | | model/x-directx | DirectX mesh
    com.maya.ascii | public.3d-content public.text | ma | application/x-maya-ascii | Maya scene, text
    com.maya.binary | public.3d-content public.data | mb | application/x-maya-binary | Maya scene
    com.id.md2 | public.3d-content public.data | md2 | model/x-md2 | Quake 2 model
    com.id.md3 | public.3d-content public.data | md3 | model/x-md3 | Quake 3 model
    org.openctm.ctm | public.3d-content public.data | ctm | model/x-ctm | OpenCTM mesh
    com.wavefront.mtl | public.text | mtl | model/mtl | Wavefront materials
    com.siemens.jt | public.3d-content public.data | jt | model/jt | JT model
    com.adobe.u3d | public.3d-content public.data | u3d | model/u3d | Universal 3D
    org.shirakumo.sf3-archive | public.data public.archive | ar.sf3 | application/x.sf3-archive | SF3 archive
    org.shirakumo.sf3-audio | public.audio | au.sf3 | audio/x.sf3 | SF3 audio
    org.shirakumo.sf3-image | public.image | img.sf3 | image/x.sf3 | SF3 image
    org.shirakumo.sf3-log | public.data | log.sf3 | application/x.sf3-log | SF3 log
    org.shirakumo.sf3-model | public.3d-content public.data | mod.sf3 | model/x.sf3 | SF3 model
    org.shirakumo.sf3-table | public.data | tab.sf3 | application/x.sf3-table | SF3 table
    org.shirakumo.sf3-text | public.data | txt.sf3 | application/x.sf3-text | SF3 text
    org.shirakumo.sf3-vector | public.image | vec.sf3 | image/x.sf3-vector | SF3 vector graphic
    com.sf3.physics | public.3d-content public.data | phys.sf3 | model/x.sf3-physics | SF3 physics
    com.mcneel.3dm | public.3d-content public.data | 3dm | model/vnd.3dm | Rhino model
    com.zbrush.ztl | public.3d-content public.data | ztl | model/x-ztl | ZBrush tool
    com.solidworks.part | public.3d-content public.data | sldprt sldasm slddrw | application/sldworks | SolidWorks document
    com.autodesk.dwf | public.data | dwf | model/vnd.dwf | Design web format
    com.autodesk.dwfx | public.zip-archive | dwfx | model/vnd.dwfx+xps | Design web format (XPS)
    com.autodesk.inventor | public.data | ipt iam idw | application/x-inventor | Inventor document
    com.bentley.dgn | public.data | dgn | image/vnd.dgn | MicroStation design
    org.iso.acis | public.text | sat | application/x-acis-sat | ACIS model
    org.buildingsmart.ifc | public.text | ifc | application/x-step | Building model
    org.vcad.shape3d | public.data | v3d | application/x-v3d | 3D volume
    com.adobe.afm-font | public.text | afm | application/x-font-afm | Font metrics
    com.adobe.afm-binary | public.data | pfm | application/x-font-printer-metric | Printer font metrics
    org.linux.psf-font | public.font | psf psfu | application/x-font-linux-psf | Linux console font
    org.linux.psf-font-compressed | org.gnu.gnu-zip-archive | psf.gz psfu.gz | application/x-gz-font-linux-psf | Linux console font, compressed
    org.fonttools.ttx | public.xml | ttx | application/x-font-ttx | Font as XML
    com.bitstream.speedo | public.font | spd | application/x-font-speedo | Speedo font
    com.bitstream.pfr | public.font | pfr | application/font-tdpfr | Portable font resource
    org.x.snf-font | public.font | snf | application/x-font-snf | Server-natural font
    com.microsoft.fon | public.font | fon fnt | application/x-font-fon | Windows bitmap font
    org.tug.tfm | public.data | tfm | application/x-font-tex-tfm | TeX font metrics
    org.tug.tex-font | public.font |  | application/x-font-tex | TeX font
    org.tug.gf | public.font | gf | application/x-tex-gf | TeX generic font
    org.tug.pk | public.font | pk | application/x-tex-pk | TeX packed font
    org.amiga.font | public.font |  | application/x-font-amiga | Amiga font
    com.sun.news-font | public.font |  | application/x-font-sunos-news | Sun NeWS font
    com.borland.grx-font | public.font |  | application/x-font-libgrx | GRX font
    com.microsoft.dos-font | public.font |  | application/x-font-dos | DOS font
    com.borland.bgi-font | public.font | chr | application/x-font-bgi | Borland font
    org.unix.vfont | public.font |  | application/x-font-vfont | vfont
    """
