import { eq } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Config, secretKeyFile } from './config.ts'
import type { Db } from './database.ts'
import { privateFileMode } from './private-files.ts'
import { newSecret } from './secrets.ts'
import { settings } from './settings.table.ts'

/** Encrypts what must be stored and read again: TOTP secrets, the SMTP password, the site secret. */
export type SecretBox = {
  /** Without a key, secrets are stored as they are. */
  readonly hasKey: boolean
  /** What every value begins with that is encrypted with the current key. */
  readonly prefix: string
  /** The purpose is part of the encryption: a value copied to another row does not decrypt there. */
  encrypt(text: string, purpose: string): string
  /** Values from before there was a key are returned as they are. */
  decrypt(stored: string, purpose: string): string
}

/** Thrown at start when secrets in the database cannot be decrypted here. */
export class SecretKeyError extends Error {
  readonly keyId: string
  constructor(keyId: string, keyFile: string) {
    super(
      `The secrets in the database are encrypted with the key ${keyId}, which this process does not have. Set STOA_SECRET_KEY or STOA_SECRET_KEY_FILE, or put the key into ${keyFile}: all processes of a site share one key. If it is lost, see "Secrets" in docs/operating.md.`,
    )
    this.name = 'SecretKeyError'
    this.keyId = keyId
  }
}

const format = 'stoa1'
/** What every encrypted value begins with, whatever the key. */
export const encryptedPrefix = `${format}:`
const ivBytes = 12
const tagBytes = 16

/** The first key encrypts; the others only decrypt what was written before the key was changed. */
export function makeSecretBox(keys: readonly string[]): SecretBox {
  const known = new Map(keys.map((key) => [idOf(key), derive(key)]))
  const [current] = known.keys()
  const currentKey = current === undefined ? undefined : known.get(current)
  const prefix = current === undefined ? '' : `${format}:${current}:`
  return {
    hasKey: currentKey !== undefined,
    prefix,
    encrypt: (text, purpose) =>
      currentKey === undefined ? text : prefix + seal(currentKey, text, purpose),
    decrypt(stored, purpose) {
      const keyId = keyIdOf(stored)
      if (keyId === null) return stored
      const key = known.get(keyId)
      if (key === undefined) throw new Error(`no key to decrypt a secret: ${keyId} is not known`)
      return unseal(key, stored.slice(`${format}:${keyId}:`.length), purpose)
    },
  }
}

/** Finds the key of a site, or creates one, and makes sure that it fits what is stored. */
export async function openSecretBox(config: Config, db: Db): Promise<SecretBox> {
  const file = secretKeyFile(config)
  const found = await readCheck(db)
  const keys = config.secret_key.length > 0 ? config.secret_key : readKeys(file)
  if (keys.length === 0 && found === null && mayCreateKey(config)) keys.push(...createKey(file))
  const box = makeSecretBox(keys)
  if (box.hasKey && found === null) await writeCheck(db, box)
  const check = found ?? (await readCheck(db))
  const keyId = check === null ? null : keyIdOf(check)
  if (check === null || keyId === null) return box
  if (!keys.some((key) => idOf(key) === keyId)) throw new SecretKeyError(keyId, file)
  box.decrypt(check, checkRow)
  return box
}

/** An encrypted text that tells which key the database belongs to. */
export const checkRow = 'secret_key'

async function readCheck(db: Db): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, checkRow))
  return typeof row?.value['check'] === 'string' ? row.value['check'] : null
}

/** Of two processes that start with keys of their own, one writes this and the other one stops. */
async function writeCheck(db: Db, box: SecretBox) {
  const value = { check: box.encrypt(checkRow, checkRow) }
  await db
    .insert(settings)
    .values({ name: checkRow, value, updatedAt: new Date() })
    .onConflictDoNothing()
}

/** A process configured by its environment alone may have no folder that outlives it. */
function mayCreateKey({ database_url: url, config_file: file }: Config) {
  return url === undefined || existsSync(file)
}

function readKeys(file: string): string[] {
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

/** Complete or not there at all: of two processes that create it at once, both read the same. */
function createKey(file: string): string[] {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, `${newSecret()}\n`, { mode: privateFileMode, flag: 'wx', flush: true })
    linkSync(draft, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!/^(EEXIST|EACCES|EPERM|EROFS)$/.test(code)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKeys(file)
}

function derive(key: string) {
  return Buffer.from(hkdfSync('sha256', key, '', 'stoa secrets', 32))
}

/** Tells keys apart and nothing about them. */
function idOf(key: string) {
  return createHash('sha256').update(derive(key)).digest('hex').slice(0, 8)
}

function keyIdOf(stored: string) {
  return /^stoa1:([0-9a-f]{8}):/.exec(stored)?.[1] ?? null
}

function seal(key: Buffer, text: string, purpose: string) {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: Buffer, text: string, purpose: string) {
  const bytes = Buffer.from(text, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tagBytes))
  const content = bytes.subarray(ivBytes, -tagBytes)
  return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
}
