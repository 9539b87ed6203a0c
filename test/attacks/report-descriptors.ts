import type { SuiteAttack, Texts } from './attack.js';
import { SHOWN, beside, besideProgram, suiteAttack } from './suites.js';

const writing = (name: string, files: Texts, more: Partial<SuiteAttack> = {}) =>
  suiteAttack('reports', name, files, more);

/** The pipe on which a child reports, and what surrounds it. */
export const DESCRIPTORS: readonly SuiteAttack[] = [
  writing(
    'a report closed before the failing test',
    beside('import os', 'def test_close():', '    os.closerange(3, 256)'),
  ),
  writing(
    'a report closed and opened again as something that swallows all',
    beside(
      'import os',
      'def test_close():',
      '    hole = os.open("/dev/null", os.O_WRONLY)',
      '    for number in range(3, 64):',
      '        if number != hole:',
      '            try: os.fstat(number)',
      '            except OSError: continue',
      '            os.dup2(hole, number)',
    ),
  ),
  writing('forged lines on every open descriptor', besideProgram('forge_lines')),
  writing('a transcript of its own, and an early end', besideProgram('forge_transcript')),
  writing(
    'a flooded report',
    beside(
      'import os, stat, time',
      'def test_flood():',
      '    end = time.monotonic() + 1.5',
      '    while time.monotonic() < end:',
      '        for number in range(3, 64):',
      '            try:',
      '                if stat.S_ISFIFO(os.fstat(number).st_mode) or stat.S_ISSOCK(os.fstat(number).st_mode):',
      '                    os.set_blocking(number, False)',
      '                    os.write(number, b"x" * 65536)',
      '            except OSError: pass',
    ),
  ),
  writing(
    'one endless line in the report',
    beside(
      'import os, stat',
      'def test_flood():',
      '    for number in range(3, 64):',
      '        try:',
      '            if not stat.S_ISFIFO(os.fstat(number).st_mode): continue',
      '            for _ in range(4096): os.write(number, b"x" * 65536)',
      '        except OSError: pass',
    ),
    { limits: { wallTimeMs: 25_000 } },
  ),
  writing(
    'a thread that writes into every line of the report',
    beside(
      'import os, stat, threading, time',
      'def disturb():',
      '    while True:',
      '        for number in range(3, 64):',
      '            try:',
      '                if stat.S_ISFIFO(os.fstat(number).st_mode): os.write(number, b"\\n")',
      '            except OSError: pass',
      '        time.sleep(0.001)',
      'threading.Thread(target=disturb, daemon=True).start()',
      'def test_slow(): time.sleep(0.3)',
    ),
  ),
  writing('results in the output, as the supervisor prints them', {
    ...SHOWN,
    ...beside(
      'import os, json, glob',
      'word = "0"',
      'done = json.dumps({"status": "completed", "detail": "", "command": [], "exitCode": 0, "tests": [],',
      '    "collectionErrors": [], "output": "", "durationMs": 1})',
      'def test_print():',
      '    for number in (1, 2, *range(3, 64)):',
      '        try: os.write(number, ("\\ncodeface %s begin\\n%s\\ncodeface %s end\\n" % (word, done, word)).encode())',
      '        except OSError: pass',
    ),
  }),
  writing('the supervisor’s own output, by way of /proc', besideProgram('supervisor_output')),
];
