import { encryptedPrefix, type SecretBox } from '../../kernel/services.ts'
import type { ReadDb, WriteDb } from '../../kernel/database.ts'
import { eq } from 'drizzle-orm'
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Config } from '../../kernel/config.ts'
import { secretKeyFile } from '../process/read-config.ts'
import { privateFileMode } from '../files/private-files.ts'
import { generateSecret } from '../../kernel/secrets.ts'
import { settings } from '../../schema/settings.ts'

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

const ivBytes = 12
const tagBytes = 16

/** The first key encrypts; the others only decrypt older values. */
export function createSecretBox(keys: readonly string[]): SecretBox {
  const keysById = new Map(keys.map((key) => [idOf(key), derive(key)]))
  const [current] = keysById.keys()
  const currentKey = current === undefined ? undefined : keysById.get(current)
  const prefix = current === undefined ? '' : `${encryptedPrefix}${current}:`
  return {
    hasKey: currentKey !== undefined,
    prefix,
    encrypt: (text, purpose) =>
      currentKey === undefined ? text : prefix + seal(currentKey, text, purpose),
    decrypt(stored, purpose) {
      const keyId = keyIdOf(stored)
      if (keyId === null) return stored
      const key = keysById.get(keyId)
      if (key === undefined) throw new Error(`secret cannot be decrypted: key ${keyId} is missing`)
      return unseal(key, stored.slice(`${encryptedPrefix}${keyId}:`.length), purpose)
    },
  }
}

/** Loads or creates the key, and checks that it matches the database. */
export async function openSecretBox(config: Config, db: WriteDb): Promise<SecretBox> {
  const file = secretKeyFile(config)
  const storedCheck = await readCheck(db)
  const keys = config.secret_key.length > 0 ? config.secret_key : readKeys(file)
  if (keys.length === 0 && storedCheck === null && canCreateKey(config))
    keys.push(...createKey(file))
  const box = createSecretBox(keys)
  if (box.hasKey && storedCheck === null) await writeCheck(db, box)
  const check = storedCheck ?? (await readCheck(db))
  const keyId = check === null ? null : keyIdOf(check)
  if (check === null || keyId === null) return box
  if (!keys.some((key) => idOf(key) === keyId)) throw new SecretKeyError(keyId, file)
  box.decrypt(check, checkRow)
  return box
}

/** The settings row with an encrypted text, which identifies the key. */
export const checkRow = 'secret_key'

async function readCheck(db: ReadDb): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.name, checkRow))
  return typeof row?.value['check'] === 'string' ? row.value['check'] : null
}

/** If two processes start with different keys, one inserts the row and the other one fails. */
async function writeCheck(db: WriteDb, box: SecretBox) {
  const value = { check: box.encrypt(checkRow, checkRow) }
  await db
    .insert(settings)
    .values({ name: checkRow, value, updatedAt: new Date() })
    .onConflictDoNothing()
}

/** A process configured by environment variables only may have no persistent folder. */
function canCreateKey({ database_url: url, config_file: file }: Config) {
  return url === undefined || existsSync(file)
}

function readKeys(file: string): string[] {
  return existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

/** Atomic: if two processes create it at once, both read the same key. */
function createKey(file: string): string[] {
  const temporaryFile = `${file}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(temporaryFile, `${generateSecret()}\n`, {
      mode: privateFileMode,
      flag: 'wx',
      flush: true,
    })
    linkSync(temporaryFile, file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!/^(EEXIST|EACCES|EPERM|EROFS)$/.test(code)) throw error
  } finally {
    rmSync(temporaryFile, { force: true })
  }
  return readKeys(file)
}

function derive(key: string) {
  return Buffer.from(hkdfSync('sha256', key, '', 'stoa secrets', 32))
}

/** Reveals nothing about the key. */
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
