import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A server that does nothing, in a process of its own: what the machine can do at that moment. */
export async function aBareServer() {
  const code = `const server = require('node:http').createServer((_, reply) => reply.end('ok'))
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, origin: `http://127.0.0.1:${port.toString().trim()}` }
}
