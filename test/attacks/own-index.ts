import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from './wheels.js';
import type { Project } from './wheels.js';

/** A package index (PEP 503) on this machine's loopback. */
export interface OwnIndex {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves these projects; whoever asks for another is sent to the usual index, for pytest and its like. */
export async function openIndex(projects: readonly Project[], usualIndex: string): Promise<OwnIndex> {
  const files = new Map(projects.map(project => [project.fileName, project.bytes()]));
  const server = createServer(({ url = '' }, response) => {
    const [, kind = '', name = ''] = url.split('/');
    const bytes = files.get(decodeURIComponent(name));
    if (kind === 'files' && bytes !== undefined) return void response.end(bytes);
    const own = projects.filter(project => project.name === name);
    if (own.length === 0) {
      const elsewhere = `${usualIndex.replace(/\/$/, '')}/${name}/`;
      return void response.writeHead(302, { location: elsewhere }).end();
    }
    const links = own.map(({ fileName }) => {
      const file = files.get(fileName) ?? Buffer.alloc(0);
      return `<a href="/files/${encodeURIComponent(fileName)}#sha256=${sha256(file)}">${fileName}</a>`;
    });
    response.setHeader('content-type', 'text/html');
    response.end(`<!DOCTYPE html><html><body>${links.join('\n')}</body></html>`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/simple`,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
