import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** 19 MiB, two passes, one lane: the OWASP minimum for Argon2id, fast enough for small servers. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

export async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  const tag = await derive({ ...cost, message: password, nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Constant time: for an unknown user, pass null as hash. */
export async function verifyPassword(password: string, hash: string | null) {
  const { nonce, tag, ...stored } = parse(hash ?? (await getDummyHash()))
  const derived = await derive({ ...stored, tagLength: tag.length, message: password, nonce })
  return timingSafeEqual(derived, tag) && hash !== null
}

let dummyHash: Promise<string> | undefined

function getDummyHash() {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'))
  return dummyHash
}

/** Leaves one core free for other requests. */
const maxConcurrency = Math.max(1, availableParallelism() - 1)
let running = 0
const waiting: (() => void)[] = []

async function derive(parameters: Argon2Parameters) {
  if (running < maxConcurrency) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) =>
        error === null ? resolve(tag) : reject(error),
      )
    })
  } finally {
    const next = waiting.shift()
    // The next one takes over the slot, so `running` does not change.
    if (next) next()
    else running -= 1
  }
}

function parse(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (match === null) throw new Error('stored password hash has an unknown format')
  const [, memory, passes, parallelism, nonce, tag] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce ?? '', 'base64'),
    tag: Buffer.from(tag ?? '', 'base64'),
  }
}

function encode(bytes: Buffer) {
  return bytes.toString('base64').replaceAll('=', '')
}
