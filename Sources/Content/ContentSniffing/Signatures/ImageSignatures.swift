extension BinarySignatures {
    /// Pictures and camera files.
    static let images = #"""
        0 | \xFF\xD8\xFF | public.jpeg
        0 | GIF87a | com.compuserve.gif
        0 | GIF89a | com.compuserve.gif
        0 | %PDF- | com.adobe.pdf
        0 | \x8AMNG\r\n\x1A\n | org.libpng.mng
        0 | \x8BJNG\r\n\x1A\n | org.libpng.jng
        0 | 8BPS | 4 | \x00\x01 | com.adobe.photoshop-image
        0 | 8BPS | 4 | \x00\x02 | com.adobe.photoshop-large-document
        0 | 8BPS | com.adobe.photoshop-image
        0 | \xFF\x0A | public.jpeg-xl
        0 | \x00\x00\x00\x0CJXL \r\n\x87\n | public.jpeg-xl
        0 | \xFFO\xFFQ\x00 | public.jpeg-2000
        0 | v/1\x01 | com.ilm.openexr-image
        0 | #?RADIANCE\n | public.radiance
        0 | #?RGBE\n | public.radiance
        0 | gimp xcf | org.gimp.xcf
        0 | qoif | org.qoiformat.qoi
        0 | FLIF | info.flif.flif
        0 | BPG\xFB | org.bellard.bpg
        0 | DDS \x7C\x00 | com.microsoft.dds
        0 | DDS  | com.microsoft.dds
        0 | P7\nWIDTH  | org.netpbm.pam
        0 | farbfeld | org.suckless.farbfeld
        0 | \xABKTX 11\xBB\r\n\x1A\n | org.khronos.ktx
        0 | \xABKTX 20\xBB\r\n\x1A\n | org.khronos.ktx2
        0 | SDPX\x00 | org.smpte.dpx
        0 | XPDS\x00 | org.smpte.dpx
        0 | SIMPLE  = | gov.nasa.fits
        0 | icns | com.apple.icns
        0 | AT&TFORM | org.djvu.djvu
        0 | II\xBC | com.microsoft.jxr
        0 | \xD7\xCD\xC6\x9A | com.microsoft.wmf
        0 | FUJIFILMCCD-RAW | com.fuji.raw-image
        0 | \x00MRM | com.minolta.raw-image
        0 | IIU\x00\x08\x00 | com.panasonic.raw-image
        0 | IIU\x00 | com.panasonic.rw2-raw-image
        0 | IIRO | com.olympus.or-raw-image
        0 | IIRS | com.olympus.or-raw-image
        0 | MMOR | com.olympus.or-raw-image
        0 | FOVb | com.sigma.x3f-raw-image
        6 | HEAPCCDR | com.canon.crw-raw-image
        0 | \x13\xAB\xA1\x5C | org.khronos.astc
        0 | PVR\x03 | com.imgtec.pvr
        0 | VTF\x00 | com.valvesoftware.vtf
        4 | \xE0\xA5 | 128 | \?\?\?\?\xFA\xF1 | org.aseprite.aseprite?
        0 | FPix | com.kodak.flashpix?
        2048 | PCD_IPI | com.kodak.photo-cd
        0 | EP*\x00 | com.microsoft.modi
        0 | CPT9FILE | com.corel.photo-paint?
        0 | CPTFILE | com.corel.photo-paint?
        0 | Paint Shop Pro Image File\n\x1A | com.jasc.psp-image
        0 | \xFFWPC | 8 | \x01\x16 | com.corel.wordperfect-graphics
        20 | GIMP | org.gimp.brush?
        20 | GPAT | org.gimp.pattern
        4 | idat | com.apple.quicktime-image?
        4 | idsc | com.apple.quicktime-image?
        0 | Xcur | org.x.xcursor
        0 | \x59\xA6\x6A\x95 | com.sun.raster
        0 | \x01\xDA\x00 | 3 | \x01\x00 | com.sgi.sgi-image?
        0 | \x01\xDA\x01 | 3 | \x01\x00 | com.sgi.sgi-image?
        0 | \x80\x2A\x5F\xD7 | com.kodak.cineon
        0 | id=ImageMagick | org.imagemagick.miff
        0 | \x97JB2\r\n\x1A\n | org.iso.jbig2
        0 | \xFF\xD8\xFF\xF7 | org.iso.jpeg-ls
        0 | \x01\x00\x09\x00\x00\x03 | com.microsoft.wmf?
        0 | \x02\x00\x09\x00\x00\x03 | com.microsoft.wmf?
        0 | \x01\x00\x00\x00 | 40 |  EMF | com.microsoft.emf
        10 | \x00\x11\x02\xFF\x0C\x00\xFF\xFE | com.apple.pict?
        522 | \x00\x11\x02\xFF\x0C\x00\xFF\xFE | com.apple.pict?
        522 | \x11\x01 | 512 | \?\?\x00\x00 | com.apple.pict?
        0 | \xC5\xD0\xD3\xC6 | com.adobe.encapsulated-postscript?
        0 | SFW94A | com.seattlefilmworks.sfw
        0 | SFW95A | com.seattlefilmworks.sfw
        0 | \xABVIFF | org.videolan.viff?
        0 | \xAB\x01 | 4 | \x02\x04\x00\x08 | org.videolan.viff?
        0 | CSFCHUNK | com.clipstudio.clip
        0 | fig-kiwi | com.figma.fig
        0 | IIN1 | org.niff.niff
        0 | RaS2 | org.cups.raster?
        0 | RaS3 | org.cups.raster?
        0 | FrmI | com.artweaver.awd?
        348 | ni1\x00 | org.nifti.nifti?
        344 | n+1\x00 | org.nifti.nifti
        0 | \x5C\x01\x00\x00 | 344 | n+1\x00 | org.nifti.nifti
        0 | #ASDF 1. | org.asdf.asdf
        0 | AGD1\xBE\xB8\xBB\xCE | com.macromedia.freehand?
        0 | AGD2\xBE\xB8\xBB\xCE | com.macromedia.freehand?
        0 | AGD3 | com.macromedia.freehand?
        0 | AGD4 | com.macromedia.freehand?
        0 | MMXPR | com.quark.xpress
        2 | MMXPR | com.quark.xpress
        2 | IIXPR | com.quark.xpress
        2 | JDXPR | com.quark.xpress?
        """#
}
