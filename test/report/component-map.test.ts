import { describe, expect, it } from '@jest/globals';
import { layOutMap, type MapBox } from '../../src/report/component-map.js';
import { mapPicture } from '../../src/report/map-picture.js';
import { sampleReport } from './sample-report.js';

const overlap = (one: MapBox, other: MapBox) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe('the component map', () => {
  it.each([1, 7, 119, 121, 500])(
    'of %i components shows each once, apart, inside of its module',
    components => {
      const { boxes, width, height } = layOutMap(sampleReport(components));
      const nodes = boxes.flatMap(box => box.nodes.map(node => ({ box, node })));
      expect(new Set(nodes.map(({ node }) => node.name)).size).toBe(components);
      for (const [index, box] of boxes.entries()) {
        expect(boxes.slice(index + 1).filter(other => overlap(box, other))).toEqual([]);
        expect(box.x + box.width <= width && box.y + box.height <= height).toBe(true);
      }
      for (const { box, node } of nodes) {
        expect(node.x - node.radius >= box.x && node.x + node.radius <= box.x + box.width).toBe(true);
        expect(node.y - node.radius >= box.y && node.labelY <= box.y + box.height).toBe(true);
        for (const other of box.nodes)
          if (other !== node)
            expect(Math.hypot(other.x - node.x, other.y - node.y)).toBeGreaterThan(
              other.radius + node.radius,
            );
      }
    },
  );

  it('stays within the width of a page, and does not depend on the order of components', () => {
    const report = sampleReport(500);
    const layout = layOutMap(report);
    expect(layout.width).toBeLessThanOrEqual(1120);
    const turned = layOutMap({ ...report, map: report.map?.toReversed() ?? [] });
    expect(turned.boxes).toEqual(layout.boxes);
  });

  it('shows larger components larger, and tells admitted, left out and carried ones apart', () => {
    const report = sampleReport(3);
    const [box] = layOutMap({ ...report, excluded: [] }).boxes;
    expect(box?.nodes.map(({ label, status }) => [label, status])).toEqual([
      ['Part2', 'part'],
      ['Part1', 'admitted'],
      ['Part0', 'admitted'],
    ]);
    const radii = box?.nodes.map(({ radius }) => radius) ?? [];
    expect(radii).toEqual(radii.toSorted((a, b) => b - a));
    expect(radii[0]).toBeGreaterThan(radii[2] ?? 0);
    expect(layOutMap(report).boxes[0]?.nodes[0]).toMatchObject({
      status: 'excluded',
      reason: 'no test reaches it; add one',
    });
  });

  it('shows what a report names when it has no map', () => {
    const { map: _map, ...report } = sampleReport(4);
    expect(layOutMap(report).boxes.map(({ module, nodes }) => [module, nodes.length])).toEqual([
      ['kit.m0', 4],
    ]);
  });

  it('reads itself out: a title, a description, and a name for each circle', () => {
    const picture = mapPicture(layOutMap(sampleReport(3)), 'acme/tools').text;
    expect(picture).toContain('role="img" aria-labelledby="map-title map-description"');
    expect(picture).toContain('<title id="map-title">The components of acme/tools</title>');
    expect(picture).toContain('1 module with 3 components, of which 2 were admitted');
    expect(picture).toContain(
      '<title>acme/tools/kit.m0.Part2: left out, 75 lines — no test reaches it; add one</title>',
    );
    expect(picture.match(/<path /g)).toHaveLength(2);
  });
});
