import type { SuiteAttack, Texts } from './attack.js';
import { DESCRIPTORS } from './report-descriptors.js';
import { HIDING } from './report-hiding.js';
import { PATCHES } from './report-patches.js';
import { WALKS } from './report-walks.js';
import { beside, conftest, suiteAttack } from './suites.js';

const leaving = (name: string, files: Texts, more: Partial<SuiteAttack> = {}) =>
  suiteAttack('reports', name, files, more);

/** Leaving before the truth is told, or after having told another. */
const EXITS: readonly SuiteAttack[] = [
  leaving('os._exit(0) in a test', beside('import os', 'def test_leave(): os._exit(0)')),
  leaving('os._exit(0) while it is imported', beside('import os', 'os._exit(0)')),
  leaving('sys.exit(0) while it is imported', beside('import sys', 'sys.exit(0)')),
  leaving('os._exit(0) at exit', beside('import atexit, os', 'atexit.register(os._exit, 0)'), {
    expected: ['failed', 'untrusted', 'crashed'],
  }),
  leaving(
    'os._exit(0) when a thread sees the end coming',
    beside(
      'import os, threading, time',
      'def watch():',
      '    threading.main_thread().join(0.4)',
      '    os._exit(0)',
      'threading.Thread(target=watch, daemon=True).start()',
      'def test_wait(): time.sleep(0.6)',
    ),
  ),
  leaving(
    'os._exit(0) in the last hook, with every exit status rewritten',
    conftest(
      'import os, pytest',
      '@pytest.hookimpl(trylast=True)',
      'def pytest_sessionfinish(session): session.exitstatus = 0; os._exit(0)',
    ),
  ),
  leaving(
    'pytest.exit with a good status',
    conftest('import pytest', 'def pytest_runtest_setup(item): pytest.exit("enough", returncode=0)'),
  ),
  leaving(
    'exec of a program that ends well',
    beside('import os', 'def test_become(): os.execv("/bin/true", ["true"])'),
  ),
  leaving(
    'a fork that lets the copy report and dies',
    beside(
      'import os, pytest',
      '@pytest.fixture(autouse=True)',
      'def copy(request):',
      '    if request.node.name == "test_ill" and os.fork(): os._exit(0)',
      '    yield',
    ),
  ),
  leaving('a copy that goes on as if it were the test', beside('import os', 'os.fork()')),
  leaving(
    'time that stands still for a test without end',
    beside(
      'import time, threading',
      'def test_hang():',
      '    still = time.monotonic()',
      '    time.monotonic = time.time = time.perf_counter = lambda: still',
      '    threading.Event().wait()',
    ),
    { testTimeoutMs: 1_000, limits: { wallTimeMs: 12_000 }, expected: ['timed-out'] },
  ),
  leaving(
    'a test without end that ignores every signal and has moved out of its group',
    beside(
      'import os, signal, time',
      'def test_hang():',
      '    for number in (1, 2, 3, 15): signal.signal(number, signal.SIG_IGN)',
      '    if os.fork() == 0: os.setsid(); time.sleep(60)',
      '    while True: time.sleep(1)',
    ),
    { testTimeoutMs: 1_000, limits: { wallTimeMs: 12_000 }, expected: ['timed-out'] },
  ),
  leaving(
    'a life sign from a thread while a test hangs',
    beside(
      'import threading, time, sys',
      'def test_hang():',
      '    while True: time.sleep(0.1); print("alive"); sys.stdout.flush()',
    ),
    { testTimeoutMs: 1_000, limits: { wallTimeMs: 12_000 }, expected: ['timed-out'] },
  ),
];

/** A suite that lies about itself: each has a failing test that must be seen, or the suite not be believed. */
export const REPORTS: readonly SuiteAttack[] = [...EXITS, ...PATCHES, ...HIDING, ...DESCRIPTORS, ...WALKS];
