/** Top-level names that many distributions share (PEP 420), with how many parts of a dotted name tell them apart. */
const SHARED: Readonly<Record<string, number>> = {
  azure: 2,
  backports: 2,
  collective: 2,
  dogpile: 2,
  flufl: 2,
  google: 2,
  jaraco: 2,
  oslo: 2,
  plone: 2,
  repoze: 2,
  ruamel: 2,
  sphinxcontrib: 2,
  zope: 2,
};

/**
 * The part of an imported name that tells which distribution it is of: `numpy` of `numpy.linalg`, `ruamel.yaml` of
 * `ruamel.yaml.main`. `symbol` is what is taken from the module, which may be a module itself.
 */
export function importRoot(module: string, symbol?: string): string {
  const parts = [...module.split('.'), ...(symbol === undefined || symbol === '*' ? [] : [symbol])];
  const [top = module] = parts;
  const isCloud = top === 'google' && parts[1] === 'cloud';
  return parts.slice(0, isCloud ? 3 : (SHARED[top] ?? 1)).join('.');
}
