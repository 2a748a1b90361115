extension BinarySignatures {
    /// Cartridges, tapes and disks of games and home computers.
    static let cartridges = #"""
        1 | ATARI7800 | com.atari.7800-rom
        0 | LYNX\x00 | com.atari.lynx-rom
        260 | \xCE\xED\x66\x66\xCC\x0D\x00\x0B | com.nintendo.gameboy-rom
        4 | \x24\xFF\xAE\x51\x69\x9A\xA2\x21 | com.nintendo.gba-rom
        192 | \x24\xFF\xAE\x51\x69\x9A\xA2\x21 | com.nintendo.ds-rom
        348 | \x56\xCF | 192 | \?\?\?\?\x69 | com.nintendo.ds-rom
        256 | NCSD | com.nintendo.3ds-rom
        256 | NCCH | com.nintendo.3ds-rom
        0 | 3DSX | com.nintendo.3ds-executable
        0 | \x20\x20\x00\x00\x00\x00\x00\x00\x00\x0A\x00\x00 | com.nintendo.3ds-rom
        0 | PFS0 | com.nintendo.switch-package?
        16 | NRO0 | com.nintendo.switch-program?
        0 | NSO0 | com.nintendo.switch-program?
        0 | FDS\x1A | com.nintendo.fds-disk
        1 | *NINTENDO-HVC* | com.nintendo.fds-disk
        0 | UNIF | 4 | \?\x00\x00\x00 | com.nintendo.nes-rom?
        0 | NES2.0 | com.nintendo.nes-rom?
        8448 | MN | 8612 | NINTENDO | com.nintendo.pokemon-mini-rom
        0 | WBFS | com.nintendo.wii-disc?
        24 | \x5D\x1C\x9E\xA3 | com.nintendo.wii-disc?
        0 | WII\x01DISC | com.nintendo.wii-disc?
        28 | \xC2\x33\x9F\x3D | com.nintendo.gamecube-disc?
        0 | WIA\x01 | 72 | \x00\x00\x00\x01 | com.nintendo.gamecube-disc?
        0 | RVZ\x01 | 72 | \x00\x00\x00\x01 | com.nintendo.gamecube-disc?
        0 | WIA\x01 | com.nintendo.wii-disc?
        0 | RVZ\x01 | com.nintendo.wii-disc?
        4 | Is\x00\x00 | 0 | \x00\x00\x00\x20 | com.nintendo.wii-wad
        4 | ib\x00\x00 | 0 | \x00\x00\x00\x20 | com.nintendo.wii-wad
        4 | Bk\x00\x00 | 0 | \x00\x00\x00\x70 | com.nintendo.wii-wad?
        0 | \x80\x37\x12\x40 | com.nintendo.64-rom
        0 | \x37\x80\x40\x12 | com.nintendo.64-rom
        0 | \x40\x12\x37\x80 | com.nintendo.64-rom
        256 | SEGA 32X | com.sega.32x-rom
        256 | SEGA PICO | com.sega.pico-rom
        256 | SEGA GENESIS | com.sega.genesis-rom
        256 | SEGA MEGA DRIVE | com.sega.genesis-rom
        256 | SEGA_MEGA_DRIVE | com.sega.genesis-rom
        256 | SEGA SSF | com.sega.genesis-rom
        256 |  SEGA MEGA DRIVE | com.sega.genesis-rom
        8 | \xAA\xBB\x06 | com.sega.genesis-rom-smd
        0 | SEGADISCSYSTEM | com.sega.cd-rom
        16 | SEGADISCSYSTEM | com.sega.cd-rom
        0 | SEGA SEGASATURN | com.sega.saturn-rom
        16 | SEGA SEGASATURN | com.sega.saturn-rom
        0 | SEGA SEGAKATANA | com.sega.dreamcast-rom
        16 | SEGA SEGAKATANA | com.sega.dreamcast-rom
        0 | COPYRIGHT BY SNK CORPORATION | 35 | \x10 | com.snk.neo-geo-pocket-color-rom
        0 |  LICENSED BY SNK CORPORATION | 35 | \x10 | com.snk.neo-geo-pocket-color-rom
        0 | COPYRIGHT BY SNK CORPORATION | com.snk.neo-geo-pocket-rom
        0 |  LICENSED BY SNK CORPORATION | com.snk.neo-geo-pocket-rom
        1 | SYSTEME D'ARCHIVAGE PUKALL S.A.P. | com.thomson.sap
        0 | C64 CARTRIDGE   | com.commodore.crt
        0 | C64-TAPE-RAW | com.commodore.tape
        0 | C16-TAPE-RAW | com.commodore.tape
        0 | C64 tape image file | com.commodore.tape
        0 | C64S tape file | com.commodore.tape
        0 | C64S tape image file | com.commodore.tape
        0 | GCR-1541 | com.commodore.g64
        0 | C\x15\x41\x64 | com.commodore.x64
        0 | C64File\x00 | com.commodore.p00
        0 | DOS\x00 | com.amiga.adf
        0 | DOS\x01 | com.amiga.adf
        0 | DOS\x02 | com.amiga.adf
        0 | DOS\x03 | com.amiga.adf
        0 | DOS\x04 | com.amiga.adf
        0 | DOS\x05 | com.amiga.adf
        0 | \x0E\x0F\x00\x09\x00 | org.atari.st-disk?
        0 | \x0E\x0F\x00\x0A\x00 | org.atari.st-disk?
        0 | \x0E\x0F\x00\x0B\x00 | org.atari.st-disk?
        0 | \x0E\x0F\x00\x12\x00 | org.atari.st-disk?
        0 | RSY\x00\x03 | org.atari.st-disk?
        0 | \x96\x02 | 4 | \x80\x00 | org.atari.atr-disk
        0 | \x96\x02 | 4 | \x00\x01 | org.atari.atr-disk
        0 | 2IMG | com.apple.2img
        0 | WOZ1\xFF\n\r\n | com.apple.woz
        0 | WOZ2\xFF\n\r\n | com.apple.woz
        0 | UEF File!\x00 | com.acorn.uef?
        0 | MV - CPC | com.amstrad.dsk
        0 | EXTENDED CPC DSK File | com.amstrad.dsk
        0 | ZXST | com.sinclair.szx
        0 | RZX! | com.sinclair.rzx
        0 | ZXTape!\x1A | com.sinclair.tzx
        0 | PZXT | com.sinclair.pzx
        0 | Compressed Square Wave\x1A | com.sinclair.csw
        0 | SINCLAIR | com.sinclair.scl
        0 | FDI\x00 | com.sinclair.fdi
        0 | Glul\x00 | org.eblong.glulx
        0 | T3-image\r\n | org.scummvm.tads
        0 | TADS2 bin\n | org.scummvm.tads
        """#
}
