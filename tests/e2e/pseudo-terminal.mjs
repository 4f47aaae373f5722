// Runs a program on a real terminal: Python's `pty` holds the other end.

const SCRIPT = `
import os, pty, sys, fcntl, termios, struct
columns = int(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** Program and arguments that run `command` on a terminal of so many columns and pass on all that it writes there. */
export function onTerminalOf(columns, command) {
  return ["python3", ["-c", SCRIPT, String(columns), ...command]];
}
