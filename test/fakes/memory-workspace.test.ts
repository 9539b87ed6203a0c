import { workspaceContract } from '../contracts/workspace-contract.js';
import { createMemoryWorkspace } from './memory-workspace.js';

workspaceContract('memory', async () => {
  const workspace = createMemoryWorkspace();
  const tree = (texts: Readonly<Record<string, string>>) =>
    new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  let made = 0;
  return {
    workspace,
    plain: async (name, texts) => {
      const folder = `/folders/${++made}/${name}`;
      workspace.put(folder, { repository: name, files: tree(texts) });
      return folder;
    },
    repository: async (name, texts) => {
      const folder = `/folders/${++made}/${name}`;
      const commit = Object.keys(texts).length > 0 ? String(made).padStart(40, '0') : undefined;
      workspace.put(folder, {
        repository: name,
        files: tree(texts),
        ...(commit === undefined ? {} : { commit }),
      });
      return { folder, url: `file://${folder}`, commit };
    },
  };
});
