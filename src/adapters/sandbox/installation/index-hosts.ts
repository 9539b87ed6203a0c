import { BlockList, isIP } from 'node:net';

/** A place that installations may reach: a name or literal address in lower case, IPv6 without brackets. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Where the files of the default index lie. */
const PYPI = { index: 'pypi.org', files: 'files.pythonhosted.org' };

/** Addresses that stand for this machine or its own link, whatever name leads to them. */
const OWN = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const)
  OWN.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  OWN.addSubnet(network, prefix, 'ipv6');

/** Whether an address is of loopback, link-local, multicast or nobody's; IPv4 in IPv6 counts as IPv4. */
export function isOwnAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || OWN.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Takes `host:port`, as in the first line of a CONNECT request (RFC 9110, 9.3.6); undefined for anything else. */
export function parseHostPort(text: string, defaultPort?: number): HostPort | undefined {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d{1,5}))?$/.exec(text);
  const port = match?.[3] === undefined ? defaultPort : Number(match[3]);
  const host = (match?.[1] ?? match?.[2])?.toLowerCase().replace(/\.$/, '');
  return host === undefined || port === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

/** Host and port of an `http` or `https` address. */
export function hostPortOf(url: URL): HostPort {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { host, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) };
}

/** What installations from these indexes may reach: their own hosts, the hosts of PyPI's files, and what was added. */
export function allowedHosts(indexes: readonly string[], added: readonly string[]): readonly HostPort[] {
  const own = indexes.map(index => hostPortOf(new URL(index)));
  const files = own.some(({ host }) => host === PYPI.index) ? [{ host: PYPI.files, port: 443 }] : [];
  return [...own, ...files, ...added.flatMap(text => parseHostPort(text, 443) ?? [])];
}
