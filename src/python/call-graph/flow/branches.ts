import { fieldNumber, kindOf } from '../../../syntax/grammar.js';
import type { Branch } from './environment.js';
import { readPattern } from './patterns.js';
import type { Handler } from './reader.js';

const K = {
  elif: kindOf('elif_clause'),
  caseClause: kindOf('case_clause'),
};
const F = {
  condition: fieldNumber('condition'),
  consequence: fieldNumber('consequence'),
  alternative: fieldNumber('alternative'),
  body: fieldNumber('body'),
  subject: fieldNumber('subject'),
  guard: fieldNumber('guard'),
};

const readIf: Handler = (reader, node) => {
  const { environment } = reader;
  const branches: Branch[] = [];
  reader.read(reader.child(node, F.condition));
  branches.push(reader.branch(() => reader.read(reader.child(node, F.consequence))));
  let hasElse = false;
  for (const clause of reader.children(node, F.alternative)) {
    if (reader.kind(clause) === K.elif) {
      reader.read(reader.child(clause, F.condition));
      branches.push(reader.branch(() => reader.read(reader.child(clause, F.consequence))));
    } else {
      hasElse = true;
      branches.push(reader.branch(() => reader.read(reader.child(clause, F.body))));
    }
  }
  if (!hasElse) branches.push(new Map());
  environment.merge(branches);
  return 0;
};

const readMatch: Handler = (reader, node) => {
  const subject = reader.read(reader.child(node, F.subject));
  reader.environment.escape(subject);
  const branches: Branch[] = [new Map()];
  for (const clause of reader.children(reader.child(node, F.body))) {
    if (reader.kind(clause) !== K.caseClause) continue;
    branches.push(
      reader.branch(() => {
        for (const part of reader.children(clause)) {
          if (reader.tree.fields[part] === F.consequence) reader.read(part);
          else if (reader.tree.fields[part] === F.guard) reader.readChildren(part);
          else readPattern(reader, part, subject);
        }
      }),
    );
  }
  reader.environment.merge(branches);
  return 0;
};

/** Statements of whose branches one is taken. */
export const BRANCHES: readonly (readonly [string, Handler])[] = [
  ['if_statement', readIf],
  ['match_statement', readMatch],
];
