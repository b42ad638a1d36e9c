// `pnpm stoa <command>`: the command line of the product, rebuilt if out of date.
import { spawn } from 'node:child_process'
import { buildProduct } from './build/product.ts'
import { serverBundle } from './build/server.ts'

await buildProduct()

const env = { NODE_ENV: 'production', ...process.env }
const args = ['--enable-source-maps', '--expose-gc', serverBundle, ...process.argv.slice(2)]
const child = spawn(process.execPath, args, { env, stdio: 'inherit' })
// Signals are forwarded; the child decides when to exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
})
