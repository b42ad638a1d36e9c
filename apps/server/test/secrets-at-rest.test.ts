import { login } from '@stoa/contract/features/accounts'
import { confirmTotp, loginWithCode, startTotp } from '@stoa/contract/features/second-factor'
import { smtpSettings } from '@stoa/contract/settings/writing'
import { eq, sql } from 'drizzle-orm'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import {
  encryptTotpSecrets,
  deleteEncryptedTotpSecrets,
} from '../src/features/people/auth/second-factor/stored-secrets.ts'
import { codeAt, stepAt } from '../src/features/people/auth/second-factor/totp.ts'
import { users } from '../src/schema/users.ts'
import { secretKeyFile } from '../src/platform/process/read-config.ts'
import type { Context } from '../src/kernel/context.ts'
import { hashPassword } from '../src/kernel/passwords.ts'
import { SecretKeyError } from '../src/platform/secrets/secret-box.ts'
import { deleteEncryptedSettings } from '../src/platform/secrets/secret-settings.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { createTestDatabase } from './databases.ts'
import { aSite, expectError, type TestSite } from './site.ts'

const key = 'k'.repeat(43)
const otherKey = 'o'.repeat(43)
const pass = 'columns in the evening sun'
const smtpPassword = 'the password of the mail server'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const opened: TestSite[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const site of opened.splice(0)) await site.close()
  await database.drop()
})

async function open(env: Record<string, string>) {
  const site = await aSite({ databaseUrl: database.url, env })
  opened.push(site)
  await encryptTotpSecrets(site.ctx)
  return site
}

const withKey = (...keys: string[]) => open({ STOA_SECRET_KEY: keys.join(',') })

/** Stores a TOTP secret, an SMTP password and a site secret. */
async function storeSecrets(site: TestSite) {
  const ada = await aUser(site.ctx)
  const passwordHash = await hashPassword(pass)
  await site.db.update(users).set({ passwordHash }).where(eq(users.id, ada.id))
  const client = site.as(ada.token)
  const { secret } = await client.call(startTotp, { pass })
  await client.call(confirmTotp, { code: codeAt(secret, stepAt(site.ctx.clock.now())) })
  const smtp = { smtp_host: 'mail.example.org', smtp_password: smtpPassword }
  await transact(site.ctx, (tx) => changeSettings(tx, smtpSettings, smtp))
  return { ada, secret, derived: await site.ctx.deriveKey('a test') }
}

type Stored = Awaited<ReturnType<typeof storeSecrets>>

/** Uses every secret once. */
async function expectUsable(site: TestSite, { ada, secret, derived }: Stored, afterMs = 60_000) {
  site.advance(afterMs)
  const rejection = await expectError(
    site.as().call(login, { e_mail: ada.email, pass }),
    'second_factor.required',
  )
  const { token } = rejection.data as { token: string }
  const code = codeAt(secret, stepAt(site.ctx.clock.now()))
  await site.as().call(loginWithCode, { token, code })
  expect(site.ctx.settings.get(smtpSettings).smtp_password).toBe(smtpPassword)
  expect(await site.ctx.deriveKey('a test')).toEqual(derived)
}

async function readStoredSecrets({ db }: Context) {
  const { rows } = await db.execute<{ text: string }>(sql`
    select secret as text from totp_secrets
    union all select value ->> 'smtp_password' from settings where name = 'smtp'
    union all select value ->> 'secret' from settings where name = 'secret'`)
  expect(rows.length).toBe(3)
  return rows.map(({ text }) => text)
}

const areEncrypted = (texts: string[]) => texts.every((text) => /^stoa1:[0-9a-f]{8}:/.test(text))

describe('secrets in the database', () => {
  it('are encrypted when a key is configured', async () => {
    const site = await withKey(key)
    const stored = await storeSecrets(site)
    const texts = await readStoredSecrets(site.ctx)
    expect(areEncrypted(texts)).toBe(true)
    expect(texts.join()).not.toContain(stored.secret)
    expect(texts.join()).not.toContain(smtpPassword)
    await expectUsable(site, stored)
  })

  it('are encrypted at the next start when they were stored without a key', async () => {
    const before = await open({})
    const stored = await storeSecrets(before)
    expect(await readStoredSecrets(before.ctx)).toContain(smtpPassword)
    const site = await withKey(key)
    const texts = await readStoredSecrets(site.ctx)
    expect(areEncrypted(texts)).toBe(true)
    await expectUsable(site, stored)
    const again = await withKey(key)
    expect(await readStoredSecrets(again.ctx)).toEqual(texts)
  })

  it('are re-encrypted when the key changes, and the old key is no longer needed', async () => {
    const stored = await storeSecrets(await withKey(key))
    await withKey(otherKey, key)
    const site = await withKey(otherKey)
    expect(areEncrypted(await readStoredSecrets(site.ctx))).toBe(true)
    await expectUsable(site, stored)
  })

  it.each([
    ['another key', { STOA_SECRET_KEY: otherKey }],
    ['no key', {}],
  ])('prevent a process with %s from starting', async (_name, env) => {
    await withKey(key)
    await expect(aSite({ databaseUrl: database.url, env })).rejects.toThrow(SecretKeyError)
  })

  it('allow only one of two processes with different keys to start', async () => {
    const results = await Promise.allSettled([withKey(key), withKey(otherKey)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('can be deleted when the key is lost', async () => {
    const { ada } = await storeSecrets(await withKey(key))
    const [first] = opened
    await transact(first!.ctx, async (tx) => {
      await deleteEncryptedSettings(tx)
      expect(await deleteEncryptedTotpSecrets(tx)).toBe(1)
    })
    const site = await withKey(otherKey)
    await site.as().call(login, { e_mail: ada.email, pass })
    expect(site.ctx.settings.get(smtpSettings)).toMatchObject({
      smtp_host: 'mail.example.org',
      smtp_password: '',
    })
    expect((await site.ctx.deriveKey('a test')).length).toBe(32)
  })
})

describe('secret key file', () => {
  it('is created next to config.yaml with mode 600 and reused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stoa-keys-'))
    const [config, file] = [join(folder, 'config.yaml'), join(folder, 'secret.key')]
    writeFileSync(config, 'port: 0\n')
    const stored = await storeSecrets(await open({ STOA_CONFIG: config }))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const content = readFileSync(file, 'utf8')
    await expectUsable(await open({ STOA_CONFIG: config }), stored)
    expect(readFileSync(file, 'utf8')).toBe(content)
    // A TOTP code works only once.
    await expectUsable(await open({ STOA_SECRET_KEY_FILE: file }), stored, 120_000)
    expect(readdirSync(folder).toSorted()).toEqual(['config.yaml', 'secret.key'])
    rmSync(file)
    await expect(open({ STOA_CONFIG: config })).rejects.toThrow(SecretKeyError)
    rmSync(folder, { recursive: true })
  })

  it('is not created for a process configured by environment variables only', async () => {
    const site = await open({})
    expect([site.ctx.secrets.hasKey, existsSync(secretKeyFile(site.ctx.config))]).toEqual([
      false,
      false,
    ])
  })
})
