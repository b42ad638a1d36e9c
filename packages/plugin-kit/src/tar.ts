// The part of the tar format that packages use: files and folders, in the format of npm and of GNU tar.

/** What is wrong with an archive, in plain words. */
export class TarError extends Error {
  override name = 'TarError'
}

export type TarFile = { path: string; content: Buffer }

const block = 512
const regular = new Set(['0', '\0', '7'])
/** Attributes of all following entries, and the length of a volume: nothing in them matters. */
const ignored = new Set(['5', 'g'])
const longName = 'L'
const attributes = 'x'

/** Every file in the archive, in its order. Links and devices are rejected. */
export function readTar(tar: Buffer, maxFiles: number): TarFile[] {
  const files: TarFile[] = []
  let nextPath: string | null = null
  for (let at = 0; at + block <= tar.length;) {
    const header = tar.subarray(at, at + block)
    if (header.every((byte) => byte === 0)) break
    const { path, size, type } = readHeader(header)
    const content = tar.subarray(at + block, at + block + size)
    if (content.length < size) throw new TarError('The archive is cut off.')
    at += block + Math.ceil(size / block) * block
    if (type === attributes) nextPath = readPath(content) ?? nextPath
    else if (type === longName) nextPath = readText(content)
    else if (ignored.has(type)) nextPath = null
    else if (!regular.has(type))
      throw new TarError(`${nextPath ?? path} is neither a file nor a folder.`)
    else {
      if (files.length === maxFiles) throw new TarError(`It has more than ${maxFiles} files.`)
      files.push({ path: nextPath ?? path, content })
      nextPath = null
    }
  }
  return files
}

function readHeader(header: Buffer) {
  const expected = Number.parseInt(readText(header.subarray(148, 156)), 8)
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== expected) throw new TarError('The archive is damaged.')
  const size = Number.parseInt(readText(header.subarray(124, 136)) || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('The archive is damaged.')
  const isUstar = readText(header.subarray(257, 262)) === 'ustar'
  const prefix = isUstar ? readText(header.subarray(345, 500)) : ''
  const name = readText(header.subarray(0, 100))
  const path = prefix === '' ? name : `${prefix}/${name}`
  return { path, size, type: String.fromCharCode(header[156] ?? 0) }
}

function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end).trim()
}

/** Records are `<length> <name>=<value>\n`. */
function readPath(content: Buffer): string | null {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at)
    const length = Number.parseInt(content.toString('utf8', at, space), 10)
    if (space === -1 || !(length > 0)) throw new TarError('The archive is damaged.')
    const record = content.toString('utf8', space + 1, at + length - 1)
    if (record.startsWith('path=')) return record.slice('path='.length)
    at += length
  }
  return null
}

/** The same bytes for the same files: without owners, and with a fixed time, as npm does. */
export function writeTar(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ path, content }) => [
    writeHeader(path, content.length),
    content,
    Buffer.alloc((block - (content.length % block)) % block),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

/** 1985-10-26T08:15:00Z, which every unpacking program accepts. */
const modifiedAt = 499_162_500

function writeHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(block)
  const cut = path.length <= 100 ? -1 : path.indexOf('/', path.length - 101)
  if (path.length > 100 && (cut < 1 || cut > 155))
    throw new TarError(`The path ${path} is too long.`)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  header.write(path.slice(cut + 1), 0)
  header.write(octal(0o644, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(modifiedAt, 12), 136)
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(cut === -1 ? '' : path.slice(0, cut), 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)}\0 `, 148)
  return header
}
