import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Every file a program's name stands for, in the order of `searchPath` (folders joined by `:`); a path is itself. */
export function locate(name: string, searchPath: string): readonly string[] {
  const paths = name.includes('/') ? [name] : searchPath.split(':').map(folder => join(folder, name));
  return paths.filter(path => existsSync(path));
}
