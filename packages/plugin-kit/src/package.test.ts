import { limits } from '@stoa/contract/limits'
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PackageError, readPackage, sha256Of, writePackage } from './package.ts'
import { readTar, writeTar, type TarFile } from './tar.ts'

const code = Buffer.from('export default {}\n')
const base = {
  slug: 'greeting',
  name: 'Greeting',
  description: 'Says hello.',
  version: '1.2.3',
  author: 'Ada',
  kit: '^1.0',
  kinds: ['sidebar'],
}
const withServer = { ...base, server: { file: 'server.js' } }
const widget = { captcha: { file: 'captcha.js', hosts: ['captcha.example'] } }
const leaking = {
  ...base,
  kinds: ['captcha'],
  server: { file: 'server.js', captcha: true },
  settings: [{ name: 'key', type: 'input', title: 'Key', secret: true }],
  captcha: { ...widget.captcha, settings: ['key', 'other'] },
}

function filesOf(manifest: object, files: Record<string, Buffer> = { 'server.js': code }) {
  return new Map([['plugin.json', Buffer.from(JSON.stringify(manifest))], ...Object.entries(files)])
}

/** An archive whose manifest has the hashes of the files, whatever their paths. */
function archiveOf(manifest: object, entries: readonly TarFile[], prefix = '') {
  const files = Object.fromEntries(entries.map(({ path, content }) => [path, sha256Of(content)]))
  const content = Buffer.from(JSON.stringify({ files, ...manifest }))
  const all = [{ path: 'plugin.json', content }, ...entries]
  return gzipSync(writeTar(all.map((file) => ({ ...file, path: prefix + file.path }))))
}

const entry = (path: string, content = code): TarFile => ({ path, content })

async function problemOf(archive: Buffer) {
  const error = await readPackage(archive).catch((reason: unknown) => reason)
  if (!(error instanceof PackageError)) throw new Error('expected a problem')
  return `${error.problem}: ${error.message}`
}

/** Replaces the type of the last entry. */
function withType(type: string, path: string) {
  const tar = writeTar([entry('plugin.json', Buffer.from('{}')), entry(path, Buffer.of())])
  const at = 1024
  tar[at + 156] = type.charCodeAt(0)
  const sum = tar.subarray(at, at + 512).reduce((total, byte, index) => {
    return total + (index >= 148 && index < 156 ? 32 : byte)
  }, 0)
  tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148)
  return gzipSync(tar)
}

describe('writePackage', () => {
  it('makes a package that readPackage accepts', async () => {
    const long = `assets/${'deep/'.repeat(30)}image.png`
    const archive = writePackage(
      filesOf(withServer, { 'server.js': code, [long]: randomBytes(700) }),
    )
    const { manifest, files, sha256 } = await readPackage(archive)
    expect(manifest).toMatchObject({ slug: 'greeting', version: '1.2.3', settings: [] })
    expect([...files.keys()].toSorted()).toEqual([long, 'server.js'])
    expect(files.get('server.js')).toEqual(code)
    expect(sha256).toBe(sha256Of(archive))
  })

  it('makes the same bytes of the same files, in the folder that npm expects', () => {
    const [a, b] = [
      ['b.js', 'server.js'],
      ['server.js', 'b.js'],
    ].map((names) =>
      writePackage(filesOf(withServer, Object.fromEntries(names.map((name) => [name, code])))),
    )
    expect(a?.equals(b!)).toBe(true)
    const paths = readTar(gunzipSync(a!), 10).map(({ path }) => path)
    expect(paths).toEqual(['package/plugin.json', 'package/b.js', 'package/server.js'])
  })
})

