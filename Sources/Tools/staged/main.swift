internal import Glibc
internal import LinuxSystem
internal import StagingServer

exit(StagedProgram.run(OwnProcess.arguments))
