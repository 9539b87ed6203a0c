import type { EntityGraph } from '../../domain/entity.js';
import { decodeUtf8, type FileTree } from '../../domain/files.js';
import type { Exclusion } from '../../domain/mined.js';
import type { FileReading, UnreadFile } from '../../ports/file-reader.js';
import type { Association } from '../association.js';
import { decodeOutline } from '../../python/outline/encode-outline.js';
import { projectSourceRoots } from '../../python/project-layout.js';
import { linkGraph } from './link-graph.js';
import { mayConfigure, outlineConfiguration } from './link-resources.js';

/** The entity graph of a tree, and what could not be read. */
export interface TreeGraph {
  readonly graph: EntityGraph;
  readonly skipped: readonly Exclusion[];
  /** Python files, skipped ones too, and the lines of those that were read. */
  readonly files: number;
  readonly lines: number;
}

/** The Python files of a tree, in the order in which `treeGraph` takes their readings. */
export function pythonFilesOf(files: FileTree): readonly UnreadFile[] {
  return [...files.keys()]
    .filter(path => path.endsWith('.py'))
    .sort()
    .map(path => ({ path, bytes: files.get(path) ?? new Uint8Array() }));
}

/**
 * The entity graph of a tree's files (Code Primitives, section 3.3), with the readings of its Python files, each as it
 * was read now or before, and with what its tests entered, when that is known; the graph is the same in whatever order the
 * tree lists its files.
 */
export function treeGraph(
  files: FileTree,
  readings: readonly FileReading[],
  association?: Association,
): TreeGraph {
  const paths = [...files.keys()].sort();
  const python = pythonFilesOf(files);
  const skipped: Exclusion[] = [];
  const outlines = python.flatMap(({ path }, index) => {
    const reading = readings[index];
    const outline =
      reading !== undefined && 'outline' in reading ? decodeOutline(reading.outline, path) : undefined;
    if (outline !== undefined) return [outline];
    const reason =
      reading !== undefined && 'reason' in reading ? reading.reason : 'it was not read; mine again';
    skipped.push({ name: path, reason });
    return [];
  });
  const configurations = paths.flatMap(path => {
    const bytes = files.get(path);
    if (bytes === undefined || !mayConfigure(path, bytes.byteLength)) return [];
    const text = decodeUtf8(bytes);
    return text === undefined ? [] : [outlineConfiguration(path, text)];
  });
  const sourceRoots = projectSourceRoots(files);
  const graph = linkGraph({ outlines, configurations, paths, sourceRoots, association });
  const lines = outlines.reduce((sum, outline) => sum + outline.lines, 0);
  return { graph, skipped, files: python.length, lines };
}
