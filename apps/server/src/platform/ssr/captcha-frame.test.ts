import { Manifest } from '@stoa/plugin-kit/manifest'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { CaptchaPlugin } from '../../kernel/plugins.ts'
import { mountCaptchaFrame } from './captcha-frame.ts'

const hash = 'a'.repeat(64)
const manifest = Manifest.parse({
  slug: 'quiz',
  name: 'Quiz',
  description: 'For a test.',
  version: '1.0.0',
  author: 'Ada',
  kit: '^1.1',
  kinds: ['captcha'],
  server: { file: 'server.js', captcha: true },
  captcha: { file: 'captcha.js', hosts: ['captcha.example', '*.captcha.example'] },
  files: { 'server.js': hash, 'captcha.js': hash },
})
const captcha: CaptchaPlugin = {
  plugin: {
    slug: 'quiz',
    version: '1.0.0',
    manifest,
    isEnabled: true,
    folder: '/x',
    connectorLabel: '',
    userCenter: null,
    takesFiles: true,
  },
  file: 'captcha.js',
  hosts: ['captcha.example', '*.captcha.example'],
  settings: { site_key: '</script><script>alert(1)</script>' },
}

async function open(url: string, found: CaptchaPlugin | null = captcha) {
  const app = fastify()
  mountCaptchaFrame(app, { captcha: () => found })
  return await app.inject({ url })
}

function directivesOf(policy: unknown): Record<string, string> {
  const directives = String(policy)
    .split('; ')
    .map((directive) => /^(\S+) ?(.*)$/.exec(directive) ?? [])
  return Object.fromEntries(directives.map(([, name = '', sources = '']) => [name, sources]))
}

describe('GET /_captcha/:slug', () => {
  it('allows the hosts of the manifest, and no request to the site', async () => {
    const { headers, body } = await open('/_captcha/quiz?action=vote&theme=dark&locale=ar')
    const hosts = 'https://captcha.example https://*.captcha.example'
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(directivesOf(headers['content-security-policy'])).toMatchObject({
      'default-src': `'none'`,
      'script-src': `'nonce-${nonce}' 'self' ${hosts}`,
      'connect-src': hosts,
      'frame-src': hosts,
      'form-action': `'none'`,
      'frame-ancestors': `'self'`,
    })
    const again = await open('/_captcha/quiz?action=vote')
    expect(again.body).not.toContain(nonce)
  })

  it('connects to nothing if the manifest names no hosts', async () => {
    const { headers } = await open('/_captcha/quiz?action=vote', { ...captcha, hosts: [] })
    expect(directivesOf(headers['content-security-policy'])).toMatchObject({
      'connect-src': `'none'`,
      'frame-src': `'none'`,
    })
  })

  it('gives the widget its file and options, which cannot end the script', async () => {
    const { body } = await open('/_captcha/quiz?action=vote&theme=dark&locale=ar')
    expect(body).toContain('<html lang="ar" dir="rtl">')
    expect(body).toMatch(/import show from "\/_plugins\/quiz\/\w{16}\/captcha\.js"/)
    expect(body).toContain('"action":"vote","theme":"dark","locale":"ar"')
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it.each(['/_captcha/other?action=vote', '/_captcha/quiz', '/_captcha/quiz?action=fly'])(
    'responds 404 to %s',
    async (url) => {
      expect((await open(url)).statusCode).toBe(404)
      expect((await open(url, null)).statusCode).toBe(404)
    },
  )
})
