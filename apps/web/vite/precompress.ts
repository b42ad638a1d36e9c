import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.map'])
const minBytes = 1024
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes .br and .gz variants at build time, so that no request has to compress. */
export async function precompress(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await toBrotli(content, options))
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
}
