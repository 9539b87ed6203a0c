import type { RunAttack } from './attack.js';
import { attempting, program } from './programs.js';

const network = (name: string, text: string, more: Partial<RunAttack> = {}): RunAttack => ({
  name,
  family: 'network',
  against: 'run',
  expected: ['refused'],
  program: text,
  ...more,
});

/** Ways out by a socket; the listeners are on this machine and none of them may hear anything. */
export const NETWORK: readonly RunAttack[] = [
  network(
    'TCP to listeners on the host',
    attempting(
      'import socket',
      'for host, port in lures["tcp"]:',
      '    attempt(host, lambda: socket.create_connection((host, port), timeout=1).recv(100))',
    ),
  ),
  network(
    'UDP to listeners on the host',
    attempting(
      'import socket',
      'def ask(host, port):',
      '    family = socket.AF_INET6 if ":" in host else socket.AF_INET',
      '    with socket.socket(family, socket.SOCK_DGRAM) as asking:',
      '        asking.settimeout(0.3)',
      '        asking.connect((host, port))',
      '        asking.send(b"out")',
      '        return asking.recv(100)',
      'for host, port in lures["udp"]:',
      '    attempt(host, ask, host, port)',
    ),
  ),
  network('a secret carried out in a DNS query', program('dns')),
  network(
    'IPv6 in every spelling of this machine',
    attempting(
      'import socket',
      'port = next(port for host, port in lures["tcp"] if host != "127.0.0.1")',
      'v4 = lures["tcp"][0][1]',
      'for host, port in [("::1", port), ("::ffff:127.0.0.1", v4), ("::ffff:172.17.0.1", port), ("fe80::1", port)]:',
      '    attempt(host, lambda: socket.create_connection((host, port), timeout=1).recv(100))',
    ),
  ),
  network(
    'an abstract unix socket',
    attempting(
      'import socket',
      'def ask():',
      '    with socket.socket(socket.AF_UNIX) as asking:',
      '        asking.connect("\\0" + lures["abstractSocket"])',
      '        return asking.recv(100)',
      'attempt("abstract socket", ask)',
    ),
  ),
  network(
    'a socket file of the host, by its path and through other processes',
    attempting(
      'import glob, socket',
      'def ask(path):',
      '    with socket.socket(socket.AF_UNIX) as asking:',
      '        asking.connect(path)',
      '        return asking.recv(100)',
      'for root in ["", *glob.glob("/proc/[0-9]*/root")]:',
      '    attempt(root, ask, root + lures["socketFile"])',
    ),
  ),
  network(
    'raw and packet sockets',
    attempting(
      'import socket',
      'for family, kind, protocol in [(socket.AF_INET, socket.SOCK_RAW, 1), (socket.AF_INET6, socket.SOCK_RAW, 58),',
      '        (socket.AF_PACKET, socket.SOCK_RAW, 0x0300), (socket.AF_PACKET, socket.SOCK_DGRAM, 0x0300)]:',
      '    attempt((family, kind), socket.socket, family, kind, protocol)',
    ),
  ),
  network(
    'a listener that the host can reach',
    attempting(
      'import socket',
      'server = socket.socket()',
      'server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)',
      'server.bind(("0.0.0.0", lures["port"]))',
      'server.listen()',
      'server.settimeout(1.5)',
      'attempt("accept", server.accept)',
    ),
    { isProbed: true },
  ),
  network('interfaces and routes of its own making', program('interfaces')),
];
