import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const text = readFileSync(new URL('../../app.yml', import.meta.url), 'utf8');
const manifest = parse(text) as Record<string, unknown>;

describe('app.yml', () => {
  it('asks for these permissions and no others', () => {
    expect(manifest['default_permissions']).toEqual({
      contents: 'write',
      issues: 'write',
      pull_requests: 'write',
      checks: 'write',
      statuses: 'read',
      metadata: 'read',
    });
  });

  it('says above each permission and event what it is for', () => {
    const lines = text.split('\n');
    const bare = lines.filter(
      (line, index) => /^ {2}(\w+: \w+$|- )/.test(line) && !/^ {2}# \S/.test(lines[index - 1] ?? ''),
    );
    expect(bare).toEqual([]);
  });

  it('subscribes to the events that need it; GitHub refuses a manifest that names the installation ones', () => {
    expect(manifest['default_events']).toEqual(['issue_comment', 'push', 'repository']);
  });

  it('stays private to whoever registers it', () => {
    expect(manifest['public']).toBe(false);
  });
});
