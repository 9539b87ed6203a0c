import { expect, it } from '@jest/globals';
import { isOwnAddress, parseHostPort } from '../../../../src/adapters/sandbox/installation/index-hosts.js';

it.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '::1',
  '::',
  'fe80::1',
  '::ffff:127.0.0.1',
  'x',
])('%s stands for this machine or its link', address => {
  expect(isOwnAddress(address)).toBe(true);
});

it.each(['192.0.2.1', '10.0.0.1', '2001:db8::1', 'fd00::1', '::ffff:192.0.2.1'])(
  '%s is elsewhere',
  address => {
    expect(isOwnAddress(address)).toBe(false);
  },
);

it.each([
  ['Index.Example.:443', { host: 'index.example', port: 443 }],
  ['[2001:DB8::1]:80', { host: '2001:db8::1', port: 80 }],
  ['index.example', undefined],
  ['index.example:0', undefined],
  ['index.example:65536', undefined],
  ['user@index.example:443', undefined],
  ['index.example:443/path', undefined],
  ['', undefined],
])('%j is %j', (text, parsed) => {
  expect(parseHostPort(text)).toEqual(parsed);
});
