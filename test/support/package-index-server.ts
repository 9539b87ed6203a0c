import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { IndexSettings } from '../../src/adapters/sandbox/installation/index-settings.js';

/** A file of a project as the index offers it. */
export interface OfferedFile {
  readonly filename: string;
  readonly content: Uint8Array;
  readonly yanked?: string;
  /** What the index says of the content; its SHA-256 unless given, nothing for an empty text. */
  readonly sha256?: string;
  /** Where the file lies; below `/files/` of the server unless given. */
  readonly url?: string;
}

export interface PackageIndexServer {
  readonly settings: IndexSettings;
  readonly address: string;
  /** `PATH accept`, in order. */
  readonly requests: readonly string[];
  offer(project: string, ...files: readonly OfferedFile[]): void;
  /** Answers a path so instead. */
  answer(path: string, status: number, body?: string, headers?: Readonly<Record<string, string>>): void;
  close(): void;
}

/** A package index on a free port of the loopback interface: JSON pages (PEP 691), or HTML (PEP 503) alone. */
export async function startPackageIndex(format: 'json' | 'html'): Promise<PackageIndexServer> {
  const projects = new Map<string, OfferedFile[]>();
  const answers = new Map<
    string,
    { status: number; body: string; headers: Readonly<Record<string, string>> }
  >();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${path} ${String(request.headers.accept)}`);
    const scripted = answers.get(path);
    if (scripted !== undefined)
      return void response.writeHead(scripted.status, scripted.headers).end(scripted.body);
    const [, room, name = ''] = path.split('/');
    const files = projects.get(name);
    if (room === 'simple' && files !== undefined) {
      const page = format === 'json' ? jsonPage(name, files) : htmlPage(files);
      const contentType =
        format === 'json' ? 'application/vnd.pypi.simple.v1+json' : 'text/html; charset=utf-8';
      response.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' });
      return void response.end(gzipSync(page));
    }
    const file = [...projects.values()].flat().find(({ filename }) => room === 'files' && filename === name);
    if (file === undefined) return void response.writeHead(404).end('nothing here');
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.content);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { indexes: [`${address}/simple`], variables: {} },
    address,
    requests,
    offer: (project, ...files) => void projects.set(project, files as OfferedFile[]),
    answer: (path, status, body = '', headers = {}) => void answers.set(path, { status, body, headers }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function hashOf({ sha256, content }: OfferedFile): string {
  return sha256 ?? createHash('sha256').update(content).digest('hex');
}

function jsonPage(name: string, files: readonly OfferedFile[]): string {
  return JSON.stringify({
    meta: { 'api-version': '1.1' },
    name,
    files: files.map(file => ({
      filename: file.filename,
      url: file.url ?? `/files/${file.filename}`,
      hashes: hashOf(file) === '' ? {} : { sha256: hashOf(file) },
      yanked: file.yanked ?? false,
    })),
  });
}

function htmlPage(files: readonly OfferedFile[]): string {
  const links = files.map(file => {
    const fragment = hashOf(file) === '' ? '' : `#sha256=${hashOf(file)}`;
    const yanked = file.yanked === undefined ? '' : ` data-yanked="${file.yanked}"`;
    return `<a href="${file.url ?? `../../files/${file.filename}`}${fragment}" data-requires-python="&gt;=3.8"${yanked}>${file.filename}</a><br/>`;
  });
  return `<!DOCTYPE html>\n<html><body>\n${links.join('\n')}\n</body></html>\n`;
}
