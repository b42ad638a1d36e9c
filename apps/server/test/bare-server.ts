import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server that does nothing, in its own process: a baseline for the machine's current speed. */
export async function aBareServer() {
  const code = `const server = require('node:http').createServer((_, response) => response.end('ok'))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, origin: `http://127.0.0.1:${port.toString().trim()}` }
}
