import { describe, expect, it } from 'vitest'
import { SourceManifest } from '@stoa/plugin-kit/manifest'
import { checkHost } from './network-hosts.ts'

const manifest = {
  ...SourceManifest.parse({
    slug: 'tested',
    name: 'Tested',
    description: 'For tests.',
    version: '1.0.0',
    author: 'Stoa',
    kit: '^1.1',
    kinds: ['connector'],
    permissions: { network: ['api.example.org', '*.example.net', 'setting:url', 'setting:more'] },
    settings: [
      { name: 'url', type: 'input', title: 'URL', default: 'http://10.0.0.1' },
      { name: 'more', type: 'textarea', title: 'More URLs' },
    ],
  }),
  files: {},
}

const settings = {
  url: 'http://keycloak.lan:8080/realms/a',
  more: 'https://a.example.com/x\n https://b.example.com ',
}

describe('checkHost', () => {
  it.each([
    ['https://api.example.org/x', 'public'],
    ['https://other.example.org/x', null],
    ['https://a.b.example.net/', 'public'],
    ['https://example.net/', null],
    ['http://keycloak.lan:8080/token', 'chosen'],
    ['http://keycloak.lan:9090/token', 'public'],
    ['https://keycloak.lan:8080/token', 'public'],
    ['https://b.example.com/token', 'chosen'],
    ['https://c.example.com/token', null],
  ])('%s: %s', (url, access) => {
    expect(checkHost({ manifest, settings }, new URL(url))).toBe(access)
  })

  it('does not trust a default, which the author of the plugin has written', () => {
    const url = new URL('http://10.0.0.1/secrets')
    expect(checkHost({ manifest, settings: { url: 'http://10.0.0.1' } }, url)).toBe('public')
  })
})
