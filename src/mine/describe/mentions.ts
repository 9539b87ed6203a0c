import type { FileTree } from '../../domain/files.js';
import type { SourceModule } from '../../python/slicing/source-module.js';
import { documentedIn, type CodeBlock, type Documented } from './documentation.js';
import { ObservedCalls } from './observed-calls.js';

/** What a repository says of its symbols outside of their own definitions: its documentation and their callers. */
export interface Mentions {
  /** Calls of `module.name` elsewhere in the implementation, as they are written, shortest first. */
  callsOf(module: string, name: string): readonly string[];
  /** Sentences of the documentation that name the symbol. */
  sentencesAbout(name: string): readonly string[];
  /** Code in the documentation that uses the symbol, in order of paths and lines. */
  codeAbout(name: string): readonly CodeBlock[];
}

/** The mentions of a repository, read when they are first asked for. */
export function mentionsOf(files: FileTree, modules: readonly SourceModule[]): Mentions {
  let calls: ObservedCalls | undefined;
  let documented: Documented | undefined;
  const documents = () => (documented ??= documentedIn(files));
  return {
    callsOf: (module, name) => (calls ??= new ObservedCalls(modules)).of(module, name),
    sentencesAbout: name => documents().sentences.get(name) ?? [],
    codeAbout: name => documents().code.get(name) ?? [],
  };
}
