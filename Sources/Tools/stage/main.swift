internal import Glibc
internal import StageCommands

exit(StageProgram.run())
