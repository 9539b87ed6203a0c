import { describe, expect, it } from '@jest/globals';
import { componentAround, lines, texts } from '../../support/mined.js';

describe('what a module does as it is loaded', () => {
  const cut = componentAround(
    {
      'core.py': lines(
        'import logging, signal, sys, mimetypes',
        'import numpy',
        'HOOKS = {}',
        'sys.setrecursionlimit(9000)',
        'numpy.seterr(all="ignore")',
        'print("loaded")',
        'def stop(): pass',
        'def unused(): pass',
        'signal.signal(signal.SIGTERM, stop)',
        'HOOKS["unused"] = unused',
        'def f(): return stop()',
      ),
    },
    'core.f',
  );

  it('is kept when it touches what is kept, or sets something of the process', () => {
    expect(texts(cut.implementation)['core.py']).toBe(
      lines(
        'import signal, sys',
        'sys.setrecursionlimit(9000)',
        'def stop(): pass',
        'signal.signal(signal.SIGTERM, stop)',
        'def f(): return stop()',
      ),
    );
  });

  it('is told, with its place', () => {
    expect(cut.effects).toEqual([
      { path: 'core.py', module: 'core', line: 4, what: 'sys.setrecursionlimit(9000)' },
      { path: 'core.py', module: 'core', line: 9, what: 'signal.signal(signal.SIGTERM, stop)' },
    ]);
  });

  it('is told of decorators and blocks too', () => {
    const { effects } = componentAround(
      {
        'core.py': lines(
          'import sys, warnings',
          'class Registry(dict):',
          '    def register(self, f): self[f.__name__] = f; return f',
          'registry = Registry()',
          '@registry.register',
          'def f(): return g()',
          'def g(): return 1',
          'if sys.platform != "win32":',
          '    g.__name__ = "other"',
        ),
      },
      'core.f',
    );
    expect(effects.map(({ line, what }) => [line, what])).toEqual([
      [5, '@registry.register'],
      [9, 'g.__name__ = "other"'],
    ]);
  });

  it('is kept when a function that it calls fills or sets what is kept', () => {
    const changes = [
      'setattr(CODES, "ok", 200)',
      'CODES.ok = 200',
      'CODES.table["ok"] = 200',
      'CODES.update(ok=200)',
      'global CODES; CODES = {}',
    ];
    for (const change of changes) {
      const files = {
        'core.py': lines(
          'CODES = make()',
          'def _fill():',
          `    ${change}`,
          'def _other(): CODES.get("ok"); local = {}; local["ok"] = CODES',
          'def _reads(): return CODES.ok',
          '_fill()',
          '_reads()',
          'def f(): return CODES.ok',
        ),
      };
      expect(texts(componentAround(files, 'core.f').implementation)['core.py']).toBe(
        lines('CODES = make()', 'def _fill():', `    ${change}`, '_fill()', 'def f(): return CODES.ok'),
      );
    }
  });

  it('is none of a decorator that is read off a package, whoever imports that package', () => {
    const files = {
      'pkg/__init__.py': lines('from .deco import cached', 'from .app import router', 'from . import other'),
      'pkg/deco.py': 'def cached(f): return f\n',
      'pkg/app.py': lines('class Router:', '    def get(self, f): return f', 'router = Router()'),
      'pkg/other.py': 'LIMIT = 1\n',
      'pkg/core.py': lines(
        'import pkg',
        '@pkg.cached',
        'def f(): return pkg.other.LIMIT',
        '@pkg.cached',
        'def unrelated(): return 2',
      ),
      'pkg/routes.py': lines(
        'import pkg',
        'def g(): return pkg.router',
        '@pkg.router.get',
        'def route(): return 3',
      ),
    };
    expect(texts(componentAround(files, 'pkg.core.f').implementation)['pkg/core.py']).not.toContain(
      'unrelated',
    );
    expect(texts(componentAround(files, 'pkg.routes.g').implementation)['pkg/routes.py']).toContain(
      'route()',
    );
  });
});
