import { describe, expect, it } from '@jest/globals';
import { outsideNeeds } from '../../../src/mine/cut/dependencies.js';
import { boundaryOf, lines, surveyOf } from '../../support/mined.js';

function needsOf(text: string, others: Readonly<Record<string, string>> = {}) {
  const surveyed = surveyOf({ 'a.py': text, ...others });
  return outsideNeeds(surveyed.graph.project, boundaryOf(surveyed, 'a.f').nodes, surveyed.externalNeeds);
}

describe('what a component needs from outside', () => {
  it('tells the standard library from distributions and from the repository', () => {
    expect(
      needsOf(
        lines(
          'import json, numpy.linalg as linalg',
          'from xml.etree import ElementTree',
          'import b, unused_thing',
          'def f():',
          '    import yaml',
          '    return json, linalg, ElementTree, b.x, yaml',
        ),
        { 'b.py': lines('import zoneinfo', 'import attr', 'x = attr', 'y = zoneinfo') },
      ),
    ).toEqual({
      standardLibrary: ['json', 'xml'],
      imports: ['attr', 'numpy'],
      optionalImports: ['yaml'],
      environmentVariables: [],
      systemTools: [],
    });
  });

  it('needs what a class imports in its body, and what a test imports in itself', () => {
    expect(needsOf(lines('class f:', '    import yaml', '    size = yaml.size'))).toMatchObject({
      imports: ['yaml'],
    });
    const { graph, externalNeeds } = surveyOf({ 'tests/test_a.py': lines('def test():', '    import yaml') });
    const [module] = graph.project.modules;
    const [unit] = module?.units ?? [];
    if (module === undefined || unit === undefined) throw new Error('the test was not read');
    const node = graph.nodes.unit(module, unit);
    expect(outsideNeeds(graph.project, [node], externalNeeds)).toMatchObject({ imports: ['yaml'] });
  });

  it('does without what is only imported beside something that is loaded already', () => {
    expect(
      needsOf(
        lines(
          'import sys',
          'def f():',
          '    if "trio" in sys.modules:',
          '        import sniffio',
          '        return sniffio',
        ),
      ),
    ).toMatchObject({ imports: [], optionalImports: ['sniffio'] });
  });

  it('does without what is tried, and without what only type checkers see', () => {
    expect(
      needsOf(
        lines(
          'from typing import TYPE_CHECKING',
          'try:',
          '    import ujson as json',
          'except ImportError:',
          '    import json',
          'if TYPE_CHECKING:',
          '    from pandas import Frame',
          'VERSION = True',
          'if TYPE_CHECKING:',
          '    if VERSION:',
          '        import polars',
          '    Other = polars.Frame',
          'else:',
          '    import real',
          '    Other = real',
          'def f(x: "Frame", y: "Other"): return json',
        ),
      ),
    ).toMatchObject({ imports: ['real'], optionalImports: ['ujson'], standardLibrary: ['json', 'typing'] });
  });

  it('names environment variables and system tools', () => {
    expect(
      needsOf(
        lines(
          'import os, shutil, subprocess',
          'from os import environ, getenv',
          'def f(name):',
          '    os.environ["A"], environ.get("B", "x"), getenv("C"), os.getenv(name), os.environ.setdefault("D", "")',
          '    subprocess.run(["git", "log"]), subprocess.check_output("make all"), shutil.which("docker")',
          '    subprocess.Popen((name, "x")), os.system("ls -l")',
          'def g(): return os.environ["UNUSED"]',
        ),
      ),
    ).toMatchObject({
      environmentVariables: ['A', 'B', 'C', 'D'],
      systemTools: ['docker', 'git', 'ls', 'make'],
    });
  });
});

describe('imports that are not made everywhere', () => {
  it('are no requirement when they wait for a version, a platform or a backport', () => {
    expect(
      needsOf(
        lines(
          'import sys',
          'if sys.version_info >= (3, 11):',
          '    from typing import Self',
          'else:',
          '    from typing_extensions import Self',
          'if sys.platform == "win32":',
          '    import colorama',
          'else:',
          '    colorama = None',
          'FLAG = True',
          'if FLAG:',
          '    import numpy',
          'def f(flag) -> Self:',
          '    return colorama, numpy',
        ),
      ),
    ).toMatchObject({ imports: ['numpy'], optionalImports: ['colorama', 'typing_extensions'] });
  });

  it('are none where a flag waits for a version, whatever it is called and wherever it is made', () => {
    expect(
      needsOf(
        lines(
          'from flags import RECENT, SIZE',
          'import sys',
          'OLD: bool = sys.version_info < (3, 9)',
          'PLAIN = 3',
          'if RECENT:',
          '    import shiny',
          'elif OLD:',
          '    import rusty',
          'if SIZE:',
          '    import big',
          'if PLAIN:',
          '    import plain',
          'def f(): return shiny, rusty, big, plain',
        ),
        { 'flags.py': lines('import sys', 'RECENT = sys.version_info[:2] >= (3, 14)', 'SIZE = 4') },
      ),
    ).toMatchObject({ imports: ['big', 'plain'], optionalImports: ['rusty', 'shiny'] });
  });

  it('are of the standard library where any version from 3.8 to 3.14 has them', () => {
    expect(
      needsOf(
        lines(
          'import annotationlib, asyncore, compression.zstd, imp, tomllib',
          'def f(): return annotationlib, asyncore, compression, imp, tomllib',
        ),
      ),
    ).toMatchObject({
      imports: [],
      standardLibrary: ['annotationlib', 'asyncore', 'compression', 'imp', 'tomllib'],
    });
  });

  it('are told apart within a namespace that distributions share', () => {
    expect(
      needsOf(
        lines(
          'import ruamel.yaml',
          'from google.cloud import storage',
          'from zope.interface import Interface',
          'def f(): return ruamel.yaml, storage, Interface',
        ),
      ).imports,
    ).toEqual(['google.cloud.storage', 'ruamel.yaml', 'zope.interface']);
  });
});
