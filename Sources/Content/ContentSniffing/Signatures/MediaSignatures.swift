extension BinarySignatures {
    /// Sound, films, and scenes.
    static let media = #"""
        0 | fLaC | org.xiph.flac
        0 | MThd | public.midi-audio
        0 | .snd | public.au-audio
        0 | dns.\x00 | public.au-audio
        0 | #!AMR-WB | org.3gpp.amr-wideband
        0 | #!AMR | org.3gpp.adaptive-multi-rate-audio
        0 | caff | com.apple.coreaudio-format
        0 | MAC  | net.hydrogenaudio.monkeys-audio
        0 | wvpk | com.wavpack.audio
        0 | MPCK | net.musepack.audio
        0 | MP+\x07 | net.musepack.audio
        0 | MP+\x17 | net.musepack.audio
        0 | MP+\x27 | net.musepack.audio
        0 | DSD \x1C\x00 | com.sony.dsf-audio
        0 | FRM8 | com.philips.dff-audio
        0 | \x7F\xFE\x80\x01 | com.dts.audio
        0 | DTSHDHDR | com.dts.hd-audio
        0 | .RMF | com.real.realmedia
        0 | .ra\xFD | com.real.realaudio?
        0 | Extended Module:  | org.videolan.xm-audio
        0 | IMPM | org.videolan.it-audio
        44 | SCRM | org.videolan.s3m-audio
        1080 | M.K. | org.videolan.mod-audio?
        0 | FLV\x01 | com.adobe.flash.video
        0 | \x30\x26\xB2\x75\x8E\x66\xCF\x11 | com.microsoft.advanced-systems-format
        0 | \x06\x0E\x2B\x34\x02\x05\x01\x01\x0D\x01\x02\x01\x01\x02 | org.smpte.mxf
        1080 | M!K! | org.videolan.mod-audio?
        1080 | 4CHN | org.videolan.mod-audio?
        1080 | 6CHN | org.videolan.mod-audio?
        1080 | 8CHN | org.videolan.mod-audio?
        1080 | FLT4 | org.videolan.mod-audio?
        1080 | FLT8 | org.videolan.mod-audio?
        1080 | CD81 | org.videolan.mod-audio?
        1080 | OKTA | org.videolan.mod-audio?
        1080 | OCTA | org.videolan.mod-audio?
        1080 | M&K! | org.videolan.mod-audio?
        1080 | 10CH | org.videolan.mod-audio?
        1080 | 12CH | org.videolan.mod-audio?
        1080 | 16CH | org.videolan.mod-audio?
        1080 | 32CH | org.videolan.mod-audio?
        0 | \xFE\x7F\x01\x80 | com.dts.audio
        0 | \x1F\xFF\xE8\x00 | com.dts.audio
        0 | \xFF\x1F\x00\xE8 | com.dts.audio
        4 | \xF8\x72\x6F\xBB | com.dolby.mlp
        4 | \xF8\x72\x6F\xBA | com.dolby.mlp
        0 | ADIF | public.aac-audio?
        0 | TTA1 | org.tta.audio
        0 | TTA2 | org.tta.audio
        0 | ajkg | org.shorten.audio
        0 | OFR  | com.optimfrog.audio
        0 | Creative Voice File\x1A | com.creative.voc
        0 | Creative Voice File | com.creative.voc
        0 | riff\x2E\x91\xCF\x11\xA5\xD6\x28\xDB | com.sony.wave64-audio
        0 | MMMD | com.yamaha.smaf
        0 | XMF_2.00\x00\x00\x00\x02 | org.midi.mobile-xmf
        0 | XMF_ | org.midi.xmf
        0 | PSID\x00 | org.hvsc.sid
        0 | RSID\x00 | org.hvsc.sid
        0 | NESM\x1A | com.nintendo.nsf
        0 | NSFE | com.nintendo.nsf
        0 | SNES-SPC700 Sound File Data | com.nintendo.spc
        0 | GBS\x01 | com.nintendo.gbs
        0 | Vgm  | com.sega.vgm
        0 | YM2! | net.sourceforge.ym?
        0 | YM3! | net.sourceforge.ym?
        0 | YM5!LeOnArD! | net.sourceforge.ym?
        0 | YM6!LeOnArD! | net.sourceforge.ym?
        0 | SAP\r\nAUTHOR | org.atari.sap
        0 | PSF\x01 | com.sony.psf
        0 | PSF\x02 | com.sony.psf
        0 | PSF\x21 | com.sony.psf
        0 | PSF\x22 | com.sony.psf
        0 | PSF\x23 | com.sony.psf
        0 | PSF\x24 | com.sony.psf
        0 | PSF\x41 | com.sony.psf
        0 | if\x20\x20 | org.openmpt.669?
        0 | MMD0\x00 | org.openmpt.med
        0 | MMD1\x00 | org.openmpt.med
        0 | MMD2\x00 | org.openmpt.med
        0 | MMD3\x00 | org.openmpt.med
        0 | MTM\x10 | org.openmpt.mtm
        20 | !Scream!\x1A | org.openmpt.stm
        20 | BMOD2STM\x1A | org.openmpt.stm
        0 | MAS_UTrack_V00 | org.openmpt.ult
        0 | OKTASONG | org.openmpt.okt
        0 | FAR\xFE | org.openmpt.far
        44 | PTMF | org.openmpt.ptm
        0 | DBM0 | org.openmpt.dbm
        0 | MO3 | 3 | \x03 | org.openmpt.mo3
        0 | MO3 | 3 | \x04 | org.openmpt.mo3
        0 | MO3 | 3 | \x05 | org.openmpt.mo3
        0 | Extended Instrument:  | org.videolan.xi-audio
        4 | \x57\x90\x75\x36 | com.audible.aa
        4 | iriver UMS PLA | org.rockbox.pla
        0 | nF7YLao | com.emusic.package
        0 | NIST_1A\n | org.nist.sphere
        0 | \x64\xA3\x01\x00 | org.ircam.sf
        0 | \x64\xA3\x02\x00 | org.ircam.sf
        0 | \x00\x02\xA3\x64 | org.ircam.sf
        0 | YUV4MPEG2  | org.xiph.y4m
        0 | YUV4MPEG | org.xiph.y4m
        0 | DKIF\x00\x00 | org.aomedia.ivf
        0 | nut/multimedia container\x00 | org.nut.nut
        0 | NSVf | com.nullsoft.nsv
        0 | NSVs | com.nullsoft.nsv
        0 | MOVI\x00 | com.sgi.movie
        0 | BIKb | com.radgametools.bink
        0 | BIKf | com.radgametools.bink
        0 | BIKg | com.radgametools.bink
        0 | BIKh | com.radgametools.bink
        0 | BIKi | com.radgametools.bink
        0 | KB2a | com.radgametools.bink
        0 | KB2d | com.radgametools.bink
        0 | KB2f | com.radgametools.bink
        0 | KB2g | com.radgametools.bink
        0 | KB2h | com.radgametools.bink
        0 | KB2i | com.radgametools.bink
        0 | KB2j | com.radgametools.bink
        0 | KB2k | com.radgametools.bink
        0 | SMK2 | com.radgametools.smacker
        0 | SMK4 | com.radgametools.smacker
        0 | \x84\x10\xFF\xFF\xFF\xFF | com.id.roq
        0 | \xB7\xD8\x00\x20\x37\x49\xDA\x11 | com.microsoft.wtv
        0 | TiVo\x00 | com.tivo.tivo
        0 | DRACO\x02 | com.google.draco
        0 | IDP2\x08\x00\x00\x00 | com.id.md2
        0 | IDP3\x0F\x00\x00\x00 | com.id.md3
        0 | OCTM\x05 | org.openctm.ctm
        0 | 3D Geometry File Format | com.mcneel.3dm?
        0 | U3D\x00 | com.adobe.u3d
        0 | (DWF V | com.autodesk.dwf
        0 | xof 0 | com.microsoft.x-mesh
        0 | \xFF\xFE\xFF\x0E\x53\x00\x6B\x00\x65\x00\x74\x00\x63\x00\x68\x00\x55\x00\x70\x00 | com.sketchup.skp
        0 | Ogawa | public.alembic?
        0 | XFIR | com.macromedia.director
        0 | RIFX\?\?\?\?MV93 | com.macromedia.director
        0 | RIFX\?\?\?\?MC95 | com.macromedia.director
        0 | RIFX\?\?\?\?Egg! | com.adobe.after-effects
        """#
}
