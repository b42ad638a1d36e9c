import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** 19 MiB, two passes, one lane: the floor of current guidance, and fast enough for a small machine. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Hashes off the event loop, into the usual `$argon2id$` text that names its own cost. */
export async function hashPassword(password: string) {
  const nonce = randomBytes(16)
  const tag = await derive({ ...cost, message: password, nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Takes as long for an unknown person as for a known one: pass null and the answer is no, later. */
export async function isPassword(password: string, hash: string | null) {
  const { nonce, tag, ...stored } = parse(hash ?? (await hashOfNobody()))
  const given = await derive({ ...stored, tagLength: tag.length, message: password, nonce })
  return timingSafeEqual(given, tag) && hash !== null
}

let nobody: Promise<string> | undefined

function hashOfNobody() {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  return nobody
}

/** One core stays free for everyone who is not logging in. */
const mostAtOnce = Math.max(1, availableParallelism() - 1)
let running = 0
const waiting: (() => void)[] = []

async function derive(parameters: Argon2Parameters) {
  if (running < mostAtOnce) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await new Promise<Buffer>((resolve, reject) => {
      argon2('argon2id', parameters, (error, tag) =>
        error === null ? resolve(tag) : reject(error),
      )
    })
  } finally {
    const next = waiting.shift()
    // Whoever is next takes over the place.
    if (next) next()
    else running -= 1
  }
}

function parse(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (match === null) throw new Error('a stored password hash has an unknown form')
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
