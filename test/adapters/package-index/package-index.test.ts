import { describe, expect, it } from '@jest/globals';

import { createPackageIndex } from '../../../src/adapters/package-index/package-index.js';

describe('createPackageIndex', () => {
  const index = createPackageIndex();

  it.each([
    ['yaml', 'PyYAML'],
    ['PIL.Image', 'Pillow'],
    ['cv2', 'opencv-python'],
    ['sklearn.linear_model', 'scikit-learn'],
    ['attr', 'attrs'],
    ['google.protobuf.message', 'protobuf'],
    ['google.cloud.storage', 'google-cloud-storage'],
    ['ruamel.yaml.main', 'ruamel.yaml'],
    ['requests', 'requests'],
    ['requests.adapters', 'requests'],
    ['typing_extensions', 'typing_extensions'],
  ])('knows that %s comes from %s', async (importName, distribution) => {
    expect(await index.distributionOf(importName)).toBe(distribution);
  });

  it.each([
    'json',
    'os.path',
    '_private',
    '',
    '.',
    'not-an-import',
    '__future__',
    'a;b',
    'constructor_',
    'x y',
  ])('knows nothing of %j', async importName => {
    expect(await index.distributionOf(importName)).toBeUndefined();
  });

  it('does not mistake a property that every object has for a name it knows', async () => {
    expect(await index.distributionOf('constructor')).toBe('constructor');
    expect(await index.distributionOf('toString.x')).toBe('toString');
  });
});
