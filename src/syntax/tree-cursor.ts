import type { Tree } from 'web-tree-sitter';
import { wasmExports } from './grammar.js';

type Call = (tree: number) => number;

/**
 * tree-sitter's cursor as the WebAssembly module has it: it lives in the module's transfer buffer, and every call
 * moves or asks it. The cursor class of web-tree-sitter copies it out of and into that buffer around each call, which
 * costs several times what the calls themselves do. Only one can be in use, and nothing else of the parser between
 * `open` and `close`. All take the address of the tree.
 */
export const cursor = {
  moveToFirstChild: wasmCall('_ts_tree_cursor_goto_first_child_wasm'),
  moveToNextSibling: wasmCall('_ts_tree_cursor_goto_next_sibling_wasm'),
  moveToParent: wasmCall('_ts_tree_cursor_goto_parent_wasm'),
  symbol: wasmCall('_ts_tree_cursor_current_node_type_id_wasm'),
  field: wasmCall('_ts_tree_cursor_current_field_id_wasm'),
  start: wasmCall('_ts_tree_cursor_start_index_wasm'),
  end: wasmCall('_ts_tree_cursor_end_index_wasm'),
  isMissing: wasmCall('_ts_tree_cursor_current_node_is_missing_wasm'),
};

const rootNode = wasmCall('_ts_tree_root_node_wasm');
const createCursor = wasmCall('_ts_tree_cursor_new_wasm');
const deleteCursor = wasmCall('_ts_tree_cursor_delete_wasm');
const nodeHasError = wasmCall('_ts_node_has_error_wasm');

/** Puts the cursor on the tree's root. `hasError` says whether some node in it is an error or missing. */
export function openCursor(tree: Tree): { readonly address: number; readonly hasError: boolean } {
  // The class keeps the tree's address under the key 0.
  const address = (tree as unknown as readonly [number])[0];
  rootNode(address);
  const hasError = nodeHasError(address) === 1;
  rootNode(address);
  createCursor(address);
  return { address, hasError };
}

/** Frees what the cursor holds. */
export function closeCursor(address: number): void {
  deleteCursor(address);
}

function wasmCall(name: string): Call {
  const call = wasmExports[name];
  if (typeof call !== 'function')
    throw new Error(`web-tree-sitter has no ${name} any more: src/syntax/tree-cursor.ts needs its new name.`);
  return call as Call;
}
