/** Distributions (normalised by PEP 503) that both lists pin, with `==`, to different versions. */
export function conflictingDistributions(a: readonly string[], b: readonly string[]): readonly string[] {
  const pins = new Map(a.flatMap(pinOf));
  return b.flatMap(pinOf).flatMap(([name, version]) => {
    const other = pins.get(name);
    return other !== undefined && other !== version ? [name] : [];
  });
}

function pinOf(requirement: string): readonly (readonly [string, string])[] {
  const pin = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*===?\s*([^\s;,]+)\s*(?:;.*)?$/.exec(requirement);
  const [, name, version] = pin ?? [];
  return name === undefined || version === undefined
    ? []
    : [[name.toLowerCase().replace(/[-_.]+/g, '-'), version]];
}
