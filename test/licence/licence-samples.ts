import type { FileTree } from '../../src/domain/files.js';
import { detectLicence } from '../../src/licence/detect-licence.js';
import { licenceText } from '../../src/licence/texts.js';

/** A tree of these texts. */
export function tree(files: Readonly<Record<string, string>>): FileTree {
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
}

/** What is detected in a repository of these files. */
export function detect(files: Readonly<Record<string, string>>) {
  return detectLicence(tree(files));
}

/** The text as SPDX has it. */
export function spdxText(id: string): string {
  const text = licenceText(id);
  if (text === undefined) throw new Error(`no text of ${id}`);
  return text;
}

/** The text filled in by somebody else's hand: other owner, other line lengths, other quotation marks. */
export function rewritten(id: string, owner: string, width: number): string {
  const filled = spdxText(id)
    .replaceAll('“', '"')
    .replace(/<year>|\[year\]|\[yyyy\]/g, '2019')
    .replace(/<copyright holders?>|<owner>|\[fullname\]|\[name of copyright owner\]/g, owner);
  return filled
    .split(/\n{2,}/)
    .map(paragraph => (/^copyright/i.test(paragraph) ? paragraph : wrap(paragraph, width)))
    .join('\n\n');
}

function wrap(paragraph: string, width: number): string {
  return paragraph
    .split(/\s+/)
    .reduce<string[]>((lines, word) => {
      const last = lines.at(-1);
      if (last === undefined || last.length + word.length >= width) return [...lines, word];
      return [...lines.slice(0, -1), `${last} ${word}`];
    }, [])
    .join('\n');
}

/** A project table with these lines in it. */
export const pyproject = (lines: string) => `[project]\nname = "x"\n${lines}\n`;
export const MIT = rewritten('MIT', 'Harbourline', 78);
export const APACHE = rewritten('Apache-2.0', 'Harbourline', 78);
/** BSD-3-Clause as it is often found: an owner in the third clause, `OWNER` for `HOLDER`, its own indentation. */
export const BSD = `Copyright 2011 Pallets

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are
met:

1.  Redistributions of source code must retain the above copyright
    notice, this list of conditions and the following disclaimer.

2.  Redistributions in binary form must reproduce the above copyright
    notice, this list of conditions and the following disclaimer in the
    documentation and/or other materials provided with the distribution.

3.  Neither the name of the Quayside Institute for Applied Freight nor the
    names of its contributors may be used to endorse or promote products
    derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS
"AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A
PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED
TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR
PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF
LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING
NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`;
