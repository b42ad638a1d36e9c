import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './read-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function aFile(name: string, content: string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function problemsOf(env: Record<string, string>) {
  try {
    readConfig({ STOA_CONFIG: aFile('empty.yaml', ''), ...env })
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  throw new Error('expected a ConfigError')
}

describe('readConfig', () => {
  it('defaults to an embedded database and a local port', () => {
    const config = readConfig({ STOA_CONFIG: aFile('none.yaml', '') })
    expect(config).toMatchObject({ data_dir: 'data/db', host: '127.0.0.1', port: 3000 })
    expect(config.database_url).toBeUndefined()
    expect(config.trust_proxy).toEqual([])
  })

  it('prefers environment variables to config.yaml to defaults', () => {
    const file = aFile(
      'site.yaml',
      'port: 4000\nhost: 0.0.0.0\ntrust_proxy: 10.0.0.0/8, 127.0.0.1\n',
    )
    const config = readConfig({ STOA_CONFIG: file, STOA_PORT: '5000' })
    expect(config).toMatchObject({ port: 5000, host: '0.0.0.0', log_level: 'info' })
    expect(config.trust_proxy).toEqual(['10.0.0.0/8', '127.0.0.1'])
  })

  it('reads a list of replicas and requires a database server for it', () => {
    const config = readConfig({
      STOA_CONFIG: aFile('replicas.yaml', ''),
      STOA_DATABASE_URL: 'postgres://stoa@one/stoa',
      STOA_DATABASE_REPLICAS: 'postgres://stoa@two/stoa, postgres://stoa@three/stoa',
    })
    expect(config.database_replicas).toEqual([
      'postgres://stoa@two/stoa',
      'postgres://stoa@three/stoa',
    ])
    expect(problemsOf({ STOA_DATABASE_REPLICAS: 'postgres://stoa@two/stoa' })).toEqual([
      'STOA_DATABASE_REPLICAS: requires database_url',
    ])
    expect(
      problemsOf({ STOA_DATABASE_URL: 'postgres://a@b/c', STOA_DATABASE_REPLICAS: 'two' }),
    ).toEqual([expect.stringContaining('STOA_DATABASE_REPLICAS')])
  })

  it('reads a secret from the file of a *_FILE variable', () => {
    const secret = aFile('secret', 'postgres://stoa:hidden@db/stoa\n')
    const config = readConfig({
      STOA_CONFIG: aFile('with.yaml', 'database_url: postgres://other@db/other'),
      STOA_DATABASE_URL_FILE: secret,
    })
    expect(config.database_url).toBe('postgres://stoa:hidden@db/stoa')
  })

  it('reports all problems with the name of the variable or key', () => {
    const problems = problemsOf({
      STOA_CONFIG: aFile('bad.yaml', 'host: ""\nspeed: fast\n'),
      STOA_PORT: 'many',
      STOA_DATABASE_URL: 'mysql://db/stoa',
      STOA_REDIS_URL_FILE: join(folder, 'missing'),
      STOA_COLOR: 'red',
    })
    expect(problems.length).toBe(5)
    const all = problems.join('\n')
    for (const name of ['host', 'speed', 'STOA_PORT', 'STOA_DATABASE_URL', 'STOA_REDIS_URL_FILE'])
      expect(all).toContain(name)
    expect(all).toContain('unknown: speed, STOA_COLOR')
  })

  it.each([
    [{ STOA_CONFIG: '/nowhere/config.yaml' }, 'does not exist'],
    [{ STOA_CONFIG: aFile('list.yaml', '- one\n- two\n') }, '"key: value" lines'],
    [{ STOA_CONFIG: aFile('broken.yaml', 'port: [1') }, 'cannot be read'],
    [{ STOA_SMTP_URL: 'http://mail' }, 'STOA_SMTP_URL'],
    [{ STOA_LOG_LEVEL: 'loud' }, 'STOA_LOG_LEVEL'],
    [{ STOA_PORT: '70000' }, 'STOA_PORT'],
    [{ STOA_SMTP_URL: 'smtp://a', STOA_SMTP_URL_FILE: '/b' }, 'both set'],
  ])('rejects %j', (env, message) => {
    const problems = problemsOf(env)
    expect(problems.length).toBe(1)
    expect(problems[0]).toContain(message)
  })

  it('does not include secrets in its messages', () => {
    const problems = problemsOf({ STOA_DATABASE_URL: 'mysql://stoa:hidden@db/stoa' })
    expect(problems.join()).not.toContain('hidden')
  })

  it('ignores the variables of `stoa install`', () => {
    const env = {
      STOA_CONFIG: aFile('install.yaml', ''),
      STOA_SITE_NAME: 'Porch',
      STOA_SITE_URL: 'https://porch.example.org',
      STOA_ADMIN_EMAIL: 'rut@example.org',
      STOA_ADMIN_PASSWORD: 'a porch with columns',
      STOA_CONTACT_EMAIL: 'rut@example.org',
      STOA_LANGUAGE: 'en_US',
      STOA_DEMO_CONTENT: 'true',
    }
    expect(() => readConfig(env)).not.toThrow()
  })
})