describe('readPackage', () => {
  it('accepts archives with and without a folder of npm, and with ./', async () => {
    for (const prefix of ['', 'package/', './']) {
      const { files } = await readPackage(archiveOf(withServer, [entry('server.js')], prefix))
      expect([...files.keys()]).toEqual(['server.js'])
    }
  })

  const big = limits.pluginPackageBytes
  const kit = (range: string) => archiveOf({ ...withServer, kit: range }, [entry('server.js')])
  it.each<[string, () => Buffer, string]>([
    ['text', () => Buffer.from('hello'), 'invalid: It is not a gzipped tar file (.tgz).'],
    ['garbage in gzip', () => gzipSync(randomBytes(2048)), 'invalid: The archive is damaged.'],
    [
      'an empty archive',
      () => gzipSync(writeTar([])),
      'invalid: It has no plugin.json in its root.',
    ],
    [
      'a file that is cut off',
      () => gzipSync(writeTar([entry('a.js', randomBytes(2000))]).subarray(0, 1600)),
      'invalid: The archive is cut off.',
    ],
    [
      'a large archive',
      () => Buffer.alloc(big.archive + 1),
      'too_large: The archive is larger than 10 MB.',
    ],
    [
      'a bomb',
      () => gzipSync(Buffer.alloc(big.files + 1)),
      'too_large: All files together are larger than 40 MB.',
    ],
    [
      'many files',
      () => gzipSync(writeTar(Array.from({ length: 501 }, (_, at) => entry(`${at}.js`)))),
      'invalid: It has more than 500 files.',
    ],
    ...['../server.js', '/etc/passwd', 'a/../../b.js', '.env', 'a\\b.js', 'a//b.js', 'ü.js'].map(
      (path): [string, () => Buffer, string] => [
        `the path ${path}`,
        () => archiveOf(base, [entry(path)]),
        `invalid: The path ${JSON.stringify(path)} is not allowed.`,
      ],
    ),
    [
      'a symbolic link',
      () => withType('2', 'link'),
      'invalid: link is neither a file nor a folder.',
    ],
    ['a hard link', () => withType('1', 'link'), 'invalid: link is neither a file nor a folder.'],
    ['a device', () => withType('3', 'tty'), 'invalid: tty is neither a file nor a folder.'],
    [
      'a file twice',
      () => archiveOf(withServer, [entry('server.js'), entry('server.js', Buffer.of())]),
      'invalid: server.js is in the archive twice.',
    ],
    [
      'a file that is also a folder',
      () => archiveOf(withServer, [entry('server.js'), entry('server.js/a.js')]),
      'invalid: server.js is both a file and a folder.',
    ],
    [
      'a manifest that is not JSON',
      () => gzipSync(writeTar([entry('plugin.json', code)])),
      'invalid: plugin.json is not valid JSON.',
    ],
    [
      'a later kit',
      () => kit('^1.9'),
      'kit_mismatch: It is made for version 1.9 of the plugin kit.',
    ],
    [
      'another kit',
      () => kit('^2.0'),
      'kit_mismatch: It is made for version 2.0 of the plugin kit.',
    ],
    ['a range of another form', () => kit('>=1'), 'invalid: plugin.json is wrong. kit: Invalid'],
    [
      'an unknown field',
      () => archiveOf({ ...base, scripts: {} }, []),
      'invalid: plugin.json is wrong. Unrecognized key: "scripts"',
    ],
    [
      'server code that is not in the package',
      () => archiveOf(withServer, []),
      'invalid: plugin.json is wrong. server.js is not in "files".',
    ],
    [
      'a captcha without a widget',
      () =>
        archiveOf({ ...base, server: { file: 'server.js', captcha: true } }, [entry('server.js')]),
      'invalid: plugin.json is wrong. A captcha needs a widget in "captcha".',
    ],
    [
      'a widget without server code for it, of another kind',
      () => archiveOf({ ...withServer, ...widget }, [entry('server.js'), entry('captcha.js')]),
      'invalid: plugin.json is wrong. The widget of a captcha needs "captcha" of "server". A captcha is of the kind "captcha".',
    ],
    [
      'a widget that shows a secret to browsers',
      () => archiveOf(leaking, [entry('server.js'), entry('captcha.js')]),
      'invalid: plugin.json is wrong. key is not a setting that browsers may see. other is not',
    ],
    [
      'a file without a hash',
      () => archiveOf({ ...base, files: {} }, [entry('extra.js')]),
      'invalid: extra.js is not in "files".',
    ],
    [
      'a changed file',
      () =>
        archiveOf({ ...withServer, files: { 'server.js': '0'.repeat(64) } }, [entry('server.js')]),
      'invalid: server.js does not match its hash.',
    ],
    [
      'a missing file',
      () => archiveOf({ ...base, files: { 'a.js': '0'.repeat(64) } }, []),
      'invalid: a.js is missing.',
    ],
  ])('rejects %s', async (_name, make, message) => {
    expect(await problemOf(make())).toContain(message)
  })
})
